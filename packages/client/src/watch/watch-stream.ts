/**
 * The events of one watch, as an async iterator that pulls: nothing is read from the connection before it is wanted.
 *
 * The stream ends when the server ends it, which it does after `timeoutSeconds`; that is no error. It does not reconnect:
 * whoever wants to go on watches again from the last `resourceVersion`.
 */
import { type Clock, formatDuration, type KubeObject } from '@kubewright/core'
import type { Call } from '../call/call.ts'
import type { Caller, OpenStream } from '../call/caller.ts'
import { ApiError } from '../error/api-error.ts'
import { describeBody } from '../error/body-excerpt.ts'
import { describeOperation } from '../error/operation.ts'
import { parseJson } from '../error/parse-json.ts'
import { transportFailure } from '../error/transport-failure.ts'
import type { EventDecoder } from './event-decoder.ts'
import { IdleGuard } from './idle-guard.ts'
import { LineReader } from './line-reader.ts'
import type { WatchEvent } from './watch-event.ts'

const space = 0x20

export interface WatchStreamOptions<Object extends KubeObject> {
  readonly caller: Caller
  readonly call: Call
  readonly clock: Clock
  readonly decoder: EventDecoder<Object>
  readonly signal?: AbortSignal | undefined
  readonly idleMs: number
  readonly maxEventBytes: number
}

export type WatchStream<Object extends KubeObject> = AsyncGenerator<WatchEvent<Object>, void, undefined>

/** `prepare` is called when the first event is asked for, so that what it throws reaches whoever iterates. */
export async function* watchStream<Object extends KubeObject>(
  prepare: () => WatchStreamOptions<Object>,
): WatchStream<Object> {
  const { caller, call, clock, decoder, signal, idleMs, maxEventBytes } = prepare()
  const stream = await caller.open(call, { signal })
  const chunks = stream.response.body[Symbol.asyncIterator]()
  const guard = new IdleGuard(clock, idleMs, () => stream.abort(idle(call, idleMs)))
  const lines = new LineReader()
  try {
    for (;;) {
      const chunk = await nextChunk(chunks, stream, guard, call)
      if (chunk === undefined) break
      lines.feed(chunk)
      while (lines.advance()) {
        const end = contentEnd(lines)
        if (end > lines.start) yield decoder.decode(lines.bytes, lines.start, end)
      }
      if (lines.pending > maxEventBytes) throw tooLarge(call, maxEventBytes)
    }
    const rest = lines.rest()
    const end = contentEnd(lines)
    // Only a line that ends with a newline is known to be whole; this one has to prove it.
    if (end > 0 && parseJson(rest.toString('utf8', 0, end)) === undefined) throw cutOff(call, rest)
    if (end > 0) yield decoder.decode(rest, 0, end)
  } finally {
    guard[Symbol.dispose]()
    await chunks.return?.()
    stream[Symbol.dispose]()
  }
}

/** Where a line ends without the blanks behind it: a proxy may write CRLF, or keep the stream awake with empty lines. */
function contentEnd({ bytes, start, end }: LineReader): number {
  let at = end
  while (at > start && bytes[at - 1]! <= space) at--
  return at
}

async function nextChunk(
  chunks: AsyncIterator<Uint8Array>,
  stream: OpenStream,
  guard: IdleGuard,
  { operation }: Call,
): Promise<Buffer | undefined> {
  guard.wait()
  try {
    const { done, value } = await chunks.next()
    return done === true ? undefined : toBuffer(value)
  } catch (error) {
    throw stream.signal.aborted ? stream.signal.reason : transportFailure(operation, error, 1)
  } finally {
    guard.arrived()
  }
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function idle({ operation }: Call, idleMs: number): Error {
  const why = `nothing came from the server for ${formatDuration(idleMs)}, not even a bookmark, so the connection seems dead`
  const next = 'Watch again from the last resourceVersion.'
  return new ApiError('KW_CLIENT_WATCH_IDLE', { what: describeOperation(operation), why, next }, operation)
}

function tooLarge({ operation }: Call, maxEventBytes: number): Error {
  const why = `an event has more than ${maxEventBytes} bytes`
  const next =
    'Raise maxEventBytes if objects really are that large; otherwise look at what answers in place of the server.'
  return new ApiError('KW_CLIENT_EVENT_TOO_LARGE', { what: describeOperation(operation), why, next }, operation)
}

function cutOff({ operation }: Call, rest: Buffer): Error {
  const why = `the stream ended in the middle of a line, with ${describeBody(rest.toString('utf8'))}`
  const next = 'Watch again from the last resourceVersion; if it happens again, look at what stands in between.'
  return new ApiError('KW_CLIENT_EVENT', { what: describeOperation(operation), why, next }, operation)
}
