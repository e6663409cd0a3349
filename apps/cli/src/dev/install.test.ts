import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiServer, startApiServer } from '@kubewright/apiserver'
import { type Client, createClient } from '@kubewright/client'
import { ConfigMap, CustomResourceDefinition, Namespace, ValidatingWebhookConfiguration } from '@kubewright/kubernetes'
import { defineResource } from '@kubewright/resource'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { findBrokenObjects } from './broken-objects.ts'
import { applyManifests, installCrds, installNamespaces } from './install.ts'
import { forgetWebhooks, webhookAddress } from './webhook-address.ts'

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

it('finds the objects that a new definition would not let in any more', async () => {
  await installCrds(client, [described(z.object({ size: z.int() }))])
  const things = await client.discover({ apiVersion: 'example.dev/v1', kind: 'Thing' })
  const thing = (name: string, spec: object) => ({ metadata: { name, namespace: 'default' }, spec })
  await client.create(things, thing('small', { size: 1 }))
  await client.create(things, thing('large', { size: 100 }))
  const narrow = described(z.object({ size: z.int().max(10) }))
  await installCrds(client, [narrow])
  expect(await findBrokenObjects(client, narrow)).toEqual({
    objects: [{ object: 'Thing default/large', why: expect.stringMatching(/^spec\.size: Invalid value: 100/) }],
    more: 0,
  })
  expect((await client.list(things, { namespace: 'default' })).items).toHaveLength(2)
})

it('says what to do about a definition the server refuses', async () => {
  const before = described(z.object({ size: z.int() }))
  await installCrds(client, [before])
  const { object } = before
  const cluster = { ...before, object: { ...object, spec: { ...object.spec, scope: 'Cluster' as const } } }
  await expect(installCrds(client, [cluster])).rejects.toMatchObject({
    code: 'KW_CLI_DEFINITION',
    message: expect.stringMatching(/spec\.scope.*kubectl delete crd things\.example\.dev/s),
  })
})

it('leaves it to the operator to say who converts', async () => {
  const before = described(z.object({ size: z.int() }))
  const conversion = {
    strategy: 'Webhook' as const,
    webhook: { clientConfig: { service: { name: 'shop', namespace: 'shop' } }, conversionReviewVersions: ['v1'] },
  }
  const spec = { ...before.object.spec, conversion }
  await installCrds(client, [{ ...before, object: { ...before.object, spec } }])
  const { spec: installed } = await client.get(CustomResourceDefinition, { name: 'things.example.dev' })
  expect(installed.conversion?.strategy).toBe('None')
})

it('webhooks of an operator that was killed are forgotten, and no others', async () => {
  const address = await webhookAddress(undefined)
  expect(await webhookAddress(address)).toBe(address)
  for (const [name, url] of Object.entries({
    ours: `${address}/validate/a`,
    other: 'https://127.0.0.1:1/validate/a',
  })) {
    const one = { name: `${name}.example.dev`, clientConfig: { url }, sideEffects: 'None' as const }
    await client.create(ValidatingWebhookConfiguration, {
      metadata: { name },
      webhooks: [{ ...one, admissionReviewVersions: ['v1'] }],
    })
  }
  await forgetWebhooks(client, address)
  const { items } = await client.list(ValidatingWebhookConfiguration)
  expect(items.map(({ metadata }) => metadata.name)).toEqual(['other'])
})
