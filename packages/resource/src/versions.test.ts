import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineResource } from './define-resource.ts'
import { checkRoundTrip } from './round-trip.ts'
import { compareVersions } from './version-order.ts'

const Disk = defineResource({
  group: 'disks.example.dev',
  version: 'v1',
  kind: 'Disk',
  scope: 'Cluster',
  spec: z.object({ sizeGb: z.int().min(1), tier: z.enum(['hdd', 'ssd']).default('hdd') }),
  status: z.object({ device: z.string().optional() }),
  conditions: ['Ready'],
  versions: {
    v1beta1: {
      schema: { spec: z.object({ size: z.string().regex(/^\d+Gi$/), fast: z.boolean().default(false) }) },
      toStorage: ({ spec, status }) => ({
        spec: { sizeGb: Number.parseInt(spec.size, 10), tier: spec.fast ? 'ssd' : 'hdd' },
        status,
      }),
      fromStorage: ({ spec, status }) => ({ spec: { size: `${spec.sizeGb}Gi`, fast: spec.tier === 'ssd' }, status }),
    },
    v1alpha1: {
      schema: {
        spec: z.object({ size: z.int(), colour: z.string().optional() }),
        status: z.object({ dev: z.string().optional() }),
      },
      toStorage: ({ spec, status }) => ({
        spec: { sizeGb: spec.size },
        status: { device: status?.dev },
        ...(spec.colour === undefined ? {} : { annotations: { 'disks.example.dev/colour': spec.colour } }),
      }),
      fromStorage: ({ metadata, spec, status }) => ({
        spec: { size: spec.sizeGb, colour: metadata.annotations?.['disks.example.dev/colour'] },
        annotations: { 'disks.example.dev/colour': null },
        ...(status?.device === undefined ? {} : { status: { dev: status.device } }),
      }),
      served: false,
      deprecated: 'disks.example.dev/v1alpha1 Disk is deprecated; use v1',
      columns: { Size: '.spec.size' },
    },
  },
})

const at = (version: string, spec: object, more: object = {}) => ({
  apiVersion: `disks.example.dev/${version}`,
  kind: 'Disk',
  metadata: { name: 'a' },
  spec,
  ...more,
})

