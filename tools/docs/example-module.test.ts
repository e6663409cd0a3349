import { describe, expect, it } from 'vitest'
import { readExamples } from './example.ts'
import { exampleModule, readSurface } from './example-module.ts'

const index = `export { a, type B } from './a.ts'\nexport type { C } from './c.ts'\nexport { d as e } from './d.ts'`
const surface = readSurface('@kubewright/core', index)

function moduleOf(...code: string[]) {
  const page = ['```ts', ...code, '```'].join('\n')
  return exampleModule(readExamples('a.md', page)[0]!, page, { prelude: 'P', surface })
}

it('reads the names of an entry, and which are types', () => {
  const types = [...surface.names].map(([name, { isType }]) => (isType ? `type ${name}` : name))
  expect(types).toEqual(['a', 'type B', 'type C', 'e'])
})

describe('the module of an example', () => {
  it('imports what the example mentions of its package, on the line of the opening marker', () => {
    expect(moduleOf('const b: B = a(1)')).toBe(
      `P; import { a, type B } from '@kubewright/core'; export {}\nconst b: B = a(1)\n`,
    )
  })

  it.each(['const a = 1', 'const { x: [a] } = y', `import { a } from 'z'`, 'function a() {}', 'type a = 1'])(
    'does not import what the example declares: %s',
    (declaration) => {
      expect(moduleOf(declaration)).toBe(`P; export {}\n${declaration}\n`)
    },
  )
})
