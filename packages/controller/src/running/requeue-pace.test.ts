import { seededRandom } from '@kubewright/core/random'
import { describe, expect, it } from 'vitest'
import { RequeuePace, type Round } from './requeue-pace.ts'

const object = { namespace: 'default', name: 'blog' }
const round: Round = { object, afterMs: 0, isBusy: false, isTriggered: false, generation: 1, now: 0 }

/** The delay of each of that many rounds. */
function waits(pace: RequeuePace, count: number, given: Partial<Round> = {}): (number | undefined)[] {
  return Array.from({ length: count }, (_, now) => pace.note({ ...round, now, ...given })?.afterMs)
}

describe('an object that asks to be requeued without delay', () => {
  it('is not delayed for ten rounds, then backs off exponentially up to 30 seconds', () => {
    const told = waits(new RequeuePace('websites'), 30)
    expect(told.slice(0, 14)).toEqual([...Array.from({ length: 10 }, () => 0), 10, 20, 40, 80])
    expect(told.at(-1)).toBe(30_000)
  })

  it('is reported as a hot loop once, with the number and duration of its reconciles', () => {
    const pace = new RequeuePace('websites')
    const loops = Array.from({ length: 40 }, (_, now) => pace.note({ ...round, now })?.loop).filter(Boolean)
    expect(loops).toEqual([{ controller: 'websites', object, reconciles: 15, withinMs: 14 }])
    expect(pace.loops).toMatchObject([{ object, reconciles: 40 }])
  })

  it('may take hundreds of rounds as long as each one changes something', () => {
    const pace = new RequeuePace('websites')
    expect(new Set(waits(pace, 490, { isBusy: true }))).toEqual(new Set([0]))
    expect(Math.max(...(waits(pace, 600, { isBusy: true }) as number[]))).toBeGreaterThan(1_000)
  })

  it.each<{ name: string; between: Partial<Round> }>([
    { name: 'needs no requeue', between: { afterMs: undefined } },
    { name: 'asks for a longer delay', between: { afterMs: 60_000 } },
    { name: 'is triggered by another event', between: { isTriggered: true } },
    { name: 'gets a new generation', between: { generation: 2 } },
  ])('resets its back-off when it $name', ({ between }) => {
    const pace = new RequeuePace('websites')
    waits(pace, 20)
    expect(pace.loops).toHaveLength(1)
    const asked = between.afterMs
    expect(pace.note({ ...round, ...between })?.afterMs).toBe('afterMs' in between ? asked : 0)
    expect(pace.loops).toEqual([])
    expect(waits(pace, 9, { generation: between.generation ?? 1 })).toEqual(Array.from({ length: 9 }, () => 0))
  })

  it('keeps the delay that it asks for if that is no hot loop', () => {
    expect(new Set(waits(new RequeuePace('websites'), 100, { afterMs: 50 }))).toEqual(new Set([50]))
  })

  it('never waits less than it asks for, and leaves no state after it is deleted (random rounds)', () => {
    const [pace, random] = [new RequeuePace('websites'), seededRandom('rounds')]
    for (let at = 0; at < 5_000; at++) {
      const afterMs = random.next() < 0.9 ? Math.floor(random.next() * 60) : undefined
      const name = `site-${Math.floor(random.next() * 5)}`
      const some = { isBusy: random.next() < 0.5, isTriggered: random.next() < 0.02, generation: 1, now: at }
      const told = pace.note({ object: { namespace: 'default', name }, afterMs, ...some })
      expect(told?.afterMs ?? 0).toBeGreaterThanOrEqual(afterMs ?? 0)
      expect(told?.afterMs ?? 0).toBeLessThanOrEqual(30_000)
    }
    for (let at = 0; at < 5; at++) pace.forget({ namespace: 'default', name: `site-${at}` })
    expect(pace.loops).toEqual([])
  })
})
