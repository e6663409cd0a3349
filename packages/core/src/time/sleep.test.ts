import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { deadline, sleep } from './sleep.ts'
import { VirtualClock } from './virtual-clock.ts'

const stop = new Error('stop')

describe('sleep', () => {
  it('resolves after the duration, not before', async () => {
    const clock = new VirtualClock()
    let woke = false
    void sleep(clock, '1m').then(() => (woke = true))
    await clock.advance('59s')
    expect(woke).toBe(false)
    await clock.advance('1s')
    expect(woke).toBe(true)
  })

  it('rejects with the abort reason and leaves no timer', async () => {
    const clock = new VirtualClock()
    const controller = new AbortController()
    const nap = sleep(clock, '1m', controller.signal)
    controller.abort(stop)
    await expect(nap).rejects.toBe(stop)
    expect(clock.pending).toEqual([])
  })

  it('schedules no timer when the signal is already aborted', async () => {
    const clock = new VirtualClock()
    await expect(sleep(clock, '1m', AbortSignal.abort(stop))).rejects.toBe(stop)
    expect(clock.pending).toEqual([])
  })

  it('rejects with an abort reason that is no Error', async () => {
    const clock = new VirtualClock()
    const controller = new AbortController()
    const nap = sleep(clock, 1, controller.signal)
    controller.abort('enough')
    await expect(nap).rejects.toBe('enough')
    await expect(sleep(clock, 1, controller.signal)).rejects.toBe('enough')
  })

  it('removes its abort listener when done', async () => {
    const clock = new VirtualClock()
    const signal = new CountingSignal()
    const nap = sleep(clock, 10, signal.asSignal())
    await clock.advance(10)
    await nap
    expect(signal.listeners).toBe(0)
  })

  it('shares one abort listener with other sleeps on the same signal', async () => {
    const clock = new VirtualClock()
    const { signal } = new AbortController()
    const naps = Array.from({ length: 50 }, () => sleep(clock, 10, signal))
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    await clock.advance(10)
    await Promise.all(naps)
  })
})

describe('deadline', () => {
  it('aborts with the reason after the duration', async () => {
    const clock = new VirtualClock()
    using limit = deadline(clock, '5s', () => stop)
    await clock.advance('4s')
    expect(limit.signal.aborted).toBe(false)
    await clock.advance('1s')
    expect(limit.signal.reason).toBe(stop)
  })

  it("aborts with its parent and the parent's reason", () => {
    const parent = new AbortController()
    using limit = deadline(new VirtualClock(), '5s', () => new Error('late'), parent.signal)
    parent.abort(stop)
    expect(limit.signal.reason).toBe(stop)
  })

  it('passes on an abort reason that is no Error', () => {
    const parent = new AbortController()
    using limit = deadline(new VirtualClock(), '5s', () => new Error('late'), parent.signal)
    parent.abort('enough')
    using another = deadline(new VirtualClock(), '5s', () => new Error('late'), parent.signal)
    expect([limit.signal.reason, another.signal.reason]).toEqual(['enough', 'enough'])
  })

  it('is aborted from the start if its parent is', () => {
    using limit = deadline(new VirtualClock(), '5s', () => new Error('late'), AbortSignal.abort(stop))
    expect(limit.signal.reason).toBe(stop)
  })

  it('leaves neither timer nor listener once disposed', () => {
    const clock = new VirtualClock()
    const parent = new CountingSignal()
    const limit = deadline(clock, '5s', () => stop, parent.asSignal())
    expect([clock.pending.length, parent.listeners]).toEqual([1, 1])
    limit[Symbol.dispose]()
    expect([clock.pending.length, parent.listeners]).toEqual([0, 0])
  })

  it('shares one abort listener with other deadlines of the same parent', () => {
    const clock = new VirtualClock()
    const parent = new AbortController()
    const limits = Array.from({ length: 50 }, () => deadline(clock, '5s', () => new Error('late'), parent.signal))
    expect(getEventListeners(parent.signal, 'abort')).toHaveLength(1)
    parent.abort(stop)
    expect(new Set(limits.map((limit) => limit.signal.reason))).toEqual(new Set([stop]))
    for (const limit of limits) limit[Symbol.dispose]()
  })
})

/** A signal that counts its listeners. */
class CountingSignal extends EventTarget {
  readonly aborted = false
  listeners = 0

  asSignal(): AbortSignal {
    return this as unknown as AbortSignal
  }

  override addEventListener(...args: Parameters<EventTarget['addEventListener']>): void {
    this.listeners++
    super.addEventListener(...args)
  }

  override removeEventListener(...args: Parameters<EventTarget['removeEventListener']>): void {
    this.listeners--
    super.removeEventListener(...args)
  }
}
