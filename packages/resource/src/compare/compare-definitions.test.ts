import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineResource } from '../define-resource.ts'
import { listMap, listSet } from '../list-schemas.ts'
import { atomicMap } from '../map-schemas.ts'
import { intOrString } from '../scalar-schemas.ts'
import { withRules } from '../rules.ts'
import { compareDefinitions } from './compare-definitions.ts'

const names = { group: 'web.example.dev', version: 'v1', kind: 'Website', scope: 'Namespaced' } as const

function define(field: z.ZodType | undefined, more: object = {}) {
  return defineResource({
    ...names,
    spec: z.object({ other: z.string(), ...(field === undefined ? {} : { a: field }) }),
    ...more,
  })
}

function changes(before: z.ZodType | undefined, after: z.ZodType | undefined): readonly string[] {
  return compareDefinitions(define(before), define(after)).map(
    ({ severity, path, why }) => `${severity}: ${path} ${why}`,
  )
}

describe('comparing two definitions: a change of a field', () => {
  const item = z.object({ name: z.string() })
  const cases: readonly (readonly [
    name: string,
    before: z.ZodType | undefined,
    after: z.ZodType | undefined,
    says: readonly string[],
  ])[] = [
    ['only the description', z.string().describe('old'), z.string().describe('new'), []],
    ['added, optional', undefined, z.string().optional(), ['safe: spec.a the field was added']],
    ['added, with a default', undefined, z.string().default('x'), ['safe: spec.a the field was added']],
    [
      'added, required',
      undefined,
      z.string(),
      ['breaks stored objects: spec.a a required field was added, and no stored object has it'],
    ],
    [
      'removed',
      z.string().optional(),
      undefined,
      ['breaks stored objects: spec.a the field was removed, and its value is dropped at the next write'],
    ],
    ['became required', z.string().optional(), z.string(), ['breaks stored objects: spec.a the field became required']],
    ['became optional', z.string(), z.string().optional(), ['breaks clients: spec.a the field became optional']],
    [
      'type changed',
      z.string(),
      z.boolean(),
      ['breaks stored objects: spec.a the type changed from string to boolean'],
    ],
    [
      'type widened to int-or-string',
      z.string(),
      intOrString(),
      ['breaks clients: spec.a the type changed from string to int-or-string'],
    ],
    ['type widened to number', z.int(), z.number(), ['breaks clients: spec.a the type changed from integer to number']],
    [
      'an object becomes a map',
      z.object({}),
      z.record(z.string(), z.string()),
      ['breaks stored objects: spec.a the type changed from object to map'],
    ],
    [
      'no longer nullable',
      z.string().nullable(),
      z.string(),
      ['breaks stored objects: spec.a null is no longer allowed and will be dropped'],
    ],
    ['now nullable', z.string(), z.string().nullable(), ['breaks clients: spec.a null is allowed now']],
    ['minimum raised', z.int().min(1), z.int().min(2), ['breaks stored objects: spec.a minimum changed from 1 to 2']],
    ['minimum lowered', z.int().min(2), z.int().min(1), ['safe: spec.a minimum changed from 2 to 1']],
    ['maximum added', z.string(), z.string().max(5), ['breaks stored objects: spec.a maxLength 5 was added']],
    ['maximum removed', z.string().max(5), z.string(), ['safe: spec.a maxLength 5 was removed']],
    [
      'minimum now exclusive',
      z.number().min(1),
      z.number().gt(1),
      ['breaks stored objects: spec.a exclusiveMinimum was added'],
    ],
    [
      'enum value removed',
      z.enum(['a', 'b']),
      z.enum(['a']),
      ['breaks stored objects: spec.a "b" is no longer allowed'],
    ],
    ['enum value added', z.enum(['a']), z.enum(['a', 'b']), ['safe: spec.a "b" is allowed now']],
    ['enum added', z.string(), z.enum(['a', 'b']), ['breaks stored objects: spec.a only "a", "b" are allowed now']],
    ['enum removed', z.enum(['a', 'b']), z.string(), ['safe: spec.a the list of allowed values was removed']],
    ['pattern added', z.string(), z.string().regex(/^a/), ['breaks stored objects: spec.a pattern "^a" was added']],
    [
      'pattern changed',
      z.string().regex(/^a/),
      z.string().regex(/^b/),
      ['breaks stored objects: spec.a pattern changed from "^a" to "^b"'],
    ],
    ['pattern removed', z.string().regex(/^a/), z.string(), ['safe: spec.a pattern "^a" was removed']],
    ['default added', z.string().optional(), z.string().default('x'), ['safe: spec.a the default "x" was added']],
    [
      'default changed',
      z.int().default(1),
      z.int().default(2),
      ['breaks clients: spec.a the default changed from 1 to 2'],
    ],
    ['default removed', z.int().default(1), z.int().optional(), ['breaks clients: spec.a the default 1 was removed']],
    [
      'unknown fields now pruned',
      z.looseObject({}),
      z.object({}),
      ['breaks stored objects: spec.a unknown fields were kept and are pruned now'],
    ],
    ['unknown fields now preserved', z.object({}), z.looseObject({}), ['safe: spec.a unknown fields are kept now']],
    [
      'a list becomes a set',
      z.array(z.string()),
      listSet(z.string()),
      ['breaks stored objects: spec.a the list type changed from atomic to set, which refuses duplicates'],
    ],
    [
      'a set becomes a list',
      listSet(z.string()),
      z.array(z.string()),
      ['breaks clients: spec.a the list type changed from set to atomic'],
    ],
    [
      'list map keys changed',
      listMap(z.object({ name: z.string(), id: z.string() }), ['name']),
      listMap(z.object({ name: z.string(), id: z.string() }), ['id']),
      ['breaks stored objects: spec.a the keys of the list changed from name to id'],
    ],
    [
      'an object becomes atomic',
      z.object({}),
      atomicMap(z.object({})),
      ['breaks clients: spec.a the map type changed from granular to atomic'],
    ],
    [
      'required field added to list items',
      z.array(item),
      z.array(item.extend({ port: z.int() })),
      ['breaks stored objects: spec.a[*].port a required field was added, and no stored object has it'],
    ],
    [
      'map values restricted',
      z.record(z.string(), z.string()),
      z.record(z.string(), z.string().max(1)),
      ['breaks stored objects: spec.a.* maxLength 1 was added'],
    ],
    [
      'union added',
      z.string(),
      z.union([z.literal('a'), z.string().min(2)]),
      ['breaks stored objects: spec.a the condition in anyOf was added or changed'],
    ],
    [
      'union removed',
      z.union([z.literal('a'), z.string().min(2)]),
      z.string(),
      ['safe: spec.a the condition in anyOf was removed'],
    ],
    [
      'validation rule added',
      z.string(),
      withRules(z.string(), [{ rule: 'true' }]),
      ['breaks stored objects: spec.a the rule "true" was added'],
    ],
    [
      'validation rule removed',
      withRules(z.string(), [{ rule: 'true', message: 'm' }]),
      z.string(),
      ['safe: spec.a the rule "true" was removed'],
    ],
  ]

  it.each(cases)('%s', (_name, before, after, says) => {
    expect(changes(before, after)).toEqual(says)
  })
})

