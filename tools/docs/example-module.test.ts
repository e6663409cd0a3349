import { describe, expect, it } from 'vitest'
import { readExamples } from './example.ts'
import { exampleModule } from './example-module.ts'

const surface = {
  specifier: '@kubewright/core',
  names: [
    { name: 'a', isType: false },
    { name: 'B', isType: true },
    { name: 'unused', isType: false },
  ],
}

function moduleOf(...code: string[]) {
  const page = ['```ts', ...code, '```'].join('\n')
  return exampleModule(readExamples('a.md', page)[0]!, page, { prelude: 'P', surfaces: [surface] })
}

describe('generated module of a documentation example', () => {
  it('imports the mentioned names of its package, on the line of the fence', () => {
    expect(moduleOf('const b: B = a(1)')).toBe(
      `P; import { a, type B } from '@kubewright/core'; export {}\nconst b: B = a(1)\n`,
    )
  })

  it('imports a name that two entries export from the first one', () => {
    const page = '```ts\na()\nz()\n```'
    const other = { specifier: 'zod', names: ['a', 'z'].map((name) => ({ name, isType: false })) }
    expect(exampleModule(readExamples('a.md', page)[0]!, page, { prelude: 'P', surfaces: [surface, other] })).toBe(
      `P; import { a } from '@kubewright/core'; import { z } from 'zod'; export {}\na()\nz()\n`,
    )
  })

  it.each(['const a = 1', 'const { x: [a] } = y', `import { a } from 'z'`, 'function a() {}', 'type a = 1'])(
    'does not import a name that the example declares: %s',
    (declaration) => {
      expect(moduleOf(declaration)).toBe(`P; export {}\n${declaration}\n`)
    },
  )
})
