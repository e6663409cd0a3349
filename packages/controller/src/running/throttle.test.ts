import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { Throttle } from './throttle.ts'

describe('a throttled action', () => {
  it('runs at once, and once more after the interval for all requests in between', async () => {
    const clock = new VirtualClock()
    const done: string[] = []
    using throttle = new Throttle<string>(clock, 1_000, (why) => done.push(`${clock.elapsed()} ${why}`))
    for (const why of ['a', 'b', 'c']) throttle.request(why)
    await clock.advance('900ms')
    throttle.request('d')
    await clock.advance('5s')
    throttle.request('e')
    await clock.advance('5s')
    expect(done).toEqual(['0 a', '1000 d', '5900 e'])
  })

  it('does not run after it is disposed, and leaves no timer', async () => {
    const clock = new VirtualClock()
    const done: string[] = []
    const throttle = new Throttle<string>(clock, 1_000, (why) => done.push(why))
    for (const why of ['a', 'b']) throttle.request(why)
    throttle[Symbol.dispose]()
    throttle.request('c')
    await clock.advance('5s')
    expect([done, clock.pending]).toEqual([['a'], []])
  })
})
