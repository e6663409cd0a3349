import { describe, expect, it } from 'vitest'
import { formatProcessPlanFile, parseProcessPlanFile } from './process-plan-file.ts'
import type { ProcessPlan } from './process-plan.ts'

const at = { call: 'create configmaps default', nth: 1 }
const plan: ProcessPlan = {
  faults: [
    { type: 'crash', at },
    { type: 'fail', at, status: 429 },
    { type: 'blind', kind: 'configmaps', step: 2, after: 'relisted' },
    { type: 'cut', kind: 'configmaps', step: 2, isExpired: true },
    { type: 'restart', step: 0 },
  ],
}

describe('plan files of explored processes', () => {
  it('survive format and parse', () => {
    expect(parseProcessPlanFile(formatProcessPlanFile(plan, 'leak: something'))).toEqual(plan)
  })

  it.each([
    ['{', 'it is not JSON'],
    ['7', 'the file is 7, and has to be an object'],
    ['{"plan":{}}', 'plan.faults is not there, and has to be a list'],
    ['{"seed":"s","plan":{"faults":[]}}', 'seed is unknown'],
    ['{"plan":{"faults":[{"type":"crash"}]}}', 'plan.faults[0].at is not there'],
    ['{"plan":{"faults":[{"type":"toString"}]}}', 'plan.faults[0].type is "toString"'],
    [
      '{"plan":{"faults":[{"type":"fail","at":{"call":"get pods","nth":0},"status":500}]}}',
      'plan.faults[0].at.nth is 0',
    ],
    ['{"plan":{"faults":[{"type":"lost","at":{"call":"dns.ensure","nth":1}}]}}', 'has to name a verb and a kind'],
    ['{"plan":{"faults":[{"type":"overlap","at":{"call":"get pods","nth":1},"until":"rest"}]}}', 'is "overlap"'],
    [
      '{"plan":{"faults":[{"type":"cut","kind":"pods","step":1,"isExpired":"no"}]}}',
      'plan.faults[0].isExpired is "no"',
    ],
  ])('are refused if invalid: %s', (text, why) => {
    expect(() => parseProcessPlanFile(text)).toThrow(expect.objectContaining({ code: 'KW_TESTING_PLAN' }))
    expect(() => parseProcessPlanFile(text)).toThrow(why)
  })
})
