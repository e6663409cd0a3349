import { describe, expect, it } from 'vitest'
import { type Random, randomInt, seededRandom, systemRandom, withJitter } from './random.ts'

const draw = (random: Random, count: number) => Array.from({ length: count }, () => random.next())

describe('seededRandom', () => {
  it('repeats itself from the same seed, on every machine', () => {
    expect(draw(seededRandom('kubewright'), 3)).toEqual(draw(seededRandom('kubewright'), 3))
    expect(draw(seededRandom(1), 2)).toMatchInlineSnapshot(`
      [
        0.42525407252833247,
        0.6954528270289302,
      ]
    `)
  })

  it('differs for seeds that are alike', () => {
    const firsts = Array.from({ length: 1000 }, (_, seed) => seededRandom(seed).next())
    expect(new Set(firsts).size).toBe(1000)
  })

  it('is spread evenly over [0, 1)', () => {
    const counts = Array.from({ length: 10 }, () => 0)
    for (const value of draw(seededRandom(7), 100_000)) counts[Math.floor(value * 10)]!++
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500)
  })
})

describe('what is drawn', () => {
  it.each([systemRandom, seededRandom(3)])('is a whole number below the bound', (random) => {
    const seen = new Set(Array.from({ length: 1000 }, () => randomInt(random, 4)))
    expect(seen).toEqual(new Set([0, 1, 2, 3]))
  })

  const jitter = [
    { next: 0, factor: 0.5, becomes: 100 },
    { next: 0.5, factor: 0.5, becomes: 125 },
    { next: 0.999, factor: 0, becomes: 100 },
  ]

  it.each(jitter)('adds up to the factor: $next of $factor gives $becomes', ({ next, factor, becomes }) => {
    expect(withJitter({ next: () => next }, 100, factor)).toBe(becomes)
  })
})
