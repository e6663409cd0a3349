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

describe('plan files of processes', () => {
  it('are read as they were written', () => {
    expect(parseProcessPlanFile(formatProcessPlanFile(plan, 'leak: something'))).toEqual(plan)
  })

  it.each([
    ['{', 'it is not JSON'],
    ['7', 'it has no plan with faults'],
    ['{"plan":{"faults":[{"type":"crash"}]}}', 'fault 1 is none that strikes a process: {"type":"crash"}'],
    ['{"plan":{"faults":[{"type":"toString"}]}}', 'fault 1 is none'],
    ['{"plan":{"faults":[{"type":"fail","at":{"call":"get pods","nth":0},"status":500}]}}', 'fault 1 is none'],
    ['{"plan":{"faults":[{"type":"overlap","at":{"call":"get pods","nth":1},"until":"rest"}]}}', 'fault 1 is none'],
  ])('are refused if they are none: %s', (text, why) => {
    expect(() => parseProcessPlanFile(text)).toThrow(why)
  })
})
