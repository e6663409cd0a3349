import { expect, it } from 'vitest'
import { differencesOf } from './differences.ts'

it('generated files that are missing, outdated or left over are reported', () => {
  const wanted = new Map([
    ['same.ts', '1'],
    ['new.ts', '1'],
    ['changed.ts', '2'],
  ])
  const present = new Map([
    ['same.ts', '1'],
    ['changed.ts', '1'],
    ['old.ts', '1'],
  ])
  expect(differencesOf(wanted, present)).toEqual([
    { path: 'changed.ts', problem: 'is out of date' },
    { path: 'new.ts', problem: 'is missing' },
    { path: 'old.ts', problem: 'does not belong here' },
  ])
})
