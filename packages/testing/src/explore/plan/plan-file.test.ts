import fc from 'fast-check'
import { expect, it } from 'vitest'
import { planOf, type PlannedFault, type Schedule } from './plan.ts'
import { formatPlanFile, parsePlanFile } from './plan-file.ts'

const plan = planOf({ type: 'lost', at: { call: 'create configmaps default/blog', nth: 1 } })

it('a plan file survives format and parse, with a description', () => {
  const text = formatPlanFile({ found: 'end-state: x', seed: 's', plan })
  expect(parsePlanFile(text)).toEqual({
    about: 'the response to "create configmaps default/blog" is lost',
    found: 'end-state: x',
    seed: 's',
    plan,
  })
})

it('a plan file may omit its descriptions', () => {
  const about = 'the response to "create configmaps default/blog" is lost'
  expect(parsePlanFile(JSON.stringify({ seed: 's', plan }))).toEqual({ about, found: '', seed: 's', plan })
})

/** A file with something in place of its plan's parts. */
const file = (more: object, seed: unknown = 's') => {
  return JSON.stringify({ seed, plan: { schedule: { type: 'in-order' }, faults: [], ...more } })
}
const at = { call: 'create configmaps default/blog', nth: 1 }
const value = { type: 'value', step: 1, object: 'Site default/blog', path: ['spec', 'title'], sort: 'valid' }

it.each([
  ['{', 'it is not JSON'],
  ['null', 'the file is null, and has to be an object'],
  ['[]', 'the file is [], and has to be an object'],
  ['{"seed":"s"}', 'plan is not there, and has to be an object'],
  ['{"seed":"s","plan":{},"plans":[]}', 'plans is unknown; the fields are: about, found, seed, plan'],
  [file({}, 7), 'seed is 7, and has to be a text'],
  [file({ schedule: { type: 'toString' } }), 'plan.schedule.type is "toString", and has to be one of in-order, random'],
  [file({ schedule: { type: 'random' } }), 'plan.schedule.seed is not there, and has to be a text'],
  [file({ schedule: { type: 'in-order', seed: 's' } }), 'plan.schedule.seed is unknown'],
  [file({ schedule: { type: 'pct', seed: 's', changes: 1e9 } }), 'plan.schedule.changes is 1000000000, and has to be'],
  [file({ schedule: { type: 'picked', picks: [{ at: -1, take: 'x' }] } }), 'plan.schedule.picks[0].at is -1'],
  [file({ schedule: { type: 'picked', picks: 'all' } }), 'plan.schedule.picks is "all", and has to be a list'],
  [file({ faults: {} }), 'plan.faults is {}, and has to be a list'],
  [file({ faults: [{ type: 'lost', at }, null] }), 'plan.faults[1] is null, and has to be an object'],
  [file({ faults: [{ type: 'flood' }] }), 'plan.faults[0].type is "flood"'],
  [file({ faults: [{ type: 'crash' }] }), 'plan.faults[0].at is not there, and has to be an object'],
  [file({ faults: [{ type: 'crash', at, when: 'never' }] }), 'plan.faults[0].when is "never"'],
  [file({ faults: [{ type: 'lost', at: { ...at, nth: 0 } }] }), 'plan.faults[0].at.nth is 0'],
  [file({ faults: [{ type: 'fail', at, status: 200 }] }), 'plan.faults[0].status is 200'],
  [file({ faults: [{ type: 'handover', at, to: 'me' }] }), 'plan.faults[0].to is "me"'],
  [file({ faults: [{ type: 'hurry', step: 1.5 }] }), 'plan.faults[0].step is 1.5'],
  [file({ faults: Array.from({ length: 10_001 }, () => null) }), 'plan.faults has 10001 entries'],
  [file({ declare: value }), 'plan.declare is unknown'],
  [file({ declares: { type: 'back', from: 1 } }), 'plan.declares.to is not there'],
  [file({ declares: { ...value, path: ['spec', 7] } }), 'plan.declares.path[1] is 7'],
  [file({ declares: { ...value, sort: 'odd' } }), 'plan.declares.sort is "odd"'],
  ['{"seed":"s","plan":{"schedule":{"type":"in-order"},"faults":[],"__proto__":{}}}', 'plan.__proto__ is unknown'],
])('a plan file is refused if invalid: %s', (text, why) => {
  expect(() => parsePlanFile(text)).toThrow(expect.objectContaining({ code: 'KW_TESTING_PLAN' }))
  expect(() => parsePlanFile(text)).toThrow(why)
})

const text = fc.string({ minLength: 1 })
const moment = fc.record({ call: text, nth: fc.integer({ min: 1, max: 9 }) })
const someFault: fc.Arbitrary<PlannedFault> = fc.oneof(
  fc.record({ type: fc.constant('lost' as const), at: moment }),
  fc.record({ type: fc.constant('handover' as const), at: moment, to: fc.constant('standby' as const) }),
  fc.record({ type: fc.constant('hurry' as const), step: fc.nat(9) }),
)
const someSchedule: fc.Arbitrary<Schedule> = fc.oneof(
  fc.constant({ type: 'in-order' as const }),
  fc.record({ type: fc.constant('pct' as const), seed: text, changes: fc.nat(9) }),
  fc.record({
    type: fc.constant('picked' as const),
    picks: fc.array(fc.record({ at: fc.nat(99), take: text })),
  }),
)

it('a plan file can hold every plan of an exploration', () => {
  fc.assert(
    fc.property(someSchedule, fc.array(someFault), text, (schedule, faults, seed) => {
      const given = { schedule, faults }
      expect(parsePlanFile(formatPlanFile({ found: 'x', seed, plan: given })).plan).toEqual(given)
    }),
  )
})

it('an invalid plan file always fails with KW_TESTING_PLAN', () => {
  const codeOf = (text: string) => {
    try {
      parsePlanFile(text)
      return 'KW_TESTING_PLAN'
    } catch (error) {
      return (error as { readonly code?: string }).code
    }
  }
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (plan, seed) => {
      expect(codeOf(JSON.stringify({ seed, plan }))).toBe('KW_TESTING_PLAN')
    }),
  )
})
