import { expect, it } from 'vitest'
import { component } from '../component.ts'
import { protocolFromNeeds } from '../stack-protocol.ts'
import type { ComponentStatus } from '../status.ts'
import { deploymentPlan, type SeenComponent } from './deployment-plan.ts'

const minute = 60_000
const begin = Date.parse('2026-01-01T12:00:00Z')
const api = component({ image: 'api:1', startWithin: '10m', replaceAfter: '5m' })
const protocol = protocolFromNeeds({ api: [] })

/** The plan for a workload that is not ready, `minutes` after its creation. */
function planAt(minutes: number, previous: ComponentStatus, seen: Partial<SeenComponent> = {}) {
  const one: SeenComponent = {
    component: api,
    settings: api.settings,
    observation: { phase: 'starting', isComplete: false },
    previous,
    created: new Date(begin).toISOString(),
    generation: 1,
    ...seen,
  }
  const { actions, components, againMs } = deploymentPlan(protocol, { api: one }, begin + minutes * minute)
  return { actions: actions.map(({ operation }) => operation), status: components['api']!, againMs }
}

const starting: ComponentStatus = { phase: 'starting', since: new Date(begin).toISOString() }

it('a component that misses its start deadline is crashed, and is replaced after a grace period', () => {
  const late = planAt(10, starting)
  expect([late.status.phase, late.againMs]).toEqual(['crashed', 5 * minute])
  const same = planAt(10, late.status)
  expect([same.status, same.againMs]).toEqual([late.status, 5 * minute])
  expect(planAt(14, same.status)).toMatchObject({ actions: [], status: late.status, againMs: minute })
  const replaced = planAt(15, same.status)
  expect(replaced.actions).toEqual(['api.delete'])
  expect(replaced.status).not.toHaveProperty('late')
})

it('a component that missed its start deadline gets a new deadline when its workload changes', () => {
  const late = planAt(10, starting)
  expect(planAt(12, late.status, { generation: 2 }).status).toMatchObject({ phase: 'starting' })
})

it('a component that becomes ready after its start deadline is running', () => {
  const late = planAt(10, starting)
  const { status } = planAt(12, late.status, { observation: { phase: 'running', isComplete: true } })
  expect(status.phase).toBe('running')
  expect(status).not.toHaveProperty('late')
})
