import { expect, it } from 'vitest'
import { formatPlan, type PlannedFault, planOf, type Schedule } from './plan.ts'

const call = { call: 'create secrets default/blog', nth: 1 }

it.each<[PlannedFault, string]>([
  [
    { type: 'overlap', at: call, until: 'rest' },
    'the operator is suspended before "create secrets default/blog", and another instance takes over; the call arrives once the cluster is idle',
  ],
  [
    { type: 'overlap', at: { ...call, nth: 2 }, until: 'step' },
    'the operator is suspended before "create secrets default/blog" (time 2), and another instance takes over; the call arrives after the next step of the user',
  ],
  [{ type: 'hurry', step: 2 }, 'the user takes step 3 before the cluster is idle after step 2'],
  [{ type: 'restart', step: 0 }, 'the operator is restarted before step 1'],
])('a plan with the fault %j is told as: %s', (fault, told) => {
  expect(formatPlan(planOf(fault))).toBe(told)
})

it.each<[Schedule, string]>([
  [{ type: 'in-order' }, 'no faults, default order'],
  [{ type: 'random', seed: 'x' }, 'random order (seed x)'],
  [{ type: 'pct', seed: 'x', changes: 3 }, 'random-priority order (PCT, seed x)'],
  [
    { type: 'picked', picks: [{ at: 12, take: 'operator 1 hears of secrets' }] },
    'after 12 actions, "operator 1 receives watch events of secrets" is taken first',
  ],
  [
    { type: 'picked', picks: [{ at: 1, take: 'operator 2 hears of sites.example.dev@east (3)' }] },
    'after 1 action, "operator 2 receives watch events of sites.example.dev@east (3)" is taken first',
  ],
  [{ type: 'picked', picks: [{ at: 4, take: 'time passes' }] }, 'after 4 actions, "time passes" is taken first'],
])('a plan with the schedule %j is told as: %s', (schedule, told) => {
  expect(formatPlan({ faults: [], schedule })).toBe(told)
})
