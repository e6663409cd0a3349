/**
 * The OpenAPI v3 definitions of built-in types, derived from this project's schemas. Descriptions are omitted; everything a
 * program can act on is included.
 */
import type { GroupVersion } from '@kubewright/core/object'
import { servedGroups } from '@kubewright/kubernetes/discovery'
import { loadSchemas, type Definitions, type Schema } from '@kubewright/kubernetes/schemas'
import { builtInName, publishedName } from './definition-name.ts'
import { componentPrefix, type JsonSchema } from './json-schema.ts'

/** Meta kinds that are marked only for the core group. */
const coreKinds = ['APIGroup', 'APIGroupList', 'APIResourceList', 'APIVersions', 'Status']
/** Kinds that are marked for every group version. */
const commonKinds = ['DeleteOptions', 'WatchEvent']

/** Fields whose reference is not wrapped in `allOf`, because Kubernetes has no description for them. */
const undescribed: Readonly<Record<string, readonly string[]>> = {
  'io.k8s.api.networking.v1.IngressRule': ['http'],
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps': [
    'additionalItems',
    'additionalProperties',
    'example',
    'externalDocs',
    'items',
    'not',
  ],
}

/** int-or-string, the only value of two types. OpenAPI v2 and v3 represent it differently. */
const intOrString: JsonSchema = { oneOf: [{ type: 'integer' }, { type: 'string' }], format: 'int-or-string' }

let loading: Promise<BuiltInDefinitions> | undefined

export class BuiltInDefinitions {
  readonly #schemas: ReadonlyMap<string, Schema>
  readonly #kinds: ReadonlyMap<string, readonly object[]>
  readonly #published = new Map<string, JsonSchema>()

  private constructor(schemas: Definitions) {
    this.#schemas = new Map(Object.entries({ ...schemas, ...listSchemas() }).map(([k, v]) => [publishedName(k), v]))
    this.#kinds = kindMarks()
  }

  /** Memoized: built-in types are the same for all servers. */
  static load(): Promise<BuiltInDefinitions> {
    loading ??= loadSchemas().then(({ definitions }) => new BuiltInDefinitions(definitions))
    return loading
  }

  /** The definition with a published name, in a document about these group versions. */
  find(name: string, groupVersions: readonly GroupVersion[]): JsonSchema | undefined {
    const schema = this.#schemas.get(name)
    if (schema === undefined) return undefined
    const kind = name.slice(name.lastIndexOf('.') + 1)
    const marks = commonKinds.includes(kind) ? groupVersions.map((one) => mark(one, kind)) : this.#kinds.get(name)
    const published = this.#published.get(name) ?? publish(schema, undescribed[name])
    this.#published.set(name, published)
    return marks === undefined ? published : { ...published, 'x-kubernetes-group-version-kind': marks }
  }
}

/** List types, which all have the same schema. */
function listSchemas(): Record<string, Schema> {
  const lists: Record<string, Schema> = {}
  for (const { group, versions } of servedGroups) {
    for (const { version, resources } of versions) {
      for (const { resource } of resources) {
        if (!resource.verbs.includes('list')) continue
        const name = builtInName({ group, version, kind: resource.kind })
        lists[`${name}List`] = listSchema({ $ref: name, default: {} })
      }
    }
  }
  return lists
}

function listSchema(items: Schema): Schema {
  return {
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: { type: 'string' },
      items: { type: 'array', items },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ListMeta', default: {} },
    },
  }
}

/** The group version kinds of definitions, by published name. */
function kindMarks(): ReadonlyMap<string, readonly object[]> {
  const marks = new Map<string, readonly object[]>()
  const add = (gvk: GroupVersion, kind: string) =>
    marks.set(publishedName(builtInName({ ...gvk, kind })), [mark(gvk, kind)])
  for (const { group, versions } of servedGroups) {
    for (const { version, resources } of versions) {
      for (const { resource, subresources } of resources) {
        add({ group, version }, resource.kind)
        add({ group, version }, `${resource.kind}List`)
        for (const below of subresources) add(below, below.kind)
      }
    }
  }
  for (const kind of coreKinds) {
    marks.set(publishedName(`meta/v1.${kind}`), [mark({ group: '', version: 'v1' }, kind)])
  }
  return marks
}

function mark({ group, version }: GroupVersion, kind: string): object {
  return { group, kind, version }
}

/** @param bare fields whose references are not wrapped */
function publish(schema: Schema, bare: readonly string[] = []): JsonSchema {
  const { $ref, properties, items, additionalProperties, ...rest } = schema
  const { 'x-kubernetes-int-or-string': isEither, 'x-kubernetes-preserve-unknown-fields': _, ...facts } = rest
  if (isEither) return intOrString
  return {
    ...facts,
    ...(properties === undefined ? {} : { properties: publishFields(properties, bare) }),
    ...(items === undefined ? {} : { items: publish(items) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: publish(additionalProperties) }),
    ...($ref === undefined ? {} : referTo($ref, Object.keys(facts).length > 0)),
  }
}

/** A reference cannot have siblings in OpenAPI v3. Fields have descriptions, so their references are wrapped. */
function publishFields(fields: Readonly<Record<string, Schema>>, bare: readonly string[]): JsonSchema {
  const published = Object.entries(fields).map(([name, schema]) => {
    if (schema.$ref === undefined || bare.includes(name)) return [name, publish(schema)] as const
    const { $ref, ...facts } = schema
    return [name, { ...facts, ...referTo($ref, true) }] as const
  })
  return Object.fromEntries(published)
}

function referTo(short: string, isWrapped: boolean): JsonSchema {
  const reference = { $ref: `${componentPrefix}${publishedName(short)}` }
  return isWrapped ? { allOf: [reference] } : reference
}
