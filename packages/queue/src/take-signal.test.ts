import { describe, expect, it } from 'vitest'
import { WorkQueue } from './work-queue.ts'

describe('an aborted take', () => {
  it('rejects with the abort reason and takes no key', async () => {
    const queue = new WorkQueue<string>()
    const stop = new AbortController()
    const taken = queue.take({ signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(taken).rejects.toThrow('enough')
    queue.add('a')
    expect((await queue.take())?.key).toBe('a')
  })

  it('rejects at once if the signal is already aborted', async () => {
    const queue = new WorkQueue<string>()
    queue.add('a')
    await expect(queue.take({ signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow('too late')
    expect(queue.size).toBe(1)
  })

  it('still returns a key that was assigned before the abort', async () => {
    const queue = new WorkQueue<string>()
    const stop = new AbortController()
    const taken = queue.take({ signal: stop.signal })
    queue.add('a')
    stop.abort()
    expect((await taken)?.key).toBe('a')
  })

  it('does not affect other waiting takes', async () => {
    const queue = new WorkQueue<string>()
    const stop = new AbortController()
    const first = queue.take({ signal: stop.signal })
    const second = queue.take()
    stop.abort(new Error('enough'))
    await expect(first).rejects.toThrow('enough')
    queue.add('a')
    expect((await second)?.key).toBe('a')
  })
})
