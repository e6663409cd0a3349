import { sleep } from '@kubewright/core'
import { randomInt, seededRandom } from '@kubewright/core/random'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { scopeOf } from '../request-scope.ts'
import { InFlightLimit } from './in-flight-limit.ts'

const never = scopeOf(new AbortController())!

describe('InFlightLimit', () => {
  it('grants a permit synchronously while one is free', () => {
    const limit = new InFlightLimit(2)
    expect(limit.acquire(never)).toBeUndefined()
    expect(limit.acquire(never)).toBeUndefined()
    expect(limit.acquire(never)).toBeInstanceOf(Promise)
  })

  it('grants released permits in FIFO order', async () => {
    const limit = new InFlightLimit(1)
    void limit.acquire(never)
    const order: string[] = []
    const waiting = ['a', 'b', 'c'].map((name) => limit.acquire(never)!.then(() => order.push(name)))
    for (const wait of waiting) {
      limit.release()
      await wait
    }
    expect(order).toEqual(['a', 'b', 'c'])
  })

  it('removes an aborted waiter from the queue', async () => {
    const limit = new InFlightLimit(1)
    void limit.acquire(never)
    const controller = new AbortController()
    const left = limit.acquire(scopeOf(controller)!)!
    const stayed = limit.acquire(never)!
    controller.abort(new Error('changed my mind'))
    await expect(left).rejects.toThrow('changed my mind')
    limit.release()
    await stayed
    limit.release()
    expect(limit.acquire(never)).toBeUndefined()
  })

  it('rejects an already aborted caller', async () => {
    const limit = new InFlightLimit(1)
    void limit.acquire(never)
    await expect(limit.acquire(scopeOf({ signal: AbortSignal.abort(new Error('too late')) })!)).rejects.toThrow(
      'too late',
    )
  })

  /** Callers that arrive, work, give up or finish at random virtual times. */
  it.each(Array.from({ length: 30 }, (_, seed) => seed))(
    'keeps limit and FIFO order and loses no permit in random schedule %i',
    async (seed) => {
      const random = seededRandom(seed)
      const clock = new VirtualClock()
      const most = 1 + randomInt(random, 4)
      const limit = new InFlightLimit(most)
      let out = 0
      const arrived: number[] = []
      const entered: number[] = []

      const caller = async (id: number) => {
        const comesAfter = randomInt(random, 50)
        const worksFor = randomInt(random, 20)
        const givesUpAfter = randomInt(random, 3) === 0 ? randomInt(random, 30) : undefined
        await sleep(clock, comesAfter)
        const controller = new AbortController()
        using _timer = clock.schedule(givesUpAfter ?? 1_000_000, () => controller.abort(new Error('gave up')))
        arrived.push(id)
        try {
          await limit.acquire(scopeOf(controller)!)
        } catch {
          arrived.splice(arrived.indexOf(id), 1)
          return
        }
        entered.push(id)
        expect(++out).toBeLessThanOrEqual(most)
        await sleep(clock, worksFor)
        out--
        limit.release()
      }

      const callers = Promise.all(Array.from({ length: 40 }, (_, id) => caller(id)))
      await clock.advance(2_000)
      await callers
      expect(out).toBe(0)
      expect(entered).toEqual(arrived)
      // No permit was lost.
      for (let permit = 0; permit < most; permit++) expect(limit.acquire(never)).toBeUndefined()
    },
  )
})
