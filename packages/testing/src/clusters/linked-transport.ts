/** A transport over a link between clusters, with the faults of that link. */
import type { Transport, TransportBody, TransportRequest, TransportResponse } from '@kubewright/client/transport'
import { type Clock, KubewrightError, sleep } from '@kubewright/core'
import { onAbort } from '@kubewright/core/tasks'
import type { LinkSide } from './cluster-link.ts'

export function linkedTransport(transport: Transport, side: LinkSide, clock: Clock): Transport {
  return {
    host: transport.host,
    async send({ scope: _, ...request }) {
      const { method, path, signal } = request
      await pass(side, clock, signal)
      if (side.passage.isCut) throw broken('KW_CLIENT_UNREACHABLE', `${method} ${path}`)
      if (request.streams) return openStream(transport, request, side, clock)
      const response = await transport.send(request)
      if (side.passage.losesAnswers || side.passage.isCut) throw await lost(response, `${method} ${path}`)
      return response
    },
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  }
}

async function pass({ passage }: LinkSide, clock: Clock, signal: AbortSignal | undefined): Promise<void> {
  if (passage.delayMs > 0) await sleep(clock, passage.delayMs, signal)
}

/** Drains the response so that the connection closes, and discards it. */
async function lost({ body }: TransportResponse, call: string): Promise<Error> {
  await body.text()
  return broken('KW_CLIENT_CONNECTION_LOST', call)
}

/** The stream has its own abort signal: a broken link ends it on both sides. */
async function openStream(
  transport: Transport,
  request: TransportRequest,
  side: LinkSide,
  clock: Clock,
): Promise<TransportResponse> {
  const { method, path, signal } = request
  if (side.passage.losesAnswers) throw broken('KW_CLIENT_CONNECTION_LOST', `${method} ${path}`)
  const own = new AbortController()
  const listening = [side.onBreak(() => own.abort(broken('KW_CLIENT_CONNECTION_LOST', `${method} ${path}`)))]
  if (signal?.aborted) own.abort(signal.reason)
  else if (signal !== undefined) listening.push(onAbort(signal, () => own.abort(signal.reason)))
  const end = () => {
    for (const one of listening) one[Symbol.dispose]()
  }
  try {
    const response = await transport.send({ ...request, signal: own.signal })
    return { ...response, body: slowBody(response.body, { side, clock, signal: own.signal, end }) }
  } catch (error) {
    end()
    throw error
  }
}

interface StreamEnds {
  readonly side: LinkSide
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly end: () => void
}

function slowBody(body: TransportBody, { side, clock, signal, end }: StreamEnds): TransportBody {
  const chunks = async function* () {
    try {
      for await (const chunk of body) {
        await pass(side, clock, signal)
        yield chunk
      }
      signal.throwIfAborted()
    } finally {
      end()
    }
  }
  return {
    [Symbol.asyncIterator]: chunks,
    async text() {
      try {
        return await body.text()
      } finally {
        end()
      }
    },
  }
}

function broken(code: 'KW_CLIENT_UNREACHABLE' | 'KW_CLIENT_CONNECTION_LOST', call: string): Error {
  const isLost = code === 'KW_CLIENT_CONNECTION_LOST'
  return new KubewrightError(code, {
    what: call,
    why: isLost
      ? 'the link between the clusters broke before the response arrived'
      : 'the link between the clusters is cut',
    next: 'The test cut this link: call heal() on it.',
  })
}
