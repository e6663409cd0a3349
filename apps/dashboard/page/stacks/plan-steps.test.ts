import { expect, it } from 'vitest'
import { planSteps, rememberPlan } from './plan-steps.ts'

const component = (name: string, waitsFor?: string) => ({
  name,
  phase: 'absent' as const,
  needs: [],
  ...(waitsFor === undefined ? {} : { waitsFor }),
})

it('plan steps show what is in progress, what waits and why, and what follows', () => {
  const components = [component('db', 'is starting'), component('api', 'waits for db'), component('docs')]
  const stack = { plan: ['db.run', 'api.run', 'docs.run'], step: 'db.run, cache.run', components }
  expect(planSteps(stack, ['store.run'])).toEqual([
    { operation: 'store.run', standing: 'done' },
    { operation: 'db.run', standing: 'now', why: 'is starting' },
    { operation: 'api.run', standing: 'waits', why: 'waits for db' },
    { operation: 'docs.run', standing: 'next' },
  ])
})

it('steps that left the plan are shown as done, until a new plan starts', () => {
  const first = rememberPlan(undefined, ['db.run', 'api.run'])
  expect(first.done).toEqual([])
  const second = rememberPlan(first, ['api.run'])
  expect(second.done).toEqual(['db.run'])
  const third = rememberPlan(second, [])
  expect(third.done).toEqual(['db.run', 'api.run'])
  expect(rememberPlan(third, ['db.delete', 'db.run']).done).toEqual([])
})

it('a step that is planned again is not shown as done', () => {
  const before = rememberPlan(rememberPlan(undefined, ['db.run', 'api.run']), ['api.run'])
  expect(rememberPlan(before, ['db.run', 'api.run']).done).toEqual([])
})