describe('a resource with several versions', () => {
  it('lists its versions, the storage version first', () => {
    expect([Disk.versions, Disk.storageVersion]).toEqual([['v1', 'v1beta1', 'v1alpha1'], 'v1'])
  })

  it('has a handle for each version', () => {
    const beta = Disk.at('v1beta1')
    expect(beta).toMatchObject({ version: 'v1beta1', kind: 'Disk', plural: 'disks' })
    expect(beta.parse({ metadata: { name: 'a' }, spec: { size: '5Gi' } }).spec).toEqual({ size: '5Gi', fast: false })
  })

  it('has no handle for an unknown version', () => {
    expect(() => Disk.at('v2' as never)).toThrowErrorMatchingInlineSnapshot(
      `[KubewrightError: Cannot find version v2 of Disk.disks.example.dev: it has v1, v1beta1, v1alpha1. Use one of these, or add the version to the definition.]`,
    )
  })

  it('writes schema, columns and deprecation of each version to the CRD', () => {
    const { spec } = Disk.crd({ conversion: { service: { name: 'hooks', namespace: 'disks', path: '/convert' } } })
    expect(spec.conversion).toEqual({
      strategy: 'Webhook',
      webhook: {
        conversionReviewVersions: ['v1'],
        clientConfig: { service: { name: 'hooks', namespace: 'disks', path: '/convert' } },
      },
    })
    expect(spec.versions.map(({ schema: _schema, ...rest }) => rest)).toEqual([
      { name: 'v1', served: true, storage: true, subresources: { status: {} } },
      { name: 'v1beta1', served: true, storage: false, subresources: { status: {} } },
      {
        name: 'v1alpha1',
        served: false,
        storage: false,
        deprecated: true,
        deprecationWarning: 'disks.example.dev/v1alpha1 Disk is deprecated; use v1',
        subresources: { status: {} },
        additionalPrinterColumns: [
          { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
          { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
        ],
      },
    ])
  })

  it('refuses to write a CRD without a conversion webhook', () => {
    expect(() => Disk.crd()).toThrowErrorMatchingInlineSnapshot(
      `[KubewrightError: Cannot write the CustomResourceDefinition of Disk.disks.example.dev: it has the versions v1, v1beta1, v1alpha1, and the API server must know who converts between them. Pass crd({ conversion: { service: { name, namespace } } }) with the webhook that serves convert(), or conversion: 'none' if the fields are the same in all versions.]`,
    )
    expect(Disk.crd({ conversion: 'none' }).spec.conversion).toEqual({ strategy: 'None' })
  })
})

it.each(['', 'x'.repeat(257), 'two\nlines'])('the deprecation warning %j is refused', (deprecated) => {
  const version = {
    schema: { spec: z.object({}) },
    toStorage: () => ({ spec: {} }),
    fromStorage: () => ({ spec: {} }),
    deprecated,
  }
  const names = { group: 'disks.example.dev', version: 'v2', kind: 'Disk', scope: 'Cluster' } as const
  expect(() => defineResource({ ...names, spec: z.object({}), versions: { v1: version } })).toThrow(
    'versions.v1.deprecated: must be one line of 1 to 256 characters',
  )
})

describe('convert', () => {
  it('converts between any two versions through the storage version', () => {
    expect(Disk.convert(at('v1beta1', { size: '5Gi', fast: true }), 'v1')).toEqual(at('v1', { sizeGb: 5, tier: 'ssd' }))
    expect(Disk.convert(at('v1beta1', { size: '5Gi' }), 'v1alpha1')).toEqual(
      at('v1alpha1', { size: 5, colour: undefined }),
    )
  })

  it('fills in the defaults of the target version', () => {
    expect(Disk.convert(at('v1alpha1', { size: 1 }), 'v1').spec).toEqual({ sizeGb: 1, tier: 'hdd' })
  })

  it('passes every conversion function an object with its defaults', () => {
    const seen: unknown[] = []
    const Timer = defineResource({
      group: 'disks.example.dev',
      version: 'v1',
      kind: 'Timer',
      scope: 'Cluster',
      spec: z.object({ paused: z.boolean().default(false), limit: z.int().default(3) }),
      versions: {
        v1beta1: {
          schema: { spec: z.object({ stopped: z.boolean().default(false) }) },
          toStorage: ({ spec }) => {
            seen.push(spec.stopped)
            return { spec: { paused: spec.stopped } }
          },
          fromStorage: ({ spec }) => ({ spec: { stopped: spec.paused } }),
        },
        v1beta2: {
          schema: { spec: z.object({ limit: z.int(), mode: z.string().default('plain') }) },
          toStorage: ({ spec }) => ({ spec: { limit: spec.limit } }),
          fromStorage: ({ spec }) => {
            seen.push(spec.limit)
            return { spec: { limit: spec.limit } }
          },
        },
      },
    })
    const object = at('v1beta1', {}, { kind: 'Timer' })
    expect(Timer.convert(object, 'v1beta2').spec).toEqual({ limit: 3, mode: 'plain' })
    expect(seen).toEqual([false, 3])
    expect(object.spec).toEqual({})
  })

  it('returns an object that has the target version as it is', () => {
    const object = at('v1', { sizeGb: 1, tier: 'hdd' })
    expect(Disk.convert(object, 'v1')).toBe(object)
  })

  it('copies conditions and keeps metadata', () => {
    const conditions = [{ type: 'Ready', status: 'True' }]
    const object = at(
      'v1',
      { sizeGb: 1, tier: 'hdd' },
      { status: { device: 'sda', conditions, observedGeneration: 3 } },
    )
    expect(Disk.convert({ ...object, metadata: { name: 'a', uid: 'u', labels: { x: 'y' } } }, 'v1alpha1')).toEqual({
      ...at('v1alpha1', { size: 1, colour: undefined }),
      metadata: { name: 'a', uid: 'u', labels: { x: 'y' } },
      status: { dev: 'sda', conditions, observedGeneration: 3 },
    })
  })

  it('keeps fields that the storage version lacks in an annotation', () => {
    const there = Disk.convert(at('v1alpha1', { size: 1, colour: 'red' }), 'v1')
    expect(there.metadata).toEqual({ name: 'a', annotations: { 'disks.example.dev/colour': 'red' } })
    expect(Disk.convert(there, 'v1alpha1')).toEqual(at('v1alpha1', { size: 1, colour: 'red' }))
  })

  it('changes only the labels and annotations that a function names', () => {
    const Marked = defineResource({
      group: 'disks.example.dev',
      version: 'v1',
      kind: 'Marked',
      scope: 'Cluster',
      spec: z.object({}),
      versions: {
        v1beta1: {
          schema: { spec: z.object({}) },
          toStorage: () => ({ spec: {}, labels: { a: 'new', b: null, c: undefined }, annotations: { x: null } }),
          fromStorage: () => ({ spec: {} }),
        },
      },
    })
    const labels = { a: 'old', b: 'old', c: 'old', d: 'old' }
    const object = at('v1beta1', {}, { kind: 'Marked', metadata: { name: 'a', labels, annotations: { x: 'y' } } })
    expect(Marked.convert(object, 'v1').metadata).toStrictEqual({ name: 'a', labels: { a: 'new', c: 'old', d: 'old' } })
  })

  it('never changes its input, even if a function does', () => {
    const Careless = defineResource({
      group: 'disks.example.dev',
      version: 'v1',
      kind: 'Careless',
      scope: 'Cluster',
      spec: z.object({ list: z.array(z.string()) }),
      versions: {
        v1beta1: {
          schema: { spec: z.object({ list: z.array(z.string()) }) },
          toStorage: ({ spec }) => ({ spec: { list: (spec.list as string[]).reverse() } }),
          fromStorage: ({ spec }) => ({ spec: { list: [...spec.list] } }),
        },
      },
    })
    const object = { ...at('v1beta1', { list: ['a', 'b'] }), kind: 'Careless' }
    expect(Careless.convert(object, 'v1').spec).toEqual({ list: ['b', 'a'] })
    expect(object.spec).toEqual({ list: ['a', 'b'] })
  })

  it.each([
    ['something that is no object', 'x', 'v1'],
    ['an object without a type', {}, 'v1'],
    ['an object of another kind', { apiVersion: 'v1', kind: 'Pod' }, 'v1'],
    ['an object of an unknown version', at('v3', {}), 'v1'],
    ['an unknown target version', at('v1', {}), 'v3'],
    ['an object the function chokes on', { apiVersion: 'disks.example.dev/v1beta1', kind: 'Disk' }, 'v1'],
  ])('refuses %s', (_name, object, to) => {
    expect(() => Disk.convert(object, to)).toThrowErrorMatchingSnapshot()
  })
})

describe('checkRoundTrip', () => {
  it('reports nothing if no value is lost', () => {
    const samples = [
      at('v1', { sizeGb: 5, tier: 'ssd' }, { status: { device: 'sda' } }),
      at('v1beta1', { size: '5Gi' }),
      at('v1alpha1', { size: 5, colour: 'red' }),
    ]
    const losses = checkRoundTrip(Disk, samples).map(
      ({ from, through, path, why }) => `${from} through ${through}: ${path} ${why}`,
    )
    expect(losses).toEqual(['v1 through v1alpha1: spec.tier changed'])
  })

  it('reports the value before and after', () => {
    expect(checkRoundTrip(Disk, [at('v1', { sizeGb: 5, tier: 'ssd' })])).toEqual([
      { from: 'v1', through: 'v1alpha1', path: 'spec.tier', before: 'ssd', after: 'hdd', why: 'changed' },
    ])
  })

  it('reports annotations and labels that are added or lost', () => {
    const Leaky = defineResource({
      group: 'disks.example.dev',
      version: 'v1',
      kind: 'Leaky',
      scope: 'Cluster',
      spec: z.object({ colour: z.string().optional() }),
      versions: {
        v1alpha1: {
          schema: { spec: z.object({}) },
          toStorage: ({ metadata }) => ({ spec: { colour: metadata.annotations?.['colour'] }, labels: { tier: null } }),
          fromStorage: ({ spec }) => ({ spec: {}, annotations: { colour: spec.colour } }),
        },
      },
    })
    const sample = at('v1', { colour: 'red' }, { kind: 'Leaky', metadata: { name: 'a', labels: { tier: 'gold' } } })
    expect(checkRoundTrip(Leaky, [sample])).toEqual([
      { from: 'v1', through: 'v1alpha1', path: 'metadata.labels.tier', before: 'gold', after: undefined, why: 'lost' },
      {
        from: 'v1',
        through: 'v1alpha1',
        path: 'metadata.annotations.colour',
        before: undefined,
        after: 'red',
        why: 'made up',
      },
    ])
  })

  it('reports an object that becomes invalid', () => {
    const [loss] = checkRoundTrip(Disk, [at('v1alpha1', { size: 0 })])
    expect(loss).toMatchObject({
      from: 'v1alpha1',
      through: 'v1',
      path: '',
      why: expect.stringContaining('spec.sizeGb: Invalid value: 0'),
    })
  })
})

it('compareVersions sorts versions as Kubernetes does', () => {
  const versions = ['foo10', 'v1beta2', 'v10', 'v2', 'v1', 'v11alpha2', 'v3beta1', 'v12alpha1', 'v11beta2', 'foo1']
  expect(versions.sort(compareVersions)).toEqual([
    'v10',
    'v2',
    'v1',
    'v11beta2',
    'v3beta1',
    'v1beta2',
    'v12alpha1',
    'v11alpha2',
    'foo1',
    'foo10',
  ])
})
