import { describe, expect, it } from 'vitest'
import { loadSchemas, type Schema, type SchemaSet } from './schemas.ts'

const apps = { group: 'apps', version: 'v1' }
const deployment = { ...apps, kind: 'Deployment' }

/** Every reference below `schema`. */
function referencesOf({ $ref, properties = {}, items, additionalProperties }: Schema): string[] {
  const below = [...Object.values(properties), items, additionalProperties].filter((each) => each !== undefined)
  return [...($ref === undefined ? [] : [$ref]), ...below.flatMap(referencesOf)]
}

function danglingIn({ definitions }: SchemaSet): string[] {
  return Object.values(definitions)
    .flatMap(referencesOf)
    .filter((reference) => definitions[reference] === undefined)
}

function walk(schemas: SchemaSet, start: Schema, path: readonly string[]): Schema {
  return path.reduce((schema, key) => {
    const next = key === '[]' ? schema.items : schema.properties?.[key]
    return schemas.resolve(next ?? {})
  }, start)
}

describe('loadSchemas', () => {
  it('loads all built-in group versions without arguments', async () => {
    const schemas = await loadSchemas()
    expect(Object.keys(schemas.definitions).length).toBeGreaterThan(500)
    expect(danglingIn(schemas)).toEqual([])
  })

  it('loads only the requested group versions and those they refer to', async () => {
    const schemas = await loadSchemas({ only: [apps] })
    const modules = new Set(Object.keys(schemas.definitions).map((name) => name.split('.')[0]))
    expect(modules).toEqual(new Set(['apps/v1', 'core/v1', 'meta/v1']))
    expect(danglingIn(schemas)).toEqual([])
  })

  it('refuses a group version that is not built in', async () => {
    await expect(loadSchemas({ only: [{ group: 'web.example.dev', version: 'v1' }] })).rejects.toMatchObject({
      code: 'KW_KUBERNETES_GROUP_VERSION',
      message: expect.stringMatching(
        /^Cannot load the schemas of web\.example\.dev\/v1: it is not a built-in group version\. Use one of v1, /,
      ),
    })
  })
})

describe('a schema set', () => {
  it('finds kinds by group, version and kind', async () => {
    const schemas = await loadSchemas({ only: [apps, { group: '', version: 'v1' }] })
    const found = [deployment, { group: '', version: 'v1', kind: 'Pod' }].map(
      (gvk) => schemas.kind(gvk)?.properties?.['spec']?.$ref,
    )
    expect(found).toEqual(['apps/v1.DeploymentSpec', 'core/v1.PodSpec'])
  })

  it.each([
    { name: 'of a group version that is not loaded', group: 'batch', version: 'v1', kind: 'Job' },
    { name: 'that is not built in', group: 'web.example.dev', version: 'v1', kind: 'Website' },
    { name: 'for a definition that is not a kind', group: 'apps', version: 'v1', kind: 'DeploymentSpec' },
    { name: 'named like an inherited member', group: '', version: 'constructor', kind: 'name' },
  ])('finds no kind $name', async ({ name: _, ...gvk }) => {
    const schemas = await loadSchemas({ only: [apps] })
    expect(schemas.kind(gvk)).toBeUndefined()
  })

  it('keeps list types, map types, merge keys and patch strategies', async () => {
    const schemas = await loadSchemas({ only: [apps] })
    const pod = ['spec', 'template', 'spec']
    const root = schemas.kind(deployment)!

    expect(walk(schemas, root, [...pod, 'containers', '[]', 'ports'])).toMatchObject({
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['containerPort', 'protocol'],
      'x-kubernetes-patch-strategy': 'merge',
      'x-kubernetes-patch-merge-key': 'containerPort',
    })
    expect(walk(schemas, root, [...pod, 'containers', '[]', 'ports', '[]', 'protocol']).default).toBe('TCP')
    expect(walk(schemas, root, [...pod, 'nodeSelector'])['x-kubernetes-map-type']).toBe('atomic')
    expect(walk(schemas, root, ['spec', 'strategy'])['x-kubernetes-patch-strategy']).toBe('retainKeys')
  })

  it('marks int-or-string fields and fields that preserve unknown fields', async () => {
    const schemas = await loadSchemas({ only: [apps] })
    expect(schemas.resolve({ $ref: 'meta/v1.IntOrString' })).toEqual({ 'x-kubernetes-int-or-string': true })
    expect(schemas.resolve({ $ref: 'meta/v1.RawExtension' })).toEqual({
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
    })
  })

  it('merges keywords beside a $ref into the referenced definition', async () => {
    const schemas = await loadSchemas({ only: [apps] })
    expect(schemas.resolve({ $ref: 'meta/v1.Quantity', default: '1' })).toEqual({
      oneOf: [{ type: 'string' }, { type: 'number' }],
      default: '1',
    })
    expect(schemas.resolve({ type: 'string' })).toEqual({ type: 'string' })
  })

  it('throws for a $ref to a definition that is not loaded', async () => {
    const schemas = await loadSchemas({ only: [apps] })
    expect(() => schemas.resolve({ $ref: 'batch/v1.JobSpec' })).toThrow(
      'Cannot follow the reference batch/v1.JobSpec: no loaded group version has that definition.',
    )
  })
})
