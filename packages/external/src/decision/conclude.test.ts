import { expect, it } from 'vitest'
import { concludeApply, concludeCompletion, concludeDelete } from './conclude.ts'

it.each([
  ['Succeeded', { does: 'go-on', state: 'Verifying', looksAgain: true }],
  ['AwaitingVerification', { does: 'go-on', state: 'Verifying', looksAgain: false }],
  ['Error', { does: 'retry', state: 'Failed' }],
] as const)('the result of a create or update decides the next step: %s', (result, next) =>
  expect(concludeApply(result)).toEqual(next),
)

it.each([
  ['AlreadyDeleted', true, { does: 'release', state: 'Terminating' }],
  ['Succeeded', true, { does: 'release', state: 'Terminating' }],
  ['AwaitingVerification', true, { does: 'go-on', state: 'Terminating', looksAgain: false }],
  ['Error', true, { does: 'retry', state: 'Terminating' }],
  ['AlreadyDeleted', false, { does: 'go-on', state: 'Recreating', looksAgain: true }],
  ['Succeeded', false, { does: 'go-on', state: 'Recreating', looksAgain: true }],
  ['AwaitingVerification', false, { does: 'go-on', state: 'Recreating', looksAgain: false }],
  ['Error', false, { does: 'retry', state: 'Failed' }],
] as const)(
  'the result of a delete decides the next step: %s, object is being deleted: %s',
  (result, isDeleting, next) => {
    expect(concludeDelete(result, isDeleting)).toEqual(next)
  },
)

it('a completion that fails is retried', () => {
  expect(concludeCompletion(true)).toEqual({ does: 'go-on', state: 'Succeeded', looksAgain: false })
  expect(concludeCompletion(false)).toEqual({ does: 'retry', state: 'Failed' })
})
