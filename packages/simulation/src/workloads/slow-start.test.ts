import { describe, expect, it } from 'vitest'
import { slowStart } from './slow-start.ts'

describe('slowStart', () => {
  it('doubles the batch size each time', async () => {
    const batches: number[] = []
    let open = 0
    await slowStart(10, async () => {
      if (open++ === 0) batches.push(0)
      batches[batches.length - 1]!++
      await Promise.resolve()
      open--
    })
    expect(batches).toEqual([1, 2, 4, 3])
  })

  it('stops after the first failing batch, and returns how many succeeded', async () => {
    const tried: number[] = []
    const { done, failure } = await slowStart(10, async (index) => {
      tried.push(index)
      if (index === 1) throw new Error('no room')
    })
    expect({ tried, done, failure: String(failure) }).toEqual({ tried: [0, 1, 2], done: 2, failure: 'Error: no room' })
  })
})
