import { describe, expect, it } from 'vitest'
import { describePackage, type Layers } from '../workspace.ts'
import { checkSourceFile, type Repository } from './import-rules.ts'
import { readSourceFile } from './source-file.ts'

const entry = (file: string) => ({ '@kubewright/source': `./src/${file}.ts`, default: `./dist/${file}.js` })
const layers: Layers = {
  packages: { core: [], queue: ['core'], client: ['core'], testing: ['client'], kubewright: ['client'] },
  'third-party': { client: ['undici'] },
}
const shippedIn = (folder: string) => [`${folder}/a.ts`, `${folder}/contract.ts`]
const repository: Repository = {
  layers,
  packages: ['core', 'queue', 'client', 'testing'].map((folder) =>
    describePackage(folder, {
      name: `@kubewright/${folder}`,
      version: '1.0.0',
      exports: { '.': entry('index'), './testing': entry('testing') },
    }),
  ),
  shipped: new Set(['core', 'queue', 'client'].flatMap((folder) => shippedIn(`packages/${folder}/src`))),
  declaredFor: () => new Set(['vitest', 'typescript']),
}

function rulesBrokenBy(path: string, text: string) {
  return checkSourceFile(readSourceFile(path, text), repository).map(({ line, rule }) => `${line} ${rule}`)
}

describe('layer rule: an import', () => {
  const cases = [
    { name: 'of a lower layer', path: 'packages/queue/src/a.ts', of: '@kubewright/core', broken: [] },
    { name: 'of a layer not listed', path: 'packages/queue/src/a.ts', of: '@kubewright/client', broken: ['1 layers'] },
    {
      name: 'of the own package by name',
      path: 'packages/core/src/a.ts',
      of: '@kubewright/core',
      broken: ['1 boundary'],
    },
    {
      name: 'of a file that exports does not list',
      path: 'packages/queue/src/a.ts',
      of: '@kubewright/core/src/x.ts',
      broken: ['1 surface'],
    },
    {
      name: 'of a package that does not exist',
      path: 'test/a.test.ts',
      of: '@kubewright/nonsense',
      broken: ['1 surface'],
    },
    {
      name: 'of test utilities from a test',
      path: 'packages/queue/src/a.test.ts',
      of: '@kubewright/core/testing',
      broken: [],
    },
    {
      name: 'of test utilities from shipped code',
      path: 'packages/queue/src/a.ts',
      of: '@kubewright/core/testing',
      broken: ['1 surface'],
    },
    {
      name: 'of @kubewright/testing from a unit test',
      path: 'packages/client/src/a.test.ts',
      of: '@kubewright/testing',
      broken: ['1 layers'],
    },
    { name: 'of a file in the same folder', path: 'packages/core/src/a.ts', of: './b.ts', broken: [] },
    {
      name: "of another package's file",
      path: 'packages/queue/src/a.ts',
      of: '../../core/src/b.ts',
      broken: ['1 boundary'],
    },
    {
      name: "of a package's file from a test",
      path: 'test/integration/a.test.ts',
      of: '../../packages/core/src/a.ts',
      broken: ['1 boundary'],
    },
    {
      name: 'of the own package by name from a test',
      path: 'packages/core/src/a.test-d.ts',
      of: '@kubewright/core',
      broken: [],
    },
    {
      name: "of a package's internals from a tool",
      path: 'tools/a.ts',
      of: '../packages/core/src/a.ts',
      broken: [],
    },
    { name: 'of a tool from a test', path: 'test/docs/a.test.ts', of: '../../tools/b.ts', broken: [] },
    {
      name: 'of internals from an operator',
      path: 'operators/web/src/a.ts',
      of: '../../../packages/core/src/b.ts',
      broken: ['1 boundary'],
    },
    {
      name: 'of the published surface from an example',
      path: 'examples/01-a/main.ts',
      of: '@kubewright/client',
      broken: [],
    },
    { name: 'of an allowed library', path: 'packages/client/src/a.ts', of: 'undici/types/agent.js', broken: [] },
    {
      name: 'of a library that is not allowed',
      path: 'packages/core/src/a.ts',
      of: 'lodash',
      broken: ['1 third-party'],
    },
    { name: 'of the test runner from a test', path: 'packages/core/src/a.test.ts', of: 'vitest', broken: [] },
    {
      name: 'of the test runner from a contract suite',
      path: 'packages/core/src/contract.ts',
      of: 'vitest',
      broken: ['1 third-party'],
    },
    {
      name: 'of the test runner from shipped code',
      path: 'packages/core/src/a.ts',
      of: 'vitest',
      broken: ['1 third-party'],
    },
    { name: 'of a declared library from a tool', path: 'tools/a.ts', of: 'typescript', broken: [] },
    { name: 'of an undeclared library from a tool', path: 'tools/a.ts', of: 'lodash', broken: ['1 third-party'] },
    { name: 'of a Node module', path: 'packages/core/src/a.ts', of: 'node:crypto', broken: [] },
  ]

  it.each(cases)('$name breaks the rules $broken', ({ path, of, broken }) => {
    expect(rulesBrokenBy(path, `import { x } from '${of}'`)).toEqual(broken)
  })
})

describe('layer rule: `export *`', () => {
  it('is refused in a package', () => {
    expect(rulesBrokenBy('packages/core/src/index.ts', `export * from './a.ts'`)).toEqual(['1 surface'])
  })

  it('is allowed for generated files', () => {
    expect(rulesBrokenBy('packages/core/src/index.ts', `export * from './generated/kinds.ts'`)).toEqual([])
  })
})

describe('layer rule: `export *` in the umbrella package', () => {
  it('is allowed for whole packages only', () => {
    expect(rulesBrokenBy('packages/kubewright/src/client.ts', `export * from '@kubewright/client'`)).toEqual([])
    expect(rulesBrokenBy('packages/kubewright/src/index.ts', `export * from './client.ts'`)).toEqual(['1 surface'])
  })
})

describe('layer rule: `new Date()`', () => {
  it('is refused in packages that get a clock', () => {
    expect(rulesBrokenBy('packages/queue/src/a.ts', 'const now =\n  new Date()')).toEqual(['2 clock'])
  })

  it.each(['packages/core/src/clock.ts', 'tools/a.ts', 'bench/a.ts'])('is allowed in %s', (path) => {
    expect(rulesBrokenBy(path, 'new Date()')).toEqual([])
  })
})
