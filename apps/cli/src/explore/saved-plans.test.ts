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

describe('the plans of an exploration', () => {
  it('are numbered by the rule that was broken', () => {
    expect(save(['leak', 'a'], ['end-state', 'b'], ['leak', 'c'])).toEqual([
      'leak-1.json',
      'end-state-1.json',
      'leak-2.json',
    ])
  })

  it('leave those alone that were written before, and are not written twice', () => {
    save(['leak', 'kept as a test'])
    expect(save(['leak', 'another'], ['leak', 'kept as a test'])).toEqual(['leak-2.json', 'leak-1.json'])
    expect(readFileSync(join(folder, 'leak-1.json'), 'utf8')).toBe('kept as a test')
  })
})
