import { expect, it } from 'vitest'
import { planOf } from './plan.ts'
import { formatPlanFile, parsePlanFile } from './plan-file.ts'

const plan = planOf({ type: 'lost', at: { call: 'create configmaps default/blog', nth: 1 } })

it('is read as it was written, and says what it is about', () => {
  const text = formatPlanFile({ found: 'end-state: x', seed: 's', plan })
  expect(parsePlanFile(text)).toEqual({
    about: 'the answer to "create configmaps default/blog" is lost',
    found: 'end-state: x',
    seed: 's',
    plan,
  })
})

it.each([
  ['{', 'it is not JSON'],
  ['null', 'it has no plan with a schedule and faults'],
  ['{"seed":"s","plan":{"schedule":{"type":"in-order"},"faults":[{"type":"flood"}]}}', 'no fault: {"type":"flood"}'],
  ['{"seed":"s","plan":{"schedule":{"type":"in-order"},"faults":[{"type":"crash"}]}}', 'no fault: {"type":"crash"}'],
  ['{"seed":"s","plan":{"schedule":{"type":"in-order"},"faults":[null]}}', 'this is no fault: null'],
  ['{"plan":{"schedule":{"type":"in-order"},"faults":[]}}', 'it has no seed'],
])('refuses %s', (text, why) => expect(() => parsePlanFile(text)).toThrow(why))
