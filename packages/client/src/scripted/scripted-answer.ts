/** Answers of a scripted server, and failures of the connection to it. */
import { connectionErrors } from '../connection/errors.ts'
import type { TransportBody } from '../transport.ts'
import { ScriptedStream } from './scripted-stream.ts'

/** The answer to one request: JSON with status 200 unless it says otherwise. */
export interface ScriptedAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** Strings as they are; anything else as JSON. */
  readonly body?: unknown
  /** A stream instead of a body. */
  readonly stream?: ScriptedStream | readonly (string | Uint8Array)[]
}

/** A failure as API servers report it: a `Status`. With `details.name` it concerns an object, not its kind. */
export function failure(code: number, reason: string, message = reason, details: object = {}): ScriptedAnswer {
  const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, details, code }
  return { status: code, body }
}

export function unreachable(): Error {
  return connectionErrors('KW_CLIENT_UNREACHABLE', { what: 'reach scripted.test:6443', why: 'nothing listens there' })
}

export function connectionLost(): Error {
  return connectionErrors('KW_CLIENT_CONNECTION_LOST', {
    what: 'read the response of scripted.test:6443',
    why: 'the connection was closed',
  })
}

/** The body of the answer, which can be read once. */
export function scriptedBody({ body = '', stream }: ScriptedAnswer, signal: AbortSignal | undefined): TransportBody {
  let isUsed = false
  const iterate = () => {
    if (isUsed) throw connectionErrors('KW_CLIENT_BODY_USED', { what: 'read the body again', why: 'it was read' })
    isUsed = true
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return stream instanceof ScriptedStream ? stream.read(signal) : chunksOf(stream ?? [text])
  }
  return {
    ...(stream instanceof ScriptedStream && { take: () => stream.take() }),
    [Symbol.asyncIterator]: iterate,
    async text() {
      const chunks: Uint8Array[] = []
      for await (const chunk of iterate()) chunks.push(chunk)
      return Buffer.concat(chunks).toString('utf8')
    },
  }
}

async function* chunksOf(chunks: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array, void, undefined> {
  for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}
