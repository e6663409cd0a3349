import { describe, expect, it } from 'vitest'
import { readSourceFile } from './source-file.ts'

describe('reading the imports of a file', () => {
  const cases = [
    { name: 'a value import', text: `import { a } from './a.ts'`, isTypeOnly: false },
    { name: 'a side-effect import', text: `import './a.ts'`, isTypeOnly: false },
    { name: 'a type import', text: `import type { A } from './a.ts'`, isTypeOnly: true },
    {
      name: 'inline types, which keep the import at run time',
      text: `import { type A } from './a.ts'`,
      isTypeOnly: false,
    },
    { name: 'a re-export', text: `export { a } from './a.ts'`, isTypeOnly: false },
    { name: 'a re-export of types', text: `export type { A } from './a.ts'`, isTypeOnly: true },
    { name: 'a nested dynamic import', text: `if (x) y(async () => await import('./a.ts'))`, isTypeOnly: false },
    { name: 'an import inside a type', text: `type A = Map<string, import('./a.ts').A>`, isTypeOnly: true },
  ]

  it.each(cases)('finds $name', ({ text, isTypeOnly }) => {
    expect(readSourceFile('x.ts', `\n${text}`).imports).toEqual([{ specifier: './a.ts', line: 2, isTypeOnly }])
  })

  it('marks export *', () => {
    const [found] = readSourceFile('x.ts', `export * from './a.ts'`).imports
    expect(found).toEqual({ specifier: './a.ts', line: 1, isTypeOnly: false, isStar: true })
  })

  it('ignores comments, strings and computed specifiers', () => {
    const text = `// import { a } from './a.ts'\nconst b = "import('./b.ts')"\nexport const c = () => import(b)`
    expect(readSourceFile('x.ts', text).imports).toEqual([])
  })
})

it('readSourceFile finds every `new Date` without a time, and no other', () => {
  const text = 'const a = new Date(5)\nconst b = new Date()\nconst c = () => new Date'
  expect(readSourceFile('x.ts', text).bareDates).toEqual([2, 3])
})
