import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiServer, startApiServer } from '@kubewright/apiserver'
import { type Client, createClient } from '@kubewright/client'
import { ConfigMap, Namespace } from '@kubewright/kubernetes'
import { defineResource } from '@kubewright/resource'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { applyManifests, installCrds, installNamespaces } from './install.ts'

let server: ApiServer
let client: Client
let folder: string
beforeEach(async () => {
  server = await startApiServer()
  client = createClient(server.transport(), { fieldManager: 'test', namespace: 'default' })
  folder = await mkdtemp(join(tmpdir(), 'kubewright-install-'))
})
afterEach(async () => {
  await client[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

function described(spec: z.ZodObject) {
  const resource = defineResource({ group: 'example.dev', version: 'v1', kind: 'Thing', scope: 'Namespaced', spec })
  return { name: 'things.example.dev', plural: 'things', object: resource.crd(), yaml: resource.crdYaml() }
}

it('definitions are installed, and again only when they change', async () => {
  const before = described(z.object({ size: z.int() }))
  expect(await installCrds(client, [before])).toEqual(['things.example.dev'])
  expect(await installCrds(client, [before])).toEqual([])
  expect(await installCrds(client, [described(z.object({ size: z.int(), color: z.string() }))])).toEqual([
    'things.example.dev',
  ])
})

it('every object of a file is applied', async () => {
  const path = join(folder, 'samples.yaml')
  const map = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: default\n`
  await writeFile(path, `# two\n---\n${map('one')}---\n${map('two')}`)
  expect(await applyManifests(client, path)).toEqual(['ConfigMap default/one', 'ConfigMap default/two'])
  expect((await client.get(ConfigMap, { name: 'two', namespace: 'default' })).metadata.name).toBe('two')
})

it.each([
  { text: '- 1\n- 2\n', why: 'its document 1 has no apiVersion and kind' },
  { text: 'a: [', why: 'Flow sequence' },
  { text: undefined, why: 'no such file' },
])('a file that is none is refused: $why', async ({ text, why }) => {
  const path = join(folder, 'samples.yaml')
  if (text !== undefined) await writeFile(path, text)
  await expect(applyManifests(client, path)).rejects.toThrow(why)
})

it('makes the namespaces an operator needs, once', async () => {
  const operator = { namespace: 'shop-system', lease: { namespace: 'shop-leases', name: 'shop' } }
  await installNamespaces(client, operator)
  await installNamespaces(client, operator)
  const { items } = await client.list(Namespace)
  expect(items.map(({ metadata }) => metadata.name)).toEqual(expect.arrayContaining(['shop-leases', 'shop-system']))
})
