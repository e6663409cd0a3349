/** The kinds to generate: what discovery serves, and the bodies of subresources that are kinds of their own. */
import type { Definitions, Schema } from '@kubewright/kubernetes/schemas'
import type { DiscoveredResource, DiscoveredSubresource, Input } from './input.ts'
import { moduleOf } from './naming.ts'

export interface Kind {
  readonly group: string
  readonly version: string
  readonly kind: string
  /** Where it is generated: `apps/v1`. */
  readonly module: string
  /** The short name of its definition: `apps/v1.Deployment`. */
  readonly definition: string
  readonly schema: Schema
  /** Absent for a kind that exists only below others: Scale, Eviction, TokenRequest. */
  readonly resource?: DiscoveredResource
  /** The subresources whose body is another kind, by name, with that kind's definition. */
  readonly bodies: readonly { readonly name: string; readonly definition: string }[]
}

interface Home {
  readonly group: string
  readonly version: string
}

/** In the order discovery lists them; kinds that exist only below others come last. */
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

/** `exec`, `proxy` and the like have options instead of a body: no schema is published for those. */
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
 * The kinds the root exports: each name once. Where two kinds share a name, the one discovery lists first wins, which
 * is also the one `kubectl get` means: `core/v1` before `events.k8s.io/v1`, `autoscaling/v2` before `autoscaling/v1`.
 */
export function rootKinds(kinds: readonly Kind[]): readonly Kind[] {
  const first = new Map<string, Kind>()
  for (const kind of kinds) if (!first.has(kind.kind)) first.set(kind.kind, kind)
  return [...first.values()]
}

const writing = ['create', 'patch', 'update'] as const

/** Whether anybody can write the kind through the API. A body that exists only below others is there to be written. */
export function isWritable({ resource }: Kind): boolean {
  return resource === undefined || writing.some((verb) => resource.verbs.includes(verb))
}

/** Whether objects of the kind are stored under a name. Reviews and bodies of subresources are answered and forgotten. */
export function isStored({ resource }: Kind): boolean {
  return resource?.verbs.includes('get') ?? false
}
