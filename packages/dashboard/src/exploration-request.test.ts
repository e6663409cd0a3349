import { expect, it } from 'vitest'
import { requestIn } from './exploration-request.ts'

it('an exploration request has a file path and a list of known strategies', () => {
  const request = { file: 'a.explore.ts', strategies: ['single', 'pct'] }
  expect(requestIn(request)).toEqual(request)
})

it.each([
  [{ file: 'x'.repeat(1_001) }, 'with at most 1000 characters'],
  [{ file: 7 }, 'the field "file" is required'],
  [{ file: 'a', strategies: ['single', 'single'] }, 'each at most once'],
  [{ file: 'a', strategies: Array.from({ length: 100_000 }, () => 'single') }, 'each at most once'],
  [{ file: 'a', strategies: [] }, '"strategies" is not a list'],
])('an invalid exploration request is refused: %#', (body, message) => {
  expect(() => requestIn(body as never)).toThrow(message)
})
