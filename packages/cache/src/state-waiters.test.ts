import { describe, expect, it } from 'vitest'
import { StateWaiters } from './state-waiters.ts'

describe('StateWaiters', () => {
  it('wake() resolves all pending waiters once', async () => {
    const waiters = new StateWaiters()
    const both = Promise.all([waiters.next(undefined), waiters.next(new AbortController().signal)])
    waiters.wake()
    await expect(both).resolves.toEqual([undefined, undefined])
  })

  it('next() rejects with the abort reason when its signal aborts or is already aborted', async () => {
    const waiters = new StateWaiters()
    const stop = new AbortController()
    const waiting = waiters.next(stop.signal)
    stop.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await expect(waiters.next(stop.signal)).rejects.toThrow('enough')
    waiters.wake()
  })
})
