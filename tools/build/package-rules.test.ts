import { describe, expect, it } from 'vitest'
import { findPackageProblems, findUnpublished } from './package-rules.ts'

const manifest = {
  name: '@kubewright/demo',
  version: '1.0.0',
  bin: { demo: './bin/demo.js' },
  exports: {
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './testing': { default: './dist/testing.js' },
    './internal/*': null,
    './package.json': './package.json',
  },
}
const good: Record<string, string> = {
  LICENSE: '',
  'README.md': '',
  'package.json': '',
  'bin/demo.js': '',
  'src/index.ts': `export * from './a.ts'`,
  'dist/index.js': `export * from './a.js'\nconst later = () => import('./b.js')`,
  'dist/index.d.ts': `export * from './a.js'`,
  'dist/index.js.map': '{"sources":["../src/index.ts"]}',
  'dist/testing.js': `// imports nothing from './x'\n`,
}

function problemsWith(change: Record<string, string | undefined>) {
  const files = Object.entries({ ...good, ...change }).filter((entry) => entry[1] !== undefined)
  const texts = new Map(files as [string, string][])
  return findPackageProblems(manifest, [...texts.keys()], (path) => texts.get(path)!)
}

describe('package contents', () => {
  it('pass with all promised files', () => {
    expect(problemsWith({ 'dist/testing.js': '' })).toEqual([])
  })

  const cases = [
    { name: 'lack the licence', change: { LICENSE: undefined }, problem: 'LICENSE is missing' },
    {
      name: 'lack an entry of exports',
      change: { 'dist/testing.js': undefined },
      problem: 'dist/testing.js is missing',
    },
    { name: 'lack the bin program', change: { 'bin/demo.js': undefined }, problem: 'bin/demo.js is missing' },
    { name: 'contain a test', change: { 'src/a.test.ts': '' }, problem: 'src/a.test.ts is no business of users' },
    {
      name: 'import a TypeScript file at run time',
      change: { 'dist/testing.js': `import { a } from './a.ts'` },
      problem: 'dist/testing.js imports ./a.ts, which Node will not find',
    },
    {
      name: 'import a TypeScript file lazily',
      change: { 'dist/testing.js': `await import("./a.ts")` },
      problem: 'dist/testing.js imports ./a.ts, which Node will not find',
    },
    {
      name: 'have a source map with an absolute path',
      change: { 'dist/testing.js': '', 'dist/a.js.map': '{"sources":["/home/me/a.ts"]}' },
      problem: 'dist/a.js.map leads to /home/me/a.ts',
    },
  ]

  it.each(cases)('are refused when they $name', ({ change, problem }) => {
    expect(problemsWith({ 'dist/testing.js': '', ...change })).toEqual([problem])
  })
})

it('package contents may contain imports in template strings', () => {
  const text = "const file = (name) => `import { a } from './${name}.ts'\\n${name}`"
  expect(problemsWith({ 'dist/testing.js': text })).toEqual([])
})

describe('published packages', () => {
  const demo = (name: string, isPrivate: boolean, dependencies: Record<string, string> = {}) => {
    return { name, version: '1.0.0', private: isPrivate, dependencies }
  }

  it('depend on no private package', () => {
    const manifests = [demo('a', true), demo('b', false), demo('c', false, { a: '1.0.0', b: '1.0.0', zod: '4.0.0' })]
    expect(findUnpublished(manifests)).toEqual(['c: stands on a, which is private'])
  })

  it('may be dependencies of private packages', () => {
    expect(findUnpublished([demo('a', false), demo('b', true, { a: '1.0.0' })])).toEqual([])
  })
})
