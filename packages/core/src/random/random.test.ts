import { describe, expect, it } from 'vitest'
import { type Random, randomInt, seededRandom, systemRandom, withJitter } from './random.ts'

const draw = (random: Random, count: number) => Array.from({ length: count }, () => random.next())

describe('seededRandom', () => {
  it('repeats with the same seed, on every platform', () => {
    expect(draw(seededRandom('kubewright'), 3)).toEqual(draw(seededRandom('kubewright'), 3))
    expect(draw(seededRandom(1), 2)).toMatchInlineSnapshot(`
      [
        0.42525407252833247,
        0.6954528270289302,
      ]
    `)
  })

  it('differs for consecutive seeds', () => {
    const firsts = Array.from({ length: 1000 }, (_, seed) => seededRandom(seed).next())
    expect(new Set(firsts).size).toBe(1000)
  })

  it('is uniformly distributed over [0, 1)', () => {
    const counts = Array.from({ length: 10 }, () => 0)
    for (const value of draw(seededRandom(7), 100_000)) counts[Math.floor(value * 10)]!++
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500)
  })
})

describe('randomInt() and withJitter()', () => {
  it.each([systemRandom, seededRandom(3)])('randomInt() yields integers below the bound', (random) => {
    const seen = new Set(Array.from({ length: 1000 }, () => randomInt(random, 4)))
    expect(seen).toEqual(new Set([0, 1, 2, 3]))
  })

  const jitter = [
    { next: 0, factor: 0.5, becomes: 100 },
    { next: 0.5, factor: 0.5, becomes: 125 },
    { next: 0.999, factor: 0, becomes: 100 },
  ]

  it.each(jitter)('withJitter() with draw $next and factor $factor yields $becomes', ({ next, factor, becomes }) => {
    expect(withJitter({ next: () => next }, 100, factor)).toBe(becomes)
  })
})
