/** The kinds to generate: those in discovery, and bodies of subresources that are separate kinds. */
import type { Definitions, Schema } from '@kubewright/kubernetes/schemas'
import type { DiscoveredResource, DiscoveredSubresource, Input } from './input.ts'
import { moduleOf } from './naming.ts'

export interface Kind {
  readonly group: string
  readonly version: string
  readonly kind: string
  /** Its module: `apps/v1`. */
  readonly module: string
  /** The short name of its definition: `apps/v1.Deployment`. */
  readonly definition: string
  readonly schema: Schema
  /** Absent for a kind that exists only as a subresource: Scale, Eviction, TokenRequest. */
  readonly resource?: DiscoveredResource
  /** The subresources with a body of another kind, by name, with that kind's definition. */
  readonly bodies: readonly { readonly name: string; readonly definition: string }[]
}

interface Home {
  readonly group: string
  readonly version: string
}

/** In discovery order; kinds that exist only as subresources come last. */
export function kindsOf({ groups, definitions }: Input): readonly Kind[] {
  const homes = groups.flatMap(({ group, versions }) =>
    versions.flatMap(({ version, resources }) => resources.map((resource) => ({ group, version, resource }))),
  )
  const served = homes.map(({ resource, ...home }) => servedKind(home, resource, definitions))
  const names = new Set(served.map(({ definition }) => definition))
  const below = homes.flatMap(({ resource }) => resource.subresources ?? []).filter(isObject(definitions))
  const alone = new Map(below.map((body) => [definitionOf(body), body]))
  return [
    ...served,
    ...[...alone]
      .filter(([definition]) => !names.has(definition))
      .map(([, { group, version, kind }]) => ({ ...identify({ group, version }, kind, definitions), bodies: [] })),
  ]
}

/** `exec`, `proxy` and the like have options instead of a body, without a published schema. */
function isObject(definitions: Definitions) {
  return (body: DiscoveredSubresource) => definitions[definitionOf(body)] !== undefined
}

function servedKind(home: Home, resource: DiscoveredResource, definitions: Definitions): Kind {
  const identity = identify(home, resource.kind, definitions)
  const bodies = (resource.subresources ?? [])
    .filter(isObject(definitions))
    .map((body) => ({ name: body.name, definition: definitionOf(body) }))
    .filter(({ definition }) => definition !== identity.definition)
  return { ...identity, resource, bodies }
}

function identify(home: Home, kind: string, definitions: Definitions) {
  const definition = definitionOf({ ...home, kind })
  const schema = definitions[definition]
  if (schema === undefined)
    throw new Error(`Cannot generate ${kind}: discovery serves it, but ${definition} is missing.`)
  return { ...home, kind, module: moduleOf(home), definition, schema }
}

function definitionOf(body: Home & { readonly kind: string }): string {
  return `${moduleOf(body)}.${body.kind}`
}

/**
 * The kinds exported by the root, each name once. If two kinds share a name, the first in discovery order wins, as in
 * `kubectl get`: `core/v1` before `events.k8s.io/v1`, `autoscaling/v2` before `autoscaling/v1`.
 */
export function rootKinds(kinds: readonly Kind[]): readonly Kind[] {
  const first = new Map<string, Kind>()
  for (const kind of kinds) if (!first.has(kind.kind)) first.set(kind.kind, kind)
  return [...first.values()]
}

const writing = ['create', 'patch', 'update'] as const

/** Whether the kind can be written through the API. A body of a subresource always can. */
export function isWritable({ resource }: Kind): boolean {
  return resource === undefined || writing.some((verb) => resource.verbs.includes(verb))
}

/** Whether objects of the kind are stored under a name. Reviews and bodies of subresources are not stored. */
export function isStored({ resource }: Kind): boolean {
  return resource?.verbs.includes('get') ?? false
}
