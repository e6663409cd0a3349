/** The schemas of `@kubewright/kubernetes` compared with those that a real server publishes, field by field. */
import { formatApiVersion, type GroupVersionKind } from '@kubewright/core/object'
import { servedGroups } from '@kubewright/kubernetes/discovery'
import { loadSchemas, type Schema, type SchemaSet } from '@kubewright/kubernetes/schemas'
import { expect, it } from 'vitest'
import { expectStatus, openRealApi, type RawApi } from './real-server.ts'

type Published = Omit<Schema, 'properties' | 'items' | 'additionalProperties'> & {
  readonly properties?: Readonly<Record<string, Published>>
  readonly items?: Published
  readonly additionalProperties?: Published
  /** A reference that has siblings. */
  readonly allOf?: readonly [{ readonly $ref: string }]
  readonly 'x-kubernetes-group-version-kind'?: readonly GroupVersionKind[]
}
type PublishedSchemas = Readonly<Record<string, Published>>

const kinds = servedGroups
  .flatMap(({ versions }) => versions)
  .flatMap(({ resources }) => resources)
  .map(({ resource }) => resource)

/** Published exactly like an object with any fields, but it has none. */
const objectWithoutFields = 'CustomResourceDefinition.spec.versions[].subresources.status'

it("built-in schemas equal kube-apiserver's: fields, types, required, list keys, patch strategies, defaults", async () => {
  using api = openRealApi()
  const ours = await loadSchemas()
  const differences: string[] = []
  let fields = 0
  for (const kind of kinds) {
    const published = await publishedSchemas(api, kind)
    const theirs = Object.values(published).find((schema) => isOf(schema, kind))
    walk({ ours: ours.kind(kind), theirs, path: kind.kind }, { set: ours, published }, (path, mine, real) => {
      fields++
      const [here, there] = [JSON.stringify(mine), JSON.stringify(real)]
      if (here !== there && path !== objectWithoutFields)
        differences.push(`${path}: ours ${here}, the server's ${there}`)
    })
  }
  expect(differences).toEqual([])
  expect(fields).toBeGreaterThan(10_000)
})

interface Pair {
  readonly ours: Schema | undefined
  readonly theirs: Published | undefined
  readonly path: string
}

interface Sources {
  readonly set: SchemaSet
  readonly published: PublishedSchemas
}

type Visit = (path: string, ours: unknown, theirs: unknown) => void

/** Visits every place of both schemas once; definitions that were seen are not entered again, as some are recursive. */
function walk(pair: Pair, sources: Sources, visit: Visit, seen = new Set<string>()): void {
  const { path } = pair
  const ours = pair.ours && sources.set.resolve(pair.ours)
  const theirs = pair.theirs && resolve(pair.theirs, sources.published)
  visit(path, factsOf(ours), factsOf(theirs && marked(theirs)))
  const reference = pair.ours?.$ref
  if (reference !== undefined && seen.has(reference)) return
  if (reference !== undefined) seen.add(reference)
  const deeper = (step: string, mine: Schema | undefined, real: Published | undefined) => {
    if (mine || real) walk({ ours: mine, theirs: real, path: `${path}${step}` }, sources, visit, seen)
  }
  deeper('[]', ours?.items, theirs?.items)
  deeper('{}', ours?.additionalProperties, theirs?.additionalProperties)
  for (const name of Object.keys({ ...ours?.properties, ...theirs?.properties }).sort()) {
    deeper(`.${name}`, ours?.properties?.[name], theirs?.properties?.[name])
  }
}

function resolve(schema: Published, published: PublishedSchemas): Published {
  const { $ref = schema.allOf?.[0].$ref, allOf: _, ...place } = schema
  return $ref === undefined ? place : { ...published[$ref.replace('#/components/schemas/', '')], ...place }
}

/** Ours mark int-or-string and free-form values the way custom resources do; the server leaves it to the reader. */
function marked(schema: Published): Published {
  const { format, oneOf, ...rest } = schema
  if (format === 'int-or-string') return { ...rest, 'x-kubernetes-int-or-string': true }
  const isFreeForm = schema.properties === undefined && schema.additionalProperties === undefined && oneOf === undefined
  const isObjectOrAnything = schema.type === 'object' || schema.type === undefined
  return isFreeForm && isObjectOrAnything ? { ...schema, 'x-kubernetes-preserve-unknown-fields': true } : schema
}

/** The constraints of one node, without its children, which are visited on their own, and without descriptions. */
function factsOf(schema: Schema | Published | undefined): unknown {
  if (schema === undefined) return 'absent'
  const { properties: _1, items: _2, additionalProperties: _3, ...facts } = schema
  const { description: _4, 'x-kubernetes-group-version-kind': _5, ...rest } = facts as Record<string, unknown>
  return Object.fromEntries(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function isOf(schema: Published, { group, version, kind }: GroupVersionKind): boolean {
  const isSame = (other: GroupVersionKind) => other.group === group && other.version === version && other.kind === kind
  return schema['x-kubernetes-group-version-kind']?.some(isSame) ?? false
}

const documents = new Map<string, Promise<PublishedSchemas>>()

function publishedSchemas(api: RawApi, gvk: GroupVersionKind): Promise<PublishedSchemas> {
  const path = `/openapi/v3/${gvk.group === '' ? 'api' : 'apis'}/${formatApiVersion(gvk)}`
  const known = documents.get(path) ?? read(api, path)
  documents.set(path, known)
  return known
}

async function read(api: RawApi, path: string): Promise<PublishedSchemas> {
  const document = await expectStatus<{ components: { schemas: PublishedSchemas } }>(api.request(path), 200)
  return document.components.schemas
}
