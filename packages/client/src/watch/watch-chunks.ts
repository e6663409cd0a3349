/**
 * The chunks of one watch.
 *
 * Guarantees
 * - Nothing is sent before the first chunk is requested, and nothing is read from the connection before it is needed.
 * - However it ends, the connection, the timer and the listeners are released.
 */
import { type Clock, formatDuration } from '@kubewright/core'
import type { Call } from '../call/call.ts'
import type { Caller, OpenStream } from '../call/caller.ts'
import { ApiError } from '../error/api-error.ts'
import { describeOperation } from '../error/operation.ts'
import { transportFailure } from '../error/transport-failure.ts'
import type { TransportBody } from '../transport.ts'
import { IdleGuard } from './idle-guard.ts'

export interface WatchChunksOptions {
  readonly caller: Caller
  readonly call: Call
  readonly clock: Clock
  readonly signal?: AbortSignal | undefined
  readonly idleMs: number
  /** Called when the server has accepted the watch. */
  readonly onOpened?: (() => void) | undefined
}

interface Opened {
  readonly stream: OpenStream
  readonly body: TransportBody
  readonly iterator: AsyncIterator<Uint8Array>
  readonly guard: IdleGuard
}

export class WatchChunks {
  readonly #options: WatchChunksOptions
  /** Set exactly while there is something to close. */
  #opened: Opened | undefined

  constructor(options: WatchChunksOptions) {
    this.#options = options
  }

  /** A chunk that is already available. */
  take(): Buffer | undefined {
    const chunk = this.#opened?.body.take?.()
    return chunk && toBuffer(chunk)
  }

  /**
   * Waits for a chunk; `undefined` at the end. Must not be called again before it has settled, nor after the end.
   *
   * Failure: as `Caller.open`; `KW_CLIENT_WATCH_IDLE`; the signal's reason; an `ApiError` for a lost connection.
   */
  async next(): Promise<Buffer | undefined> {
    const { stream, iterator, guard } = (this.#opened ??= await this.#open())
    guard.wait()
    try {
      const { done, value } = await iterator.next()
      return done === true ? undefined : toBuffer(value)
    } catch (error) {
      throw stream.scope.aborted ? stream.scope.reason : transportFailure(this.#options.call.operation, error, 1)
    } finally {
      guard.arrived()
    }
  }

  async close(): Promise<void> {
    if (this.#opened === undefined) return
    const { stream, iterator, guard } = this.#opened
    this.#opened = undefined
    guard[Symbol.dispose]()
    try {
      await iterator.return?.()
    } finally {
      stream[Symbol.dispose]()
    }
  }

  async #open(): Promise<Opened> {
    const { caller, call, clock, signal, idleMs, onOpened } = this.#options
    const stream = await caller.open(call, { signal })
    onOpened?.()
    const { body } = stream.response
    const guard = new IdleGuard(clock, idleMs, () => stream.abort(idle(call, idleMs)))
    return { stream, body, iterator: body[Symbol.asyncIterator](), guard }
  }
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function idle({ operation }: Call, idleMs: number): Error {
  const why = `no event and no bookmark arrived for ${formatDuration(idleMs)}, so the connection is probably half-open`
  const next = 'Restart the watch from the last resourceVersion.'
  return new ApiError('KW_CLIENT_WATCH_IDLE', { what: describeOperation(operation), why, next }, operation)
}
