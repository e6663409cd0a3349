/** The CRDs of `defineResource`: servers accept them, and they have the declared effect. */
import { type Client, isInvalid } from '@kubewright/client'
import type { JsonObject } from '@kubewright/core/json'
import { CustomResourceDefinition } from '@kubewright/kubernetes'
import {
  atomicMap,
  defineResource,
  dnsLabel,
  duration,
  embeddedObject,
  formatProblem,
  intOrString,
  listMap,
  listSet,
  mapOf,
  preserveUnknown,
  quantity,
  type Resource,
  withRules,
} from '@kubewright/resource'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { openRawApi } from '../../../tools/kube-apiserver/raw-api.ts'
import { collectionOf, establish, tryDefinition } from '../../conformance/custom-resource.ts'
import { uniqueName } from '../../conformance/real-server.ts'
import { failureOf, openClientInNamespace } from '../client/client.ts'
import { server, useServer } from '../client/server.ts'

useServer()

const group = `${uniqueName('resources')}.example.dev`

/** A definition with every feature once. */
const Website = defineResource({
  group,
  version: 'v1',
  kind: 'Website',
  scope: 'Namespaced',
  shortNames: ['ws'],
  categories: ['sites'],
  description: 'A static website: one image, some replicas, perhaps a domain.',
  spec: withRules(
    z.object({
      image: z.string().min(1).describe('Container image that serves the site.'),
      replicas: z.int32().min(0).max(50).default(1),
      domain: z.string().max(253).optional(),
      tier: z.enum(['small', 'large']).default('small'),
      ports: listMap(z.object({ name: dnsLabel(), port: intOrString() }), ['name'])
        .max(8)
        .default([]),
      aliases: listSet(z.string().max(64)).max(8).optional(),
      limits: mapOf(quantity(), { max: 4 }).optional(),
      owner: atomicMap(z.object({ name: z.string(), team: z.string().optional() })).optional(),
      timeout: duration().default('30s'),
      template: embeddedObject().optional(),
      extra: preserveUnknown().optional(),
      note: z.string().nullable().optional(),
      backend: z
        .discriminatedUnion('type', [
          z.strictObject({ type: z.literal('disk'), path: z.string() }),
          z.strictObject({ type: z.literal('bucket'), bucket: z.string(), region: z.string().optional() }),
        ])
        .optional(),
    }),
    [{ rule: "self.tier != 'small' || self.replicas <= 5", message: 'a small site has at most 5 replicas' }],
  ),
  status: z.object({
    replicas: z.int32().optional(),
    selector: z.string().optional(),
    url: z.url().optional(),
    since: z.iso.datetime().optional(),
  }),
  conditions: ['Ready', 'Serving'],
  columns: { Image: '.spec.image', Replicas: '.status.replicas', Since: { path: '.status.since', priority: 1 } },
  scale: { spec: '.spec.replicas', status: '.status.replicas', selector: '.status.selector' },
  selectableFields: ['.spec.tier', '.spec.image'],
  rules: [
    { rule: "self.metadata.name != 'forbidden'", message: 'not this name' },
    { rule: '!has(oldSelf.spec.domain) || has(self.spec.domain)', message: 'domain cannot be taken away' },
  ],
})

const Domain = defineResource({
  group,
  version: 'v1alpha1',
  kind: 'Domain',
  scope: 'Cluster',
  spec: z.object({ name: z.string() }),
})

const Versioned = defineResource({
  group,
  version: 'v2',
  kind: 'Versioned',
  scope: 'Namespaced',
  spec: z.object({ size: z.int().default(1) }),
  versions: {
    v1: {
      schema: { spec: z.object({ size: z.int().optional() }) },
      toStorage: ({ spec }) => ({ spec: { ...(spec.size !== undefined && { size: spec.size }) } }),
      fromStorage: ({ spec }) => ({ spec: { size: spec.size } }),
      deprecated: 'use v2',
    },
  },
})

const definitions = [Website.crd(), Domain.crd(), Versioned.crd({ conversion: 'none' })]

