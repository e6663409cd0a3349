/** Compiler messages for the most common mistakes. Displayed types are part of the API. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const definition = `
import { type ConditionOf, defineResource, type InputOf, type ObjectOf } from '@kubewright/resource'
import { z } from 'zod'
const Website = defineResource({
  group: 'web.example.dev',
  version: 'v1',
  kind: 'Website',
  scope: 'Namespaced',
  spec: z.object({ image: z.string(), replicas: z.int().default(1), domain: z.string().optional() }),
  status: z.object({ url: z.url().optional() }),
  conditions: ['Ready', 'DomainVerified'],
})
interface Website extends ObjectOf<typeof Website> {}
declare const site: ObjectOf<typeof Website>
declare const named: Website
`

const mistakes = {
  'a wrong field type': `const a: InputOf<typeof Website> = { metadata: { name: 'a' }, spec: { image: 3 } }`,
  'a missing field': `const a: InputOf<typeof Website> = { metadata: { name: 'a' }, spec: {} }`,
  'an unknown field': `const a: InputOf<typeof Website> = { metadata: { name: 'a' }, spec: { image: 'x', replica: 3 } }`,
  'a misspelled condition': `const a: ConditionOf<typeof Website> = 'Redy'`,
  'writing to a read-only field': `site.spec.replicas = 3`,
  'a misspelled field': `site.spec.imge`,
  'the wrong kind of object': `const a: string = site`,
  'the wrong kind of object, with a type of its own': `const a: string = named`,
  'a spec that is no object': `defineResource({ group: 'a.b', version: 'v1', kind: 'A', scope: 'Cluster', spec: z.string() })`,
  'a misspelled scope': `defineResource({ group: 'a.b', version: 'v1', kind: 'A', scope: 'Clustr', spec: z.object({}) })`,
}

const root = resolve(import.meta.dirname, '../../..')
let folder = ''

beforeAll(() => {
  // Below the root, so that packages are found the way they are found in the sources.
  mkdirSync(resolve(root, '.cache'), { recursive: true })
  folder = mkdtempSync(resolve(root, '.cache/compiler-messages-'))
  const names = Object.entries(mistakes).map(([, code], index) => {
    const name = `mistake-${index}.ts`
    writeFileSync(resolve(folder, name), `${definition}${code}\n`)
    return name
  })
  const config = {
    extends: resolve(root, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: true,
      noUnusedLocals: false,
      customConditions: ['@kubewright/source'],
      typeRoots: [resolve(root, 'node_modules/@types')],
    },
    files: names,
  }
  writeFileSync(resolve(folder, 'tsconfig.json'), JSON.stringify(config))
})

afterAll(() => rmSync(folder, { recursive: true }))

/** The messages for each mistake, without files and line numbers. */
function messages(compiler: string): Record<string, string> {
  const { stdout } = spawnSync(
    process.execPath,
    [resolve(root, 'node_modules', compiler, 'bin/tsc'), '-p', folder, '--pretty', 'false'],
    {
      encoding: 'utf8',
      cwd: folder,
    },
  )
  const reports = stdout.split(/^(?=\S*mistake-)/m)
  return Object.fromEntries(
    Object.keys(mistakes).map((name, index) => {
      const own = reports.filter((report) => report.includes(`mistake-${index}.ts`))
      return [name, own.map((report) => report.replace(/^\S+ error /, '').trimEnd()).join('\n')]
    }),
  )
}

describe.each(['typescript', 'typescript7'])('compiler messages of %s', (compiler) => {
  it('name the kind, the field and the remedy', { timeout: 120_000 }, () => {
    expect(messages(compiler)).toMatchSnapshot()
  })
})
