/**
 * Converts the OpenAPI v3 schemas and the aggregated discovery of an API server into one compact `Input`. Decides nothing about
 * types: the result has the same content as the source.
 */
import type { Verb } from '@kubewright/kubernetes'
import type { Definitions, Schema } from '@kubewright/kubernetes/schemas'
import type { DiscoveredGroup, DiscoveredResource, DiscoveredSubresource, Input } from './input.ts'
import { definitionName } from './naming.ts'

export interface OpenApi {
  readonly version: string
  readonly schemas: Readonly<Record<string, OpenApiSchema>>
}

/** A schema as published: a reference with siblings is wrapped in `allOf`. */
export interface OpenApiSchema extends Omit<Schema, 'properties' | 'additionalProperties' | 'items'> {
  readonly properties?: Readonly<Record<string, OpenApiSchema>>
  readonly additionalProperties?: OpenApiSchema
  readonly items?: OpenApiSchema
  readonly allOf?: readonly { readonly $ref: string }[]
  readonly description?: string
  readonly 'x-kubernetes-group-version-kind'?: unknown
}

/** The body of `/api` and of `/apis` as `APIGroupDiscoveryList`. */
export interface Discovery {
  readonly items: readonly {
    readonly metadata: { readonly name?: string }
    readonly versions: readonly { readonly version: string; readonly resources: readonly PublishedResource[] }[]
  }[]
}

interface PublishedKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

interface PublishedResource {
  readonly resource: string
  readonly singularResource: string
  readonly responseKind: PublishedKind
  readonly scope: 'Namespaced' | 'Cluster'
  readonly verbs: readonly Verb[]
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly subresources?: readonly PublishedSubresource[]
}

interface PublishedSubresource {
  readonly subresource: string
  readonly responseKind: PublishedKind
  readonly verbs: readonly Verb[]
}

export function compact(openApi: OpenApi, discoveries: readonly Discovery[]): Input {
  return {
    version: openApi.version,
    definitions: compactDefinitions(openApi.schemas),
    groups: discoveries.flatMap(compactGroups),
  }
}

function compactDefinitions(schemas: OpenApi['schemas']): Definitions {
  const kept = Object.entries(schemas).filter(([, schema]) => !isObjectList(schema))
  const named = kept.map(([name, schema]) => [definitionName(name), compactSchema(schema)] as const)
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Lists of objects all have the same form, which follows from the kind they list. */
function isObjectList({ properties }: OpenApiSchema): boolean {
  const metadata = properties?.['metadata']?.allOf?.[0]?.$ref
  return properties?.['items'] !== undefined && metadata !== undefined && metadata.endsWith('.ListMeta')
}

function compactSchema(schema: OpenApiSchema): Schema {
  const { allOf, $ref, properties, items, additionalProperties, ...rest } = schema
  const { description: _, 'x-kubernetes-group-version-kind': __, ...facts } = rest
  const reference = $ref ?? soleReference(allOf)
  return {
    ...(reference === undefined ? {} : { $ref: definitionName(reference.replace('#/components/schemas/', '')) }),
    ...facts,
    ...(properties === undefined ? {} : { properties: mapValues(properties, compactSchema) }),
    ...(items === undefined ? {} : { items: compactSchema(items) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: compactSchema(additionalProperties) }),
  }
}

function soleReference(allOf: OpenApiSchema['allOf']): string | undefined {
  if (allOf === undefined) return undefined
  if (allOf.length !== 1 || allOf[0]?.$ref === undefined) {
    throw new Error(`Cannot read ${JSON.stringify(allOf)}: an allOf of one reference is expected.`)
  }
  return allOf[0].$ref
}

function compactGroups({ items }: Discovery): DiscoveredGroup[] {
  return items.map(({ metadata: { name: group = '' }, versions }) => ({
    group,
    versions: versions.map(({ version, resources }) => ({
      version,
      resources: resources.map((resource) => compactResource(resource, { group, version })),
    })),
  }))
}

function compactResource(published: PublishedResource, home: { group: string; version: string }): DiscoveredResource {
  const { resource, singularResource, responseKind, scope, verbs, shortNames, categories, subresources } = published
  return {
    kind: responseKind.kind,
    plural: resource,
    singular: singularResource,
    scope,
    verbs,
    ...(shortNames && { shortNames }),
    ...(categories && { categories }),
    ...(subresources && { subresources: subresources.map((subresource) => compactSubresource(subresource, home)) }),
  }
}

function compactSubresource(
  { subresource, responseKind, verbs }: PublishedSubresource,
  home: { group: string; version: string },
): DiscoveredSubresource {
  // An empty version means the group and version of the resource. An empty group alone is the core group.
  const { group, version } = responseKind.version === '' ? home : responseKind
  return { name: subresource, group, version, kind: responseKind.kind, verbs }
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