beforeAll(async () => {
  using api = openRawApi(server())
  await Promise.all(definitions.map((definition) => establish(api, definition)))
  // The server needs a moment before it serves the first object of a kind.
  await Promise.all(definitions.map((definition) => api.request(collectionOf(definition))))
}, 60_000)

describe('CustomResourceDefinition of defineResource', () => {
  it.each(definitions)('is accepted without a warning: $metadata.name', async (definition) => {
    using api = openRawApi(server())
    const other = { ...definition, metadata: { name: definition.metadata.name.replace(group, 'other.example.dev') } }
    const answer = await tryDefinition(api, { ...other, spec: { ...definition.spec, group: 'other.example.dev' } })
    expect(answer).toMatchObject({ accepted: true, warnings: [] })
  })

  it('is returned as written, apart from server defaults', async () => {
    await using client = await openClientInNamespace()
    for (const definition of definitions) {
      const { spec } = await client.get(CustomResourceDefinition, { name: definition.metadata.name })
      expect(spec).toMatchObject(definition.spec as object)
    }
  })

  it('is unchanged when applied again', async () => {
    await using client = await openClientInNamespace()
    const first = await client.apply(CustomResourceDefinition, Website.crd() as object as never, { force: true })
    const second = await client.apply(CustomResourceDefinition, Website.crd() as object as never)
    expect(second.metadata.generation).toBe(first.metadata.generation)
  })

  it('is discovered with the names and subresources of its handle', async () => {
    await using client = await openClientInNamespace()
    for (const handle of [Website, Domain, Versioned, Versioned.at('v1')] as readonly Resource[]) {
      const query = { group, version: handle.version, kind: handle.kind }
      // Discovery of a real server lags behind the Established condition.
      const { verbs: _, ...found } = await vi.waitFor(() => client.discover(query), { timeout: 20_000 })
      const { plural, singular, shortNames, categories, scope, kind, version } = handle
      const subresources = [...handle.subresources].sort()
      const wanted = { group, version, kind, plural, singular, shortNames, categories, scope, subresources }
      expect({ ...found, subresources: [...found.subresources].sort() }).toEqual(wanted)
    }
  })
})

