import { isKubewrightError } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineResource } from './define-resource.ts'
import { listMap } from './list-schemas.ts'
import { manifest } from './manifest.ts'
import { formatProblem } from './schema/problem.ts'

const names = { group: 'web.example.dev', version: 'v1alpha1', kind: 'Website', scope: 'Namespaced' } as const

const Website = defineResource({
  ...names,
  description: 'A static website: one image, some replicas, perhaps a domain.',
  shortNames: ['ws'],
  spec: z.object({
    image: z.string().describe('Container image that serves the site.'),
    replicas: z.int().min(0).max(50).default(1),
    domain: z.string().max(253).optional(),
    ports: listMap(z.object({ name: z.string(), port: z.int32().min(1).max(65535) }), ['name']).optional(),
  }),
  status: z.object({ url: z.url().optional(), replicas: z.int().optional() }),
  conditions: ['Ready', 'DomainVerified'],
  columns: { URL: '.status.url', Ready: '.status.conditions[?(@.type=="Ready")].status' },
  scale: { spec: '.spec.replicas', status: '.status.replicas' },
  selectableFields: ['.spec.image'],
  rules: [{ rule: "self.metadata.name != 'root'", message: 'the name root is taken' }],
})

function codeOf(act: () => unknown): unknown {
  try {
    act()
    return undefined
  } catch (error) {
    return isKubewrightError(error) ? error.code : error
  }
}

describe('defineResource', () => {
  it('returns the resource handle with names, versions and subresources', () => {
    expect(Website).toMatchObject({
      ...names,
      plural: 'websites',
      singular: 'website',
      shortNames: ['ws'],
      categories: [],
      subresources: ['status', 'scale'],
      conditionTypes: ['Ready', 'DomainVerified'],
      versions: ['v1alpha1'],
      storageVersion: 'v1alpha1',
    })
  })

  it('writes the whole CustomResourceDefinition', async () => {
    await expect(Website.crdYaml()).toMatchFileSnapshot('__snapshots__/website-crd.txt')
  })

  it('writes the same text for definitions that differ only in the order of keys', () => {
    const spec = (fields: Record<string, z.ZodType>) => defineResource({ ...names, spec: z.object(fields) })
    const [a, b] = [z.string().optional(), z.int().default(1)]
    expect(spec({ a, b }).crdYaml()).toBe(spec({ b, a }).crdYaml())
    expect(JSON.parse(Website.crdJson())).toEqual(Website.crd())
  })

  it('puts labels and annotations on the CustomResourceDefinition', () => {
    expect(Website.crd({ labels: { a: 'b' }, annotations: { c: 'd' } }).metadata).toEqual({
      name: 'websites.web.example.dev',
      labels: { a: 'b' },
      annotations: { c: 'd' },
    })
  })

  it('has no status subresource without a status', () => {
    const Plain = defineResource({ ...names, spec: z.object({}) })
    expect([Plain.subresources, Plain.crd().spec.versions[0]!.subresources]).toEqual([[], undefined])
  })

  it('makes the spec optional if it has a default', () => {
    const Plain = defineResource({ ...names, spec: z.object({ a: z.int().default(1) }).prefault({}) })
    expect(Plain.parse({ metadata: { name: 'a' } }).spec).toEqual({ a: 1 })
  })

  it('is the resource of a manifest', () => {
    expect(manifest(Website, { metadata: { name: 'a' }, spec: { image: 'x' } }).resource).toBe(Website)
  })

  const mistakes: readonly (readonly [name: string, act: () => unknown])[] = [
    [
      'a schema the API server could not enforce',
      () => defineResource({ ...names, spec: z.object({ when: z.date(), host: z.hostname() }) }),
    ],
    [
      'a spec that is no object',
      () => defineResource({ ...names, spec: z.record(z.string(), z.string()).nullable() as never }),
    ],
    ['a spec of text', () => defineResource({ ...names, spec: z.string() as never })],
    [
      'a status that is optional',
      () => defineResource({ ...names, spec: z.object({}), status: z.object({}).optional() as never }),
    ],
    [
      'conditions declared twice',
      () =>
        defineResource({
          ...names,
          spec: z.object({}),
          status: z.object({ conditions: z.array(z.string()) }),
          conditions: ['Ready'],
        }),
    ],
    [
      'keys of a list that may be missing',
      () =>
        defineResource({
          ...names,
          spec: z.object({ l: listMap(z.object({ name: z.string().optional() }), ['name']) }),
        }),
    ],
    [
      'a rule of two lines without a message',
      () => defineResource({ ...names, spec: z.object({}), rules: [{ rule: 'true\n&& true' }] }),
    ],
    [
      'a path that leads nowhere',
      () =>
        defineResource({
          ...names,
          spec: z.object({ replicas: z.int() }),
          columns: { R: '.spec.replica' },
          scale: { spec: '.spec.replicas', status: '.status.replicas' },
        }),
    ],
    ['a bad name', () => defineResource({ ...names, kind: 'website', spec: z.object({}) })],
    [
      'a version that is listed twice',
      () =>
        defineResource({
          ...names,
          spec: z.object({}),
          versions: {
            v1alpha1: {
              schema: { spec: z.object({}) },
              toStorage: () => ({ spec: {} }),
              fromStorage: () => ({ spec: {} }),
            },
          },
        }),
    ],
  ]

  it.each(mistakes)('refuses %s', (_name, act) => {
    expect(act).toThrowErrorMatchingSnapshot()
  })

  it('reports a code for each kind of mistake, and the problems as data', () => {
    expect(mistakes.map(([, act]) => codeOf(act))).toEqual([
      ...Array.from({ length: 7 }, () => 'KW_RESOURCE_SCHEMA'),
      'KW_RESOURCE_PATH',
      'KW_RESOURCE_NAME',
      'KW_RESOURCE_NAME',
    ])
    expect(() => defineResource({ ...names, spec: z.object({ when: z.date() }) })).toThrow(
      expect.objectContaining({ details: { problems: [expect.objectContaining({ path: 'spec.when' })] } }),
    )
  })
})

