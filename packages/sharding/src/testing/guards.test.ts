import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { divisionGuards } from './division-guards.ts'
import { occurrences } from './fleet-bundle.ts'
import { guards, unseen } from './guards.ts'

it.each([...guards, ...unseen, ...divisionGuards])(
  'the guard whose removal gives a fleet that $name occurs once in the source',
  (guard) => {
    expect(occurrences(guard)).toBe(1)
    expect(guard.to).not.toBe(guard.from)
  },
)

it.each(unseen)('the unit test for a fleet that $name exists', ({ test }) => {
  const [file, title] = [test.slice(0, test.indexOf(': ')), test.slice(test.indexOf(': ') + 2)]
  expect(readFileSync(join(import.meta.dirname, '..', file), 'utf8')).toContain(`'${title}'`)
})
