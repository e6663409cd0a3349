/** What is served, as discovery tells it: one document for everything, or the older one a group and version. */
import { createHash } from 'node:crypto'
import { compareVersionPriority } from '@kubewright/core'
import type { KindRegistry } from '../kinds/kind-registry.ts'
import { apiVersionOf, type ServedKind } from '../kinds/served-kind.ts'

interface GroupKinds {
  readonly group: string
  /** The preferred version first. */
  readonly versions: readonly string[]
  readonly kinds: ReadonlyMap<string, readonly ServedKind[]>
}

/** Groups in the order the server lists them: built-in ones in their own order, then those of custom kinds by name. */
export function groupsOf(registry: KindRegistry): readonly GroupKinds[] {
  const kinds = registry.all()
  const builtIn = [...new Set(kinds.filter((kind) => !kind.isCustom).map((kind) => kind.group))]
  const custom = [...new Set(kinds.map((kind) => kind.group))].filter((group) => !builtIn.includes(group)).sort()
  return [...builtIn, ...custom].map((group) =>
    groupOf(
      group,
      kinds.filter((kind) => kind.group === group),
    ),
  )
}

function groupOf(group: string, kinds: readonly ServedKind[]): GroupKinds {
  const versions = [...new Set(kinds.map(({ version }) => version))].sort(compareVersionPriority)
  return {
    group,
    versions,
    kinds: new Map(versions.map((version) => [version, kinds.filter((kind) => kind.version === version)])),
  }
}

/** `APIGroupDiscoveryList`: everything in one answer. The core group has an address of its own. */
export function aggregatedDiscovery(registry: KindRegistry, isCore: boolean): object {
  const groups = groupsOf(registry).filter(({ group }) => (group === '') === isCore)
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: groups.map(({ group, versions, kinds }) => ({
      metadata: group === '' ? { creationTimestamp: null } : { name: group, creationTimestamp: null },
      versions: versions.map((version) => ({
        version,
        resources: kinds.get(version)!.map(aggregatedResource),
        freshness: 'Current',
      })),
    })),
  }
}

function aggregatedResource(kind: ServedKind): object {
  return {
    resource: kind.plural,
    responseKind: { group: kind.group, version: kind.version, kind: kind.kind },
    scope: kind.isNamespaced ? 'Namespaced' : 'Cluster',
    singularResource: kind.singular,
    verbs: kind.verbs,
    ...(kind.shortNames.length > 0 ? { shortNames: kind.shortNames } : {}),
    ...(kind.categories.length > 0 ? { categories: kind.categories } : {}),
    ...(kind.subresources.size > 0 ? { subresources: [...kind.subresources.values()].map(aggregatedSubresource) } : {}),
  }
}

function aggregatedSubresource({
  name,
  group,
  version,
  kind,
  verbs,
}: ServedKind['subresources'] extends ReadonlyMap<string, infer Sub> ? Sub : never): object {
  return { subresource: name, responseKind: { group, version, kind }, verbs }
}

/** `APIGroupList` */
export function groupList(registry: KindRegistry): object {
  const groups = groupsOf(registry).filter(({ group }) => group !== '')
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(groupEntry) }
}

/** `APIGroup`, or `undefined` if there is none of that name. */
export function groupDocument(registry: KindRegistry, group: string): object | undefined {
  const found = groupsOf(registry).find((one) => one.group === group)
  return found && { kind: 'APIGroup', apiVersion: 'v1', ...groupEntry(found) }
}

function groupEntry({ group, versions }: GroupKinds): object {
  const entries = versions.map((version) => ({ groupVersion: `${group}/${version}`, version }))
  return { name: group, versions: entries, preferredVersion: entries[0] }
}

/** `APIResourceList`, or `undefined` if the version is not served. */
export function resourceList(registry: KindRegistry, group: string, version: string): object | undefined {
  const kinds = groupsOf(registry)
    .find((one) => one.group === group)
    ?.kinds.get(version)
  if (kinds === undefined) return undefined
  return {
    kind: 'APIResourceList',
    ...(group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: apiVersionOf({ group, version }),
    resources: kinds.flatMap(legacyResources),
  }
}

function legacyResources(kind: ServedKind): readonly object[] {
  const own = {
    name: kind.plural,
    singularName: kind.singular,
    namespaced: kind.isNamespaced,
    kind: kind.kind,
    verbs: kind.verbs,
    ...(kind.shortNames.length > 0 ? { shortNames: kind.shortNames } : {}),
    ...(kind.categories.length > 0 ? { categories: kind.categories } : {}),
    ...(kind.verbs.includes('get') ? { storageVersionHash: storageVersionHash(kind) } : {}),
  }
  const below = [...kind.subresources.values()].map((sub) => ({
    name: `${kind.plural}/${sub.name}`,
    singularName: '',
    namespaced: kind.isNamespaced,
    ...(sub.group !== kind.group || sub.version !== kind.version ? { group: sub.group, version: sub.version } : {}),
    kind: sub.kind,
    verbs: sub.verbs,
  }))
  return [own, ...below]
}

function storageVersionHash({ group, storage, kind }: ServedKind): string {
  const version = storage.apiVersion.split('/').at(-1)
  return createHash('sha256').update(`${group}/${version}/${kind}`).digest().subarray(0, 8).toString('base64')
}