describe('comparing two definitions: a change of the kind', () => {
  const field = z.string()
  const convertible = {
    schema: { spec: z.object({}) },
    toStorage: () => ({ spec: {} }),
    fromStorage: () => ({ spec: {} }),
  }
  const paths = (before: object, after: object) =>
    compareDefinitions(define(field, before), define(field, after)).map(
      ({ severity, path, why }) => `${severity}: ${path} ${why}`,
    )

  it.each([
    [
      'group',
      { group: 'b.example.dev' },
      'breaks stored objects: group changed from web.example.dev to b.example.dev, which Kubernetes does not allow',
    ],
    [
      'scope',
      { scope: 'Cluster' },
      'breaks stored objects: scope changed from Namespaced to Cluster, which Kubernetes does not allow',
    ],
    [
      'plural',
      { plural: 'sites' },
      'breaks stored objects: plural changed from websites to sites, which Kubernetes does not allow',
    ],
    ['singular', { singular: 'site' }, 'breaks clients: singular changed from website to site'],
  ])('%s', (_name, after, says) => {
    expect(paths({}, after)).toEqual([says])
  })

  it('reports a renamed kind', () => {
    const after = { kind: 'Site', plural: 'websites', singular: 'website' }
    expect(paths({}, after)).toEqual([
      'breaks stored objects: kind changed from Website to Site, which Kubernetes does not allow',
    ])
  })

  it('reports removed short names and categories', () => {
    expect(paths({ shortNames: ['ws'], categories: ['all'] }, { shortNames: ['w'] })).toEqual([
      'breaks clients: shortNames ws was removed',
      'breaks clients: categories all was removed',
    ])
  })

  it('reports removed subresources and selectable fields', () => {
    const full = {
      status: z.object({ n: z.int().optional() }),
      scale: { spec: '.spec.n', status: '.status.n' },
      selectableFields: ['.spec.other'],
      spec: z.object({ other: z.string(), n: z.int().optional() }),
    }
    const bare = { spec: full.spec }
    expect(paths(full, bare)).toEqual([
      'breaks clients: status the status subresource was removed',
      'breaks clients: scale the scale subresource was removed',
      'breaks clients: spec.other field selectors can no longer use the field',
      'breaks stored objects: status the field was removed, and its value is dropped at the next write',
    ])
    expect(paths(bare, full).slice(0, 2)).toEqual([
      'breaks clients: status there is a status subresource now, and other writes no longer change the status',
      'safe: scale the scale subresource was added',
    ])
  })

  it('reports versions added, removed and no longer served', () => {
    const two = { versions: { v1beta1: convertible } }
    expect(paths({}, two)).toEqual(['safe: versions.v1beta1 the version was added'])
    expect(paths(two, {})).toEqual(['breaks clients: versions.v1beta1 the version was removed'])
    expect(paths(two, { versions: { v1beta1: { ...convertible, served: false } } })).toEqual([
      'breaks clients: versions.v1beta1 the version is no longer served',
    ])
    expect(paths({ versions: { v1beta1: { ...convertible, served: false } } }, {})).toEqual([
      'safe: versions.v1beta1 the version was removed; it was not served',
    ])
  })

  it('reports a change of the storage version', () => {
    const spec = z.object({})
    const before = defineResource({ ...names, spec })
    const after = defineResource({ ...names, version: 'v2', spec, versions: { v1: convertible } })
    expect(compareDefinitions(before, after).map(({ severity, why }) => `${severity}: ${why}`)).toEqual([
      'safe: the version was added',
      'safe: objects are stored in v2 instead of v1 from now on',
    ])
    expect(compareDefinitions(before, defineResource({ ...names, version: 'v2', spec }))).toMatchObject([
      { path: 'versions.v1', severity: 'breaks stored objects' },
      { path: 'versions.v2', severity: 'safe' },
    ])
  })

  it('reports versions still in status.storedVersions', () => {
    const inCluster = { ...define(field).crd(), status: { storedVersions: ['v1alpha1', 'v1'] } }
    const [v1] = inCluster.spec.versions
    const crd = {
      ...inCluster,
      spec: { ...inCluster.spec, versions: [v1!, { ...v1!, name: 'v1alpha1', storage: false, served: false }] },
    }
    expect(compareDefinitions(crd, define(field))).toMatchObject([
      { path: 'versions.v1alpha1', severity: 'breaks stored objects' },
    ])
  })

  it('names the field, the remedy and the version of every finding', () => {
    const [finding] = compareDefinitions(define(z.string()), define(z.boolean()))
    expect(finding).toEqual({
      path: 'spec.a',
      severity: 'breaks stored objects',
      why: 'the type changed from string to boolean',
      next: 'Keep the old field, or add a version in which it has the new type and convert between them.',
      version: 'v1',
    })
  })
})
