import { describe, expect, it } from 'vitest'
import { shrink } from './shrink.ts'

const numbers = Array.from({ length: 60 }, (_, at) => at)

describe('shrink', () => {
  it('keeps only the steps that the failure needs', async () => {
    const fails = async (steps: readonly number[]) => [3, 17, 59].every((one) => steps.includes(one))
    expect(await shrink(numbers, fails)).toEqual([3, 17, 59])
  })

  it('removes a step that only another one made necessary', async () => {
    // 20 matters while 40 is there, and neither is needed.
    const fails = async (steps: readonly number[]) => steps.includes(5) && (!steps.includes(40) || steps.includes(20))
    expect(await shrink(numbers, fails)).toEqual([5])
  })

  it('stops after the given number of attempts', async () => {
    let asked = 0
    const fails = async (steps: readonly number[]) => ++asked > 0 && steps.includes(59)
    expect(await shrink(numbers, fails, 3)).toContain(59)
    expect(asked).toBe(3)
  })

  it('keeps everything if every step is needed', async () => {
    expect(await shrink([1, 2, 3], async (steps) => steps.length === 3)).toEqual([1, 2, 3])
  })
})
