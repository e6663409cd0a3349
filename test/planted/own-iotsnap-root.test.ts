import { expect, it } from 'vitest'
import { timeout } from './judged.ts'
import { judgedOwn } from './own-judged.ts'
import { ownOperators } from './own-operators.ts'

// Each run makes twenty-two objects: `npm run explore:iotsnap` plays every single fault, and double ones by seed.
judgedOwn('iotsnap-root', 24)

it('iotsnap-root: a component that waits for hours is created once, with rejected Services and a lost response', {
  timeout,
}, async () => {
  const outage = { type: 'outage', of: { kind: 'services' }, step: 14, answer: 429 }
  const lost = { type: 'lost', at: { call: 'apply services default/root-cloudadmin', nth: 1 } }
  const plan = { schedule: { type: 'in-order' }, faults: [outage, lost] }
  const report = await ownOperators['iotsnap-root']!.replay(JSON.stringify({ seed: '4', plan }))
  expect(report.failures.map((failure) => failure.story())).toEqual([])
  expect(report.truncated).toBeUndefined()
})