describe('a custom object', () => {
  it('is defaulted and pruned as the API server would store it', () => {
    expect(Website.parse({ metadata: { name: 'blog', odd: 1 }, spec: { image: 'x', domain: null, odd: 1 } })).toEqual({
      apiVersion: 'web.example.dev/v1alpha1',
      kind: 'Website',
      metadata: { name: 'blog' },
      spec: { image: 'x', replicas: 1 },
    })
  })

  it('has its unknown fields listed', () => {
    expect(
      Website.safeParse({
        metadata: { name: 'a', odd: 0 },
        spec: { image: 'x', odd: 1, ports: [{ name: 'a', port: 1, odd: 2 }] },
      }),
    ).toMatchObject({
      unknownFields: ['metadata.odd', 'spec.odd', 'spec.ports[0].odd'],
      problems: [],
    })
  })

  const invalid: readonly (readonly [name: string, object: unknown, says: readonly string[]])[] = [
    ['without a name', { spec: { image: 'x' } }, ['metadata.name: Required value: name or generateName is required']],
    ['without a spec', { metadata: { name: 'a' } }, ['spec: Required value']],
    [
      'of another kind',
      { kind: 'Blog', metadata: { name: 'a' }, spec: { image: 'x' } },
      ['kind: Invalid value: "Blog": must be Website'],
    ],
    [
      'of another version',
      { apiVersion: 'web.example.dev/v1', metadata: { name: 'a' }, spec: { image: 'x' } },
      ['apiVersion: Invalid value: "web.example.dev/v1": must be web.example.dev/v1alpha1'],
    ],
    [
      'with wrong values',
      {
        metadata: { name: 'a' },
        spec: {
          image: 3,
          replicas: 51,
          ports: [
            { name: 'a', port: 1 },
            { name: 'a', port: 2 },
          ],
        },
      },
      [
        'spec.image: Invalid value: "integer": spec.image in body must be of type string: "integer"',
        'spec.replicas: Invalid value: 51: spec.replicas in body should be less than or equal to 50',
        'spec.ports[1]: Duplicate value: {"name":"a"}',
      ],
    ],
    [
      'with a bad status',
      { metadata: { name: 'a' }, spec: { image: 'x' }, status: { replicas: -1, conditions: [{ type: 'Ready' }] } },
      [
        'status.conditions[0].status: Required value',
        'status.conditions[0].lastTransitionTime: Required value',
        'status.conditions[0].reason: Required value',
        'status.conditions[0].message: Required value',
        '.status.replicas: Invalid value: -1: should be a non-negative integer',
      ],
    ],
    [
      'with unreadable metadata',
      { metadata: { name: 'a', labels: 3 }, spec: { image: 'x' } },
      [
        'metadata: Invalid value: {"labels":3,"name":"a"}: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type map[string]string',
        'metadata.name: Required value: name or generateName is required',
      ],
    ],
    ['that is not an object', 'blog', [': Invalid value: "blog": must be an object']],
  ]

  it.each(invalid)('%s is refused with the message of the API server', (_name, object, says) => {
    expect(Website.validate(object).map(formatProblem)).toEqual(says)
  })

  it('throws an error with its name and all problems if it is invalid', () => {
    expect(() =>
      Website.parse({ metadata: { name: 'blog', namespace: 'web' }, spec: { replicas: 51 } }),
    ).toThrowErrorMatchingInlineSnapshot(
      `[KubewrightError: Cannot use Website.web.example.dev web/blog: spec.replicas: Invalid value: 51: spec.replicas in body should be less than or equal to 50; spec.image: Required value. Set each listed field to a value that the schema of the resource allows.]`,
    )
  })

  it('may not have a namespace if its kind is cluster-scoped', () => {
    const Domain = defineResource({ ...names, kind: 'Domain', scope: 'Cluster', spec: z.object({}) })
    expect(Domain.validate({ metadata: { name: 'a', namespace: 'b' }, spec: {} }).map(formatProblem)).toEqual([
      'metadata.namespace: Forbidden: not allowed on this type',
    ])
  })
})
