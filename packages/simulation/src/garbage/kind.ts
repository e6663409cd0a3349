/** The kinds that can be collected, out of what a server serves. Pure. */
import type { DynamicResource, Served } from '@kubewright/client'
import { type OwnerReference, parseApiVersion } from '@kubewright/core'

export type Kind = DynamicResource

/** Events say what happened: they go by their age, and nothing owns them. */
const neverCollected = new Set(['events', 'events.events.k8s.io'])

const needed = ['list', 'watch', 'delete']

/** Each in the version that the server prefers: the objects are the same in all. */
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

/** What a reference points at, in whatever version. */
export function kindOf({ apiVersion, kind }: OwnerReference, served: Iterable<Kind>): Kind | undefined {
  const { group } = parseApiVersion(apiVersion)
  for (const one of served) if (one.group === group && one.kind === kind) return one
  return undefined
}
