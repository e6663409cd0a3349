import { expect, it } from 'vitest'
import { type Reason, wakingReasons } from './reason.ts'

const created: Reason = { type: 'created' }
const retry: Reason = { type: 'retry' }
const again: Reason = { type: 'again' }
const changed: Reason = { type: 'changed' }

it.each<{ reasons: readonly Reason[]; woken: readonly Reason[] }>([
  { reasons: [], woken: [] },
  { reasons: [created, changed], woken: [created, changed] },
  { reasons: [created, retry], woken: [retry] },
  { reasons: [created, retry, retry, retry], woken: [retry] },
  { reasons: [created, retry, changed], woken: [changed] },
  { reasons: [created, retry, changed, retry, again], woken: [again] },
])('reasons $reasons: the latest run was triggered by $woken', ({ reasons, woken }) => {
  expect(wakingReasons(reasons)).toEqual(woken)
})
