/** The kinds that can be garbage collected, from discovery. Pure. */
import type { DynamicResource, Served } from '@kubewright/client'
import type { OwnerReference } from '@kubewright/core'
import { parseApiVersion } from '@kubewright/core/object'

export type Kind = DynamicResource

/** Events expire by age, and have no owners. */
const neverCollected = new Set(['events', 'events.events.k8s.io'])

const needed = ['list', 'watch', 'delete']

/** Each kind in the server's preferred version: the objects are the same in all versions. */
export function collectableKinds({ resources }: Pick<Served, 'resources'>): ReadonlyMap<string, Kind> {
  const kinds = new Map<string, Kind>()
  for (const kind of resources) {
    const name = kindName(kind)
    const isCollectable = needed.every((verb) => kind.verbs.includes(verb)) && !neverCollected.has(name)
    if (isCollectable && !kinds.has(name)) kinds.set(name, kind)
  }
  return kinds
}

/** `deployments.apps` */
export function kindName({ plural, group }: Pick<Kind, 'plural' | 'group'>): string {
  return group === '' ? plural : `${plural}.${group}`
}

/** The kind that a reference names, in any version. */
export function kindOf({ apiVersion, kind }: OwnerReference, served: Iterable<Kind>): Kind | undefined {
  const { group } = parseApiVersion(apiVersion)
  for (const one of served) if (one.group === group && one.kind === kind) return one
  return undefined
}
