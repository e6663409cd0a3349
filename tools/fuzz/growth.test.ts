import { describe, expect, it } from 'vitest'
import { findGrowth } from './growth.ts'
import type { GrowthCase } from './growth-case.ts'
import { growthCases } from './growth-requests.ts'

/** Each of these cost quadratic time once. */
const known = [
  'path of / below an API',
  'Accept of *,a/b,, for a list',
  "fieldPath of ['",
  'image of :',
  'schedule of 1',
  'format duration of 1',
  'CEL celDuration of 1',
  'strategic patch that adds items, the last without a name',
  'forced apply of a list',
  'unknown fields below a long key',
  'unknown fields below a long key, refused',
  'values of another type below a long key',
  'one key many times below a long key',
  'conflicts below a long key',
  'conflicts over many fields',
  'characters that no expression has',
  'name of a proxied Service',
]

describe('CPU time of a request', { timeout: 300_000 }, () => {
  it('grows about linearly with its size in cases that were once quadratic', async () => {
    const cases = growthCases.filter(({ name }) => known.includes(name))
    expect(cases).toHaveLength(known.length)
    expect(await findGrowth(cases)).toEqual({ problems: [], tried: known.length })
  })

  it('is reported if it is quadratic', async () => {
    let steps = 0
    const twoLoops = (size: number) => {
      for (let at = 0; at < size * size; at++) steps += at & 1
      return '/version'
    }
    const request = (size: number) => ({
      method: 'GET',
      headers: {},
      get path() {
        return twoLoops(size)
      },
    })
    const quadratic: GrowthCase = { name: 'two loops', sizes: [4_000, 32_000], request }
    const { problems } = await findGrowth([quadratic])
    expect(problems).toEqual([expect.stringMatching(/^two loops: 8 times the size costs \d+ times as much/)])
    expect(steps).toBeGreaterThan(0)
  })
})
