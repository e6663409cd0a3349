import { describe, expect, it } from 'vitest'
import { exportedNames } from './exported-names.ts'

const files: Record<string, string> = {
  'src/a.ts': `export const a = 1\nexport function f() {}\nexport class C {}\nconst hidden = 1`,
  'src/b.ts': `export interface B {}\nexport type D = B\nexport { a as again } from './a.ts'`,
  'src/kind.ts': `export const Kind = 1\nexport interface Kind {}`,
}

function namesOf(index: string) {
  const names = exportedNames('src/index.ts', (path) => (path === 'src/index.ts' ? index : files[path]!))
  return names.map(({ name, isType, from, declaredAs }) => `${isType ? 'type ' : ''}${name} = ${from} ${declaredAs}`)
}

describe('exported names of a module', () => {
  const cases = [
    { name: 'by re-export', index: `export { a, C } from './a.ts'`, are: ['a = src/a.ts a', 'C = src/a.ts C'] },
    { name: 'as types', index: `export { type C } from './a.ts'`, are: ['type C = src/a.ts C'] },
    { name: 'under another name', index: `export { a as z } from './a.ts'`, are: ['z = src/a.ts a'] },
    { name: 'through two files', index: `export { again } from './b.ts'`, are: ['again = src/a.ts a'] },
    {
      name: 'with export *',
      index: `export * from './b.ts'`,
      are: ['type B = src/b.ts B', 'type D = src/b.ts D', 'again = src/a.ts a'],
    },
    { name: 'from a package', index: `export { x } from '@kubewright/core'`, are: ['x = @kubewright/core x'] },
    { name: 'by declaration', index: `export const own = 1`, are: ['own = src/index.ts own'] },
    { name: 'as value and type', index: `export { Kind } from './kind.ts'`, are: ['Kind = src/kind.ts Kind'] },
  ]

  it.each(cases)('$name', ({ index, are }) => {
    expect(namesOf(index)).toEqual(are)
  })
})