describe('custom resource of defineResource', () => {
  it('is stored as parse() returns it', async () => {
    await using client = await openClientInNamespace()
    const input = {
      metadata: { name: 'blog' },
      spec: {
        image: 'nginx:1',
        ports: [{ name: 'web', port: 'http' }],
        limits: { cpu: '250m', memory: 2 },
        template: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { a: [1, null] } },
        extra: { anything: ['goes', { a: null }] },
        note: null,
        backend: { type: 'bucket' as const, bucket: 'b' },
      },
    }
    const stored = await client.create(Website, input)
    expect(stored.spec).toEqual(Website.parse(input).spec)
  })

  it.each([
    { name: 'a missing field', spec: {} },
    { name: 'a wrong type', spec: { image: 7 } },
    { name: 'a number out of range', spec: { image: 'x', replicas: 51, tier: 'large' } },
    { name: 'an unknown enum value', spec: { image: 'x', tier: 'huge' } },
    { name: 'a duplicate list-map key', spec: { image: 'x', ports: [port('a', 1), port('a', 2)] } },
    { name: 'a duplicate list-set value', spec: { image: 'x', aliases: ['a', 'a'] } },
    { name: 'a pattern mismatch', spec: { image: 'x', timeout: 'soon', limits: { cpu: 'much' } } },
    { name: 'too many entries', spec: { image: 'x', limits: { a: 1, b: 1, c: 1, d: 1, e: 1 } } },
    { name: 'an embedded object without a kind', spec: { image: 'x', template: { apiVersion: 'v1' } } },
    { name: 'no matching union member', spec: { image: 'x', backend: { type: 'disk' } } },
    { name: 'an unknown union discriminator', spec: { image: 'x', backend: { type: 'tape' } } },
  ])('is refused with the problems of validate() for $name', async ({ spec }) => {
    await using client = await openClientInNamespace()
    const object = { metadata: { name: 'blog' }, spec }
    const failure = await failureOf(client.create(Website, object as never))
    expect(isInvalid(failure)).toBe(true)
    const theirs = (failure as { causes: readonly { field: string; message: string }[] }).causes
    const problems = theirs.map(({ field, message }) => `${field}: ${message}`)
    const ours = Website.validate(object).map(formatProblem)
    // For a wrong type the server adds that rules were not checked.
    expect(problems.filter((problem) => !/some validation rules were not checked/.test(problem)).sort()).toEqual(
      [...ours].sort(),
    )
  })

  it('obeys CEL rules, including transition rules', async () => {
    await using client = await openClientInNamespace()
    const spec = { image: 'x', domain: 'blog.example.dev' }
    const crowded = await failureOf(client.create(Website, { metadata: { name: 'a' }, spec: { ...spec, replicas: 6 } }))
    const named = await failureOf(client.create(Website, { metadata: { name: 'forbidden' }, spec }))
    await client.create(Website, { metadata: { name: 'a' }, spec })
    const taken = await failureOf(client.patch(Website, { name: 'a' }, { spec: { domain: null } }))
    expect([crowded, named, taken].map((failure) => (failure as Error).message)).toEqual([
      expect.stringContaining('a small site has at most 5 replicas'),
      expect.stringContaining('not this name'),
      expect.stringContaining('domain cannot be taken away'),
    ])
  })

  it('is selectable by its declared fields', async () => {
    await using client = await openClientInNamespace()
    const { namespace } = client
    await client.create(Website, { metadata: { name: 'small' }, spec: { image: 'x' } })
    await client.create(Website, { metadata: { name: 'large' }, spec: { image: 'x', tier: 'large' } })
    const { items } = await client.list(Website, { namespace, fields: { 'spec.tier': 'large' } })
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['large'])
  })

  it('has status and scale subresources', async () => {
    await using client = await openClientInNamespace()
    const ref = { name: 'blog' }
    await client.create(Website, { metadata: ref, spec: { image: 'x' } })
    const condition = { status: 'True', reason: 'Up', message: '', lastTransitionTime: '2026-01-01T00:00:00Z' } as const
    const status = {
      replicas: 1,
      selector: 'app=blog',
      url: 'https://blog.example.dev',
      observedGeneration: 1,
      conditions: [{ type: 'Ready', ...condition }],
    }
    const patched = await client.status.patch(Website, ref, { status } as object)
    await client.scale.patch(Website, ref, { spec: { replicas: 3 } })
    const scale = await client.scale.get(Website, ref)
    expect(patched.status).toEqual(status)
    expect([scale.spec, scale.status]).toEqual([{ replicas: 3 }, { replicas: 1, selector: 'app=blog' }])
  })

  it('is shown in the declared printer columns', async () => {
    await using client = await openClientInNamespace()
    await client.create(Website, { metadata: { name: 'blog' }, spec: { image: 'x' } })
    const table = await tableOf(client)
    expect(table.columnDefinitions.map(({ name, type, priority }) => [name, type, priority])).toEqual([
      ['Name', 'string', 0],
      ['Image', 'string', 0],
      ['Replicas', 'integer', 0],
      ['Since', 'date', 1],
      ['Age', 'date', 0],
    ])
    expect(table.rows[0]?.cells.slice(0, 4)).toEqual(['blog', 'x', null, null])
  })

  it('is served in every version', async () => {
    await using client = await openClientInNamespace()
    const created = await client.create(Versioned.at('v1'), { metadata: { name: 'a' }, spec: {} })
    const newer = await client.get(Versioned, { name: 'a' })
    expect([created.apiVersion, newer.apiVersion]).toEqual([`${group}/v1`, `${group}/v2`])
    expect(newer.spec).toEqual({ size: 1 })
  })
})

interface Table {
  readonly columnDefinitions: readonly { readonly name: string; readonly type: string; readonly priority: number }[]
  readonly rows: readonly { readonly cells: readonly unknown[] }[]
}

async function tableOf(client: Client & { readonly namespace: string }): Promise<Table> {
  const path = `/apis/${group}/v1/namespaces/${client.namespace}/websites`
  const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1'
  return (await client.request({ path, headers: { accept } })).json() as object as Table
}

function port(name: string, number: number): JsonObject {
  return { name, port: number }
}
