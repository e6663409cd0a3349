import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPackages } from '../workspace.ts'
import { documentedIn, undocumentedNames } from './undocumented-names.ts'

const root = resolve(import.meta.dirname, '../..')

describe('documented names of a file', () => {
  it('are those with a doc comment', () => {
    const text = `/** A. */\nexport interface A {}\nexport class B {}\n// C\nexport type C = A\n/** D. */\nexport const D = 1`
    expect([...documentedIn('a.ts', text)]).toEqual(['A', 'D'])
  })

  it('do not include a name below the module comment', () => {
    expect([...documentedIn('a.ts', `/** A file. */\n\nexport interface A {}`)]).toEqual([])
  })

  it('include a constant whose type of the same name has the comment', () => {
    const text = `/** A. */\nexport interface A {}\nexport const A = 1`
    expect([...documentedIn('a.ts', text)]).toEqual(['A'])
  })
})

it('every public name has a doc comment', () => {
  expect(undocumentedNames(readPackages(root), (path) => readFileSync(join(root, path), 'utf8'))).toEqual([])
})
