/** The notation of kinds and objects in topics and URLs: `apps/v1/Deployment`, `core/v1/Pod/default/web-0`. Pure. */
import type { Ref } from '@kubewright/core'
import type { GroupVersionKind } from '@kubewright/core/object'

/** Placeholders for the core group, and for the namespace of a cluster-scoped object. */
const coreGroup = 'core'
const noNamespace = '-'

export interface ObjectPath extends Ref {
  readonly kind: GroupVersionKind
}

export function formatKindPath({ group, version, kind }: GroupVersionKind): string {
  return `${group === '' ? coreGroup : group}/${version}/${kind}`
}

/** @returns `undefined` for an invalid kind */
export function parseKindPath(text: string): GroupVersionKind | undefined {
  const parts = text.split('/')
  const [group, version, kind] = parts
  if (parts.length !== 3 || !group || !version || !kind) return undefined
  return { group: group === coreGroup ? '' : group, version, kind }
}

/** @returns `undefined` for an invalid object path */
export function parseObjectPath(text: string): ObjectPath | undefined {
  const parts = text.split('/')
  const kind = parseKindPath(parts.slice(0, 3).join('/'))
  const [namespace, name] = parts.slice(3)
  if (kind === undefined || parts.length !== 5 || !namespace || !name) return undefined
  return namespace === noNamespace ? { kind, name } : { kind, namespace, name }
}

export function apiVersionOf({ group, version }: Pick<GroupVersionKind, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`
}
