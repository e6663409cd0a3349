import { describe, expect, it } from 'vitest'
import { partNames } from './part-name.ts'
import { partMakers } from './parts.ts'
import { startSimulation } from './start-simulation.ts'

describe('startSimulation', () => {
  it('refuses an unknown part, and lists the known ones', async () => {
    const parts = ['volcanoes'] as never
    await expect(startSimulation({ client: undefined as never, parts })).rejects.toMatchObject({
      code: 'KW_SIMULATION_PART',
      message: `Cannot simulate "volcanoes": there is no such part. Choose among ${partNames.join(', ')}.`,
    })
  })

  it('can create every part by its name', () => {
    const options = { client: undefined as never }
    const made = partNames.map((name) => partMakers[name](options).name)
    expect(made).toEqual([...partNames])
  })
})
