/** Evaluates protocols off the main thread. The page terminates it when it takes too long. */
import { answer } from './protocol-answers.ts'
import type { ProtocolAnswer, ProtocolRequest } from './protocol-request.ts'

function answerTo(request: ProtocolRequest): ProtocolAnswer {
  const { id, question } = request
  try {
    return { id, value: answer(question, request as never) }
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) }
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ProtocolRequest>) => self.postMessage(answerTo(data)))
