/**
 * Streams that send together. An event by itself would cost a hundred watchers a hundred calls of the system, so what comes in
 * one turn goes out together, and after much was sent what comes in the next milliseconds. Whoever is sent the same is sent
 * the same bytes: joined and framed once.
 */
import type { ServerResponse as NodeResponse } from 'node:http'
import { systemClock } from '@kubewright/core'

/** What may wait in memory for one slow reader. */
const backlogLimit = 16 * 1024 * 1024
/** What waits for a reader before those who could wait themselves are asked to. */
const readyLimit = 1024 * 1024
/** For how many times as long as it took to send, the next events are gathered; few streams hardly wait at all. */
const restFactor = 4
const longestRestMs = 25

/** The pieces of one answer on their way out. */
export class GatheredStream {
  readonly #outgoing: NodeResponse
  readonly #isChunked: boolean
  #chunks: Uint8Array[] = []
  #bytes = 0
  /** What had not been sent when it was asked last. */
  #backlog = 0
  /** Wants to know when there is room again. */
  #again: (() => void) | undefined
  /** Whether somebody will tell. */
  #awaitsRoom = false

  /** @param outgoing its head must have been written */
  constructor(outgoing: NodeResponse) {
    this.#outgoing = outgoing
    this.#isChunked = outgoing.chunkedEncoding
  }

  /** False once too much waits for the reader. */
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
    // What is gathered is sent first; what waits in the connection says itself when it has gone.
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
    // Not in the round that sends: whoever has more to say would never let it end.
    // oxlint-disable-next-line no-restricted-globals -- the end of this turn, which no clock knows
    setImmediate(() => this.#tellOfRoom())
  }

  #tellOfRoom(): void {
    this.#awaitsRoom = false
    this.#backlog = this.#outgoing.writableLength
    const again = this.#again
    this.#again = undefined
    again?.()
  }

  /** The frame is ours where there is one: Node would write its three parts one by one, for each reader anew. */
  #write(frames: Frames): void {
    if (!this.#isChunked) return void this.#outgoing.write(Buffer.concat(this.#chunks, this.#bytes))
    this.#outgoing.chunkedEncoding = false
    this.#outgoing.write(frames.of(this.#chunks, this.#bytes))
    this.#outgoing.chunkedEncoding = true
  }
}

/** The frames of one round. */
class Frames {
  /** The last that begins with a chunk, by that chunk: those who are sent the same come one after the other. */
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

/** A chunk as HTTP has it: its size, itself, and a break. */
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

/** All streams of the process take part in the same rounds. */
class Rounds {
  #waiting: GatheredStream[] = []
  #restsUntil = 0

  join(stream: GatheredStream): void {
    if (this.#waiting.push(stream) > 1) return
    const waitMs = this.#restsUntil - systemClock.elapsed()
    if (waitMs > 0) systemClock.schedule(waitMs, () => this.#send())
    // oxlint-disable-next-line no-restricted-globals -- the end of this turn, which no clock knows
    else setImmediate(() => this.#send())
  }

  #send(): void {
    const [startedAt, frames, streams] = [systemClock.elapsed(), new Frames(), this.#waiting]
    this.#waiting = []
    for (const stream of streams) stream.send(frames)
    // Node hands over what was written when this turn of the loop is over, which is most of the work.
    process.nextTick(() => {
      const now = systemClock.elapsed()
      this.#restsUntil = now + Math.min(longestRestMs, restFactor * (now - startedAt))
    })
  }
}

const rounds = new Rounds()
