/**
 * Batched response streams. An event sent by itself to a hundred watchers would cost a hundred system calls, so the chunks
 * of one turn are sent together, and after a large batch those of the next milliseconds. Streams with the same chunks share
 * the bytes: joined and framed once.
 * See decision 0097.
 */
import type { ServerResponse as NodeResponse } from 'node:http'
import { systemClock } from '@kubewright/core'

/** Maximum backlog of one slow reader, in bytes. */
const backlogLimit = 16 * 1024 * 1024
/** Backlog at which producers that support back-pressure have to wait, in bytes. */
const readyLimit = 1024 * 1024
/** Chunks are collected for this many times the duration of the last send; with few streams that is hardly any time. */
const restFactor = 4
const longestRestMs = 25

/** The chunks of one response. */
export class GatheredStream {
  readonly #outgoing: NodeResponse
  readonly #isChunked: boolean
  #chunks: Uint8Array[] = []
  #bytes = 0
  /** Unsent bytes of the connection, when last measured. */
  #backlog = 0
  /** Called when there is room again. */
  #again: (() => void) | undefined
  /** Whether `#tellOfRoom` is scheduled. */
  #awaitsRoom = false

  /** @param outgoing a response whose head has been written */
  constructor(outgoing: NodeResponse) {
    this.#outgoing = outgoing
    this.#isChunked = outgoing.chunkedEncoding
  }

  /** False once the backlog of the reader reaches the limit. */
  add(chunk: Uint8Array): boolean {
    if (this.#chunks.push(chunk) === 1) rounds.join(this)
    this.#bytes += chunk.length
    return this.#bytes + this.#backlog < backlogLimit || this.#bytes + this.#outgoing.writableLength < backlogLimit
  }

  isReady(again: () => void): boolean {
    if (this.#bytes + this.#backlog < readyLimit) return true
    this.#backlog = this.#outgoing.writableLength
    if (this.#bytes + this.#backlog < readyLimit) return true
    this.#again = again
    // Collected chunks are sent first; the connection emits `drain` for what it has buffered.
    if (this.#bytes === 0) this.#awaitRoom()
    return false
  }

  send(frames = new Frames()): void {
    if (this.#chunks.length === 0) return
    if (!this.#outgoing.writableEnded) this.#write(frames)
    this.#chunks = []
    this.#bytes = 0
    this.#backlog = this.#outgoing.writableLength
    if (this.#again !== undefined) this.#awaitRoom()
  }

  #awaitRoom(): void {
    if (this.#awaitsRoom) return
    this.#awaitsRoom = true
    if (this.#backlog >= readyLimit) return void this.#outgoing.once('drain', () => this.#tellOfRoom())
    // Not in the round that sends: a producer with more data would never let it end.
    // oxlint-disable-next-line no-restricted-globals -- the end of this event-loop turn, for which `Clock` has no timer
    setImmediate(() => this.#tellOfRoom())
  }

  #tellOfRoom(): void {
    this.#awaitsRoom = false
    this.#backlog = this.#outgoing.writableLength
    const again = this.#again
    this.#again = undefined
    again?.()
  }

  /** Writes its own frames for chunked encoding: Node would write the three parts of a frame separately for each reader. */
  #write(frames: Frames): void {
    if (!this.#isChunked) return void this.#outgoing.write(Buffer.concat(this.#chunks, this.#bytes))
    this.#outgoing.chunkedEncoding = false
    this.#outgoing.write(frames.of(this.#chunks, this.#bytes))
    this.#outgoing.chunkedEncoding = true
  }
}

/** The frames of one round, shared by its streams. */
class Frames {
  /** The last frame that begins with a chunk, by that chunk: streams with the same content are consecutive. */
  readonly #known = new Map<Uint8Array, { readonly chunks: readonly Uint8Array[]; readonly frame: Buffer }>()

  of(chunks: readonly Uint8Array[], bytes: number): Buffer {
    const known = this.#known.get(chunks[0]!)
    if (known !== undefined && isSame(known.chunks, chunks)) return known.frame
    const frame = frameOf(chunks, bytes)
    this.#known.set(chunks[0]!, { chunks, frame })
    return frame
  }
}

function isSame(a: readonly Uint8Array[], b: readonly Uint8Array[]): boolean {
  return a.length === b.length && a.every((chunk, at) => chunk === b[at])
}

/** A chunk in HTTP framing: size, data and line break. */
function frameOf(chunks: readonly Uint8Array[], bytes: number): Buffer {
  const head = `${bytes.toString(16)}\r\n`
  const frame = Buffer.allocUnsafe(head.length + bytes + 2)
  let at = frame.write(head, 0, 'latin1')
  for (const chunk of chunks) {
    frame.set(chunk, at)
    at += chunk.length
  }
  frame.write('\r\n', at, 'latin1')
  return frame
}

/** All streams of the process share the same rounds. */
class Rounds {
  #waiting: GatheredStream[] = []
  #restsUntil = 0

  join(stream: GatheredStream): void {
    if (this.#waiting.push(stream) > 1) return
    const waitMs = this.#restsUntil - systemClock.elapsed()
    if (waitMs > 0) systemClock.schedule(waitMs, () => this.#send())
    // oxlint-disable-next-line no-restricted-globals -- the end of this event-loop turn, for which `Clock` has no timer
    else setImmediate(() => this.#send())
  }

  #send(): void {
    const [startedAt, frames, streams] = [systemClock.elapsed(), new Frames(), this.#waiting]
    this.#waiting = []
    for (const stream of streams) stream.send(frames)
    // Node flushes the writes at the end of this turn, which is most of the work.
    process.nextTick(() => {
      const now = systemClock.elapsed()
      this.#restsUntil = now + Math.min(longestRestMs, restFactor * (now - startedAt))
    })
  }
}

const rounds = new Rounds()
