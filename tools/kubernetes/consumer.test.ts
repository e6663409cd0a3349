/** Compilation of programs that use built-in kinds, with common compiler options. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const compiler = join(root, 'node_modules/typescript7/bin/tsc')
const folder = mkdtempSync(join(tmpdir(), 'kubewright-consumer-'))
afterAll(() => rmSync(folder, { recursive: true }))

const right = `
import { Deployment, type DeploymentInput } from '@kubewright/kubernetes'
import type { Container } from '@kubewright/kubernetes/core/v1'

export function write(image: string, replicas?: number): DeploymentInput {
  const container: Container = { name: 'site', image, ports: [{ containerPort: 80, protocol: 'TCP' }] }
  const template = { metadata: { labels: { app: 'site' } }, spec: { containers: [container] } }
  return { metadata: { name: 'site' }, spec: { replicas, selector: { matchLabels: { app: 'site' } }, template } }
}
export const read = (deployment: Deployment) => deployment.spec.template.spec.containers.map(({ image }) => image)
export const path = [Deployment.group, Deployment.version, Deployment.plural].join('/')
`

const wrong = `
import type { Deployment, DeploymentInput } from '@kubewright/kubernetes'
export const misspelled: DeploymentInput = { metadata: {}, spec: { replica: 1, selector: {}, template: { spec: { containers: [] } } } }
export const incomplete: DeploymentInput = { metadata: {}, spec: { selector: {} } }
export const mistyped: DeploymentInput = { metadata: {}, spec: { replicas: '1', selector: {}, template: { spec: { containers: [] } } } }
export const change = (deployment: Deployment) => { deployment.spec.replicas = 3 }
`

/** The entries of a package, each with its source file. */
function entriesOf(name: string): [entry: string, files: string[]][] {
  const manifest = readFileSync(`${root}packages/${name}/package.json`, 'utf8')
  const { exports } = JSON.parse(manifest) as { exports: Record<string, { '@kubewright/source'?: string }> }
  return Object.entries(exports).flatMap(([path, { '@kubewright/source': source }]) =>
    source === undefined ? [] : [[`@kubewright/${name}${path.slice(1)}`, [`${root}packages/${name}/${source}`]]],
  )
}

/**
 * The compiler's messages about the author's file and about this package, under the settings of another project.
 * The sources of other packages are read too, but are checked by those packages.
 */
function compile(source: string, settings: Record<string, unknown>): string[] {
  const options = { target: 'es2022', lib: ['es2023'], module: 'nodenext', types: [], noEmit: true, ...settings }
  const paths = {
    ...Object.fromEntries(['core', 'resource', 'kubernetes'].flatMap(entriesOf)),
    '@kubewright/kubernetes/*': [`${root}packages/kubernetes/src/generated/*.ts`],
  }
  const compilerOptions = { ...options, paths, allowImportingTsExtensions: true }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['site.mts'] }))
  writeFileSync(join(folder, 'site.mts'), source)
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8', cwd: folder })
  const messages = stdout.split(/\n(?! )/)
  return messages.filter((message) => /^site|packages\/kubernetes\//.test(message))
}

describe('TypeScript program with built-in kinds', () => {
  it.each([
    { name: 'strict', settings: { strict: true } },
    { name: 'strict, with exactOptionalPropertyTypes', settings: { strict: true, exactOptionalPropertyTypes: true } },
    { name: 'not strict', settings: { strict: false } },
  ])('compiles with compiler options: $name', ({ settings }) => {
    expect(compile(right, settings)).toEqual([])
  })

  it('gets compiler errors in terms of the kind', () => {
    expect(compile(wrong, { strict: true, exactOptionalPropertyTypes: true })).toMatchInlineSnapshot(`
      [
        "site.mts(3,68): error TS2561: Object literal may only specify known properties, but 'replica' does not exist in type 'DeploymentSpec'. Did you mean to write 'replicas'?",
        "site.mts(4,60): error TS2741: Property 'template' is missing in type '{ selector: {}; }' but required in type 'DeploymentSpec'.",
        "site.mts(5,66): error TS2322: Type 'string' is not assignable to type 'number'.",
        "site.mts(6,69): error TS2540: Cannot assign to 'replicas' because it is a read-only property.",
      ]
    `)
  })
})
