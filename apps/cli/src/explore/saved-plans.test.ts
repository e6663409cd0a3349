import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { savePlans } from './saved-plans.ts'

let folder: string

beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'kubewright-plans-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const save = (...plans: readonly (readonly [oracle: string, planFile: string])[]) =>
  savePlans(
    plans.map(([oracle, planFile]) => ({ oracle, planFile })),
    folder,
  ).map((path) => basename(path))

describe('saved plans of an exploration', () => {
  it('are numbered per violated rule', () => {
    expect(save(['leak', 'a'], ['end-state', 'b'], ['leak', 'c'])).toEqual([
      'leak-1.json',
      'end-state-1.json',
      'leak-2.json',
    ])
  })

  it.each([
    ['../../outside', 'outside-1.json'],
    ['/etc/cron.d/x', 'etc-cron-d-x-1.json'],
    ['a; reboot #', 'a-reboot--1.json'],
    ['--help', 'help-1.json'],
    ['..', 'plan-1.json'],
    ['a'.repeat(1_000), `${'a'.repeat(60)}-1.json`],
  ])('stay in their folder, whatever the name of the rule: %s', (oracle, name) => {
    const [path] = savePlans([{ oracle, planFile: 'plan' }], folder)
    expect(path).toBe(join(folder, name))
    expect(readFileSync(path!, 'utf8')).toBe('plan')
  })

  it('keep existing files, and are not written twice', () => {
    save(['leak', 'kept as a test'])
    expect(save(['leak', 'another'], ['leak', 'kept as a test'])).toEqual(['leak-2.json', 'leak-1.json'])
    expect(readFileSync(join(folder, 'leak-1.json'), 'utf8')).toBe('kept as a test')
  })
})
