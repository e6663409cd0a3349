import { expect, it } from 'vitest'
import { answerIn } from './exploration-message.ts'

const progress = { strategy: 'single', runs: 1, plans: 2, faults: 3, failures: 0 }
const failure = { oracle: 'leak', message: 'm', times: 1, story: 's', planFile: '{}' }

it.each([
  { progress },
  { report: { runs: 1, story: '', failures: [failure] } },
  { problem: 'it exports nothing' },
  { error: { message: 'it threw' } },
])('%j is accepted as a message of an exploration', (message) => {
  expect(answerIn(message)).toBe(message)
})

const others: readonly unknown[] = [
  'ready',
  null,
  7,
  [],
  ['progress'],
  {},
  { progress, report: 1 },
  { progress: null },
  { progress: { ...progress, runs: '1' } },
  { report: { runs: 1, story: '', failures: {} } },
  { report: { runs: 1, story: '', failures: [{ ...failure, oracle: 7 }] } },
  { problem: 7 },
  { error: 'it threw' },
  { toString: 1 },
  { constructor: {} },
]

it.each(others.map((message) => ({ message })))('$message is ignored as a message of other code', ({ message }) => {
  expect(answerIn(message)).toBeUndefined()
})
