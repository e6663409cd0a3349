import { expect, it } from 'vitest'
import { occurrences } from './fleet-bundle.ts'
import { guards, unmissed } from './guards.ts'

it.each([...guards, ...unmissed])('a fleet that $name differs in one place', (guard) => {
  expect(occurrences(guard)).toBe(1)
  expect(guard.to).not.toBe(guard.from)
})
