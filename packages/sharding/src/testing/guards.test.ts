import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { divisionGuards } from './division-guards.ts'
import { occurrences } from './fleet-bundle.ts'
import { guards, unseen } from './guards.ts'

it.each([...guards, ...unseen, ...divisionGuards])('a fleet that $name differs in one place', (guard) => {
  expect(occurrences(guard)).toBe(1)
  expect(guard.to).not.toBe(guard.from)
})

it.each(unseen)('a fleet that $name is found by a test', ({ test }) => {
  const [file, title] = [test.slice(0, test.indexOf(': ')), test.slice(test.indexOf(': ') + 2)]
  expect(readFileSync(join(import.meta.dirname, '..', file), 'utf8')).toContain(`'${title}'`)
})
