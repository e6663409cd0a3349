import { EventEmitter } from 'node:events'
import type { ServerResponse as NodeResponse } from 'node:http'
import { nextTurn } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { GatheredStream } from './gathered-stream.ts'

/** A connection whose reader takes nothing until drain(). */
class StuckResponse extends EventEmitter {
  chunkedEncoding = true
  readonly writableEnded = false
  writableLength = 0

  write(chunk: Uint8Array): boolean {
    this.writableLength += chunk.length
    return false
  }

  drain(): void {
    this.writableLength = 0
    this.emit('drain')
  }
}

describe('GatheredStream', () => {
  it('registers one drain listener and notifies only the last isReady() callback', async () => {
    const outgoing = new StuckResponse()
    const stream = new GatheredStream(outgoing as unknown as NodeResponse)
    stream.add(Buffer.alloc(2 * 1024 * 1024))
    const told: number[] = []
    for (let time = 0; time < 30; time++) {
      expect(stream.isReady(() => told.push(time))).toBe(false)
      await nextTurn()
    }
    expect([outgoing.listenerCount('drain'), told]).toEqual([1, []])
    outgoing.drain()
    expect([outgoing.listenerCount('drain'), told, stream.isReady(() => undefined)]).toEqual([0, [29], true])
  })

  it('is ready again once its buffer was written to the connection', async () => {
    const outgoing = new StuckResponse()
    const stream = new GatheredStream(outgoing as unknown as NodeResponse)
    stream.add(Buffer.alloc(2 * 1024 * 1024))
    const told = new Promise<void>((resolve) => void stream.isReady(resolve))
    outgoing.write = () => true // the operating system accepts everything
    await told
    expect(stream.isReady(() => undefined)).toBe(true)
  })
})
