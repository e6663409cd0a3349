import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiServer, startApiServer } from '@kubewright/apiserver'
import { type Client, createClient } from '@kubewright/client'
import { ConfigMap, CustomResourceDefinition, Namespace, ValidatingWebhookConfiguration } from '@kubewright/kubernetes'
import { selfSigned } from '@kubewright/core/certificates'
import { defineResource } from '@kubewright/resource'
import { conversionWebhook, type WebhookAddress } from '@kubewright/webhook'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { DescribedCrd } from '../project/project-description.ts'
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

it('CRDs are installed, and applied again only when they change', async () => {
  const before = described(z.object({ size: z.int() }))
  expect(await installCrds(client, [before], undefined)).toEqual(['things.example.dev'])
  expect(await installCrds(client, [before], undefined)).toEqual([])
  expect(await installCrds(client, [described(z.object({ size: z.int(), color: z.string() }))], undefined)).toEqual([
    'things.example.dev',
  ])
})

it('every object of a manifest file is applied', async () => {
  const path = join(folder, 'samples.yaml')
  const map = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: default\n`
  await writeFile(path, `# two\n---\n${map('one')}---\n${map('two')}`)
  expect(await applyManifests(client, path)).toEqual(['ConfigMap default/one', 'ConfigMap default/two'])
  expect((await client.get(ConfigMap, { name: 'two', namespace: 'default' })).metadata.name).toBe('two')
})

it.each([
  { text: '- 1\n- 2\n', why: 'YAML document 1 has no apiVersion and kind' },
  { text: 'a: [', why: 'Flow sequence' },
  { text: undefined, why: 'no such file' },
])('an invalid manifest file is refused: $why', async ({ text, why }) => {
  const path = join(folder, 'samples.yaml')
  if (text !== undefined) await writeFile(path, text)
  await expect(applyManifests(client, path)).rejects.toThrow(why)
})

it('the namespaces of an operator are created once', async () => {
  const operator = { namespace: 'shop-system', lease: { namespace: 'shop-leases', name: 'shop' } }
  await installNamespaces(client, operator)
  await installNamespaces(client, operator)
  const { items } = await client.list(Namespace)
  expect(items.map(({ metadata }) => metadata.name)).toEqual(expect.arrayContaining(['shop-leases', 'shop-system']))
})

it('objects that a new CRD schema would refuse are found', async () => {
  await installCrds(client, [described(z.object({ size: z.int() }))], undefined)
  const things = await client.discover({ apiVersion: 'example.dev/v1', kind: 'Thing' })
  const thing = (name: string, spec: object) => ({ metadata: { name, namespace: 'default' }, spec })
  await client.create(things, thing('small', { size: 1 }))
  await client.create(things, thing('large', { size: 100 }))
  const narrow = described(z.object({ size: z.int().max(10) }))
  await installCrds(client, [narrow], undefined)
  expect(await findBrokenObjects(client, narrow)).toEqual({
    objects: [{ object: 'Thing default/large', why: expect.stringMatching(/^spec\.size: Invalid value: 100/) }],
    more: 0,
  })
  expect((await client.list(things, { namespace: 'default' })).items).toHaveLength(2)
})

it('a CRD that the server refuses is reported with a remedy', async () => {
  const before = described(z.object({ size: z.int() }))
  await installCrds(client, [before], undefined)
  const { object } = before
  const cluster = { ...before, object: { ...object, spec: { ...object.spec, scope: 'Cluster' as const } } }
  await expect(installCrds(client, [cluster], undefined)).rejects.toMatchObject({
    code: 'KW_CLI_DEFINITION',
    message: expect.stringMatching(/spec\.scope.*kubectl delete crd things\.example\.dev/s),
  })
})

const Crate = defineResource({
  group: 'example.dev',
  version: 'v1',
  kind: 'Crate',
  scope: 'Namespaced',
  spec: z.object({ grams: z.int() }),
  versions: {
    v2: {
      schema: { spec: z.object({ kilos: z.number() }) },
      toStorage: ({ spec }) => ({ spec: { grams: spec.kilos * 1_000 } }),
      fromStorage: ({ spec }) => ({ spec: { kilos: spec.grams / 1_000 } }),
    },
  },
})

function crate(address: WebhookAddress): DescribedCrd {
  const options = { conversion: conversionWebhook(address) }
  return { name: 'crates.example.dev', plural: 'crates', object: Crate.crd(options), yaml: Crate.crdYaml(options) }
}

const inCluster = crate({ service: { name: 'shop', namespace: 'shop' } })
const conversionIn = async () =>
  (await client.get(CustomResourceDefinition, { name: 'crates.example.dev' })).spec.conversion?.webhook?.clientConfig

it('objects of another version are refused, not stored unconverted, until the operator converts', async () => {
  const address = await webhookAddress(undefined)
  await installCrds(client, [inCluster], address)
  expect(await conversionIn()).toEqual({ url: `${address}/convert` })
  const v2 = await client.discover({ apiVersion: 'example.dev/v2', kind: 'Crate' })
  const object = { metadata: { name: 'a', namespace: 'default' }, spec: { kilos: 2 } }
  await expect(client.create(v2, object, { retry: false } as never)).rejects.toThrow(/conversion webhook/)
  const v1 = await client.discover({ apiVersion: 'example.dev/v1', kind: 'Crate' })
  expect((await client.list(v1, { namespace: 'default' })).items).toEqual([])
})

it('a CRD with several versions is not installed without a conversion webhook address', async () => {
  await expect(installCrds(client, [inCluster], undefined)).rejects.toMatchObject({
    code: 'KW_CLI_CONVERSION',
    message: expect.stringMatching(/versions v2, v1.*--webhook-url/) as string,
  })
  expect((await client.list(CustomResourceDefinition)).items).toEqual([])
})

it('an installed conversion webhook and its CA bundle are kept', async () => {
  const patch = (clientConfig: object) => ({ spec: { conversion: { webhook: { clientConfig } } } })
  await using operator = createClient(server.transport(), { fieldManager: 'operator' })
  const url = 'https://127.0.0.1:1'
  const bundle = Buffer.from(selfSigned({ name: 'a' }).certificate).toString('base64')
  await installCrds(client, [inCluster], url)
  await operator.patch(CustomResourceDefinition, { name: 'crates.example.dev' }, patch({ caBundle: bundle }) as never)
  await installCrds(client, [inCluster], url)
  expect(await conversionIn()).toEqual({ url: `${url}/convert`, caBundle: bundle })
  const { service } = conversionWebhook({ service: { name: 'shop', namespace: 'shop' } })
  await operator.patch(CustomResourceDefinition, { name: 'crates.example.dev' }, patch({ url: null, service }) as never)
  await installCrds(client, [inCluster], undefined)
  expect(await conversionIn()).toEqual({ service, caBundle: bundle })
})

it('webhook configurations of a killed operator are deleted, and no others', async () => {
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
