import { describe, expect, it } from 'vitest'
import { WorkQueue } from './work-queue.ts'

describe('a worker that stops waiting', () => {
  it('rejects with the reason of its signal and takes no key along', async () => {
    const queue = new WorkQueue<string>()
    const stop = new AbortController()
    const taken = queue.take({ signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(taken).rejects.toThrow('enough')
    queue.add('a')
    expect((await queue.take())?.key).toBe('a')
  })

  it('rejects at once when the signal was aborted before', async () => {
    const queue = new WorkQueue<string>()
    queue.add('a')
    await expect(queue.take({ signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow('too late')
    expect(queue.size).toBe(1)
  })

  it('keeps a key that came before the abort', async () => {
    const queue = new WorkQueue<string>()
    const stop = new AbortController()
    const taken = queue.take({ signal: stop.signal })
    queue.add('a')
    stop.abort()
    expect((await taken)?.key).toBe('a')
  })

  it('lets the others wait on', async () => {
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
