import { randomInt, seededRandom } from '@kubewright/core/random'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { FairConcurrencyLimit, type Slot } from './fair-concurrency-limit.ts'

/** Records which requests were admitted, in order, and which were refused. */
function open(limit: number) {
  const clock = new VirtualClock()
  const places = new FairConcurrencyLimit(clock, limit)
  const [entered, refused]: [[string, Slot][], string[]] = [[], []]
  const enter = (user: string) =>
    void Promise.resolve(places.enter(user)).then((slot) => {
      if (slot === undefined) refused.push(user)
      else entered.push([user, slot])
    })
  return { clock, entered, refused, enter }
}

const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

describe('FairConcurrencyLimit', () => {
  it('limits one user so that others keep a share', async () => {
    const { entered, enter } = open(8)
    for (let count = 0; count < 20; count++) enter('greedy')
    for (let count = 0; count < 2; count++) enter('modest')
    await settled()
    expect(entered.map(([user]) => user)).toEqual([...Array<string>(6).fill('greedy'), 'modest', 'modest'])
  })

  it('admits queued users round-robin', async () => {
    const { entered, enter } = open(1)
    enter('a')
    for (const user of ['a', 'a', 'a', 'b', 'b', 'c']) enter(user)
    for (let round = 0; round < 6; round++) {
      await settled()
      entered[round]![1].release()
    }
    await settled()
    expect(entered.map(([user]) => user).join('')).toBe('aabcaba')
  })

  it('refuses requests that waited too long or exceed the queue length', async () => {
    const { clock, entered, refused, enter } = open(1)
    for (let count = 0; count < 203; count++) enter('a')
    await settled()
    expect([entered.length, refused.length]).toEqual([1, 2])
    await clock.advance(15_000)
    await settled()
    expect([entered.length, refused.length]).toEqual([1, 202])
    entered[0]![1].release()
    enter('b')
    await settled()
    expect(entered.at(-1)![0]).toBe('b')
  })

  it('never exceeds its limit and admits every request eventually, under random schedules', async () => {
    for (let seed = 1; seed <= 30; seed++) {
      const random = seededRandom(seed)
      const limit = 1 + randomInt(random, 6)
      const { entered, refused, enter } = open(limit)
      let [asked, released] = [0, 0]
      for (let step = 0; step < 200; step++) {
        if (randomInt(random, 2) === 0) {
          enter(`u${randomInt(random, 4)}`)
          asked++
        } else if (released < entered.length) entered[released++]![1].release()
        await settled()
        expect(entered.length - released).toBeLessThanOrEqual(limit)
      }
      while (released < entered.length) {
        entered[released++]![1].release()
        await settled()
      }
      expect([seed, entered.length, refused.length]).toEqual([seed, asked, 0])
    }
  })
})
