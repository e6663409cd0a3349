import { expect, it } from 'vitest'
import { noFaults, type Plan, type PlannedFault } from './plan.ts'
import { shrink } from './shrink.ts'

const steps = [1, 2, 3].map((step): PlannedFault => ({ type: 'hurry', step }))

it('shrinking a plan keeps only the faults that are necessary', async () => {
  const plan: Plan = { schedule: { type: 'random', seed: 'x' }, faults: steps }
  const smallest = await shrink(plan, async (candidate) =>
    candidate.faults.includes(steps[1]!) ? candidate : undefined,
  )
  expect(smallest).toEqual({ ...noFaults, faults: [steps[1]] })
})

it('shrinking a plan keeps a schedule that is necessary', async () => {
  const plan: Plan = { schedule: { type: 'random', seed: 'x' }, faults: steps }
  const smallest = await shrink(plan, async (candidate) =>
    candidate.schedule.type === 'random' ? candidate : undefined,
  )
  expect(smallest).toEqual({ schedule: plan.schedule, faults: [] })
})

it('shrinking a plan with one fault finds nothing smaller', async () => {
  expect(await shrink({ ...noFaults, faults: steps.slice(0, 1) }, async (plan) => plan)).toBeUndefined()
})
