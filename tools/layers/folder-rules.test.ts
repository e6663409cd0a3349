import { describe, expect, it } from 'vitest'
import type { Layers } from '../workspace.ts'
import { checkFolders } from './folder-rules.ts'
import { readSourceFile } from './source-file.ts'

const layers: Layers = {
  packages: {},
  'third-party': {},
  folders: { server: ['errors.ts', 'storage', 'verbs', 'http'] },
}

/** Problems of one file beside one file of each listed folder. */
function problemsOf(path: string, text: string, shipped = true): readonly string[] {
  const files = [
    readSourceFile('packages/server/src/errors.ts', ''),
    ...['storage', 'verbs', 'http'].map((folder) => readSourceFile(`packages/server/src/${folder}/index.ts`, '')),
    readSourceFile(path, text),
  ]
  const shippedFiles = new Set(files.map((file) => file.path).filter((each) => shipped || each !== path))
  return checkFolders(files, { packages: [], layers, shipped: shippedFiles }).map(({ path: at, line, text: why }) =>
    `${at}:${line} ${why}`.replace(/\. .*/, ''),
  )
}

describe('layer rule: a folder of a package', () => {
  it('may import folders of lower layers, and its own files', () => {
    expect(problemsOf('packages/server/src/verbs/get.ts', `import '../storage/store.ts'\nimport './list.ts'`)).toEqual(
      [],
    )
  })

  it('must not import a folder of a higher layer', () => {
    expect(problemsOf('packages/server/src/verbs/get.ts', `import '../http/server.ts'`)).toEqual([
      'packages/server/src/verbs/get.ts:1 "verbs" may not import "http", which is above it in layers.json',
    ])
  })

  it('must not import a type of a higher layer either', () => {
    expect(problemsOf('packages/server/src/storage/a.ts', `\nimport type { A } from '../verbs/a.ts'`)).toEqual([
      'packages/server/src/storage/a.ts:2 "storage" may not import "verbs", which is above it in layers.json',
    ])
  })

  it('must not import files directly in src, which may import everything', () => {
    expect(problemsOf('packages/server/src/http/a.ts', `import '../start.ts'`)).toEqual([
      'packages/server/src/http/a.ts:1 "http" may not import files directly in src, which are on top',
    ])
    expect(problemsOf('packages/server/src/start.ts', `import './http/a.ts'`)).toEqual([])
  })

  it('may import a listed file', () => {
    expect(problemsOf('packages/server/src/storage/a.ts', `import '../errors.ts'`)).toEqual([])
  })

  it('may import anything in its tests', () => {
    expect(problemsOf('packages/server/src/storage/a.test.ts', `import '../http/a.ts'`, false)).toEqual([])
  })

  it('may have subfolders as layers', () => {
    const divided = { ...layers, folders: { server: ['verbs/names', 'verbs/calls', 'verbs'] } }
    const problems = (path: string, text: string) => {
      const files = [
        ...['names/index', 'calls/index', 'index'].map((one) =>
          readSourceFile(`packages/server/src/verbs/${one}.ts`, ''),
        ),
        readSourceFile(`packages/server/src/verbs/${path}`, text),
      ]
      const shipped = new Set(files.map((file) => file.path))
      return checkFolders(files, { packages: [], layers: divided, shipped }).map(({ text: why }) =>
        why.replace(/\. .*/, ''),
      )
    }
    expect(problems('calls/a.ts', `import '../names/b.ts'`)).toEqual([])
    expect(problems('a.ts', `import './calls/b.ts'`)).toEqual([])
    expect(problems('names/a.ts', `import '../calls/b.ts'`)).toEqual([
      '"verbs/names" may not import "verbs/calls", which is above it in layers.json',
    ])
    expect(problems('calls/a.ts', `import '../index.ts'`)).toEqual([
      '"verbs/calls" may not import "verbs", which is above it in layers.json',
    ])
    expect(problems('audit/a.ts', '')).toEqual(['folders.server does not list "verbs/audit"'])
  })

  it('must be listed in layers.json', () => {
    expect(problemsOf('packages/server/src/audit/a.ts', '')).toEqual([
      'layers.json:1 folders.server does not list "audit"',
    ])
  })

  it('must not be listed if it has no files', () => {
    const [problem] = checkFolders([], { packages: [], layers, shipped: new Set() })
    expect(problem?.text).toMatch('lists "errors.ts", which has no shipped file')
  })
})
