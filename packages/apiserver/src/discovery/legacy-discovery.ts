/** Legacy discovery: the groups, one group, the resources of one version. */
import { createHash } from 'node:crypto'
import { formatApiVersion, parseApiVersion } from '@kubewright/core/object'
import type { KindRegistry } from '../kinds/kind-registry.ts'
import { discoveredVerbs, type ServedKind, type ServedSubresource } from '../kinds/served-kind.ts'
import { type GroupKinds, groupsOf, inLegacyOrder } from './served-groups.ts'

/** `APIVersions` of the core group. */
export function coreVersions(address: string): object {
  const serverAddressByClientCIDRs = [{ clientCIDR: '0.0.0.0/0', serverAddress: address }]
  return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs }
}

/** `APIGroupList` */
export function groupList(registry: KindRegistry): object {
  const groups = inLegacyOrder(groupsOf(registry)).filter(({ group }) => group !== '')
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(groupEntry) }
}

/** `APIGroup` */
export function groupDocument(group: GroupKinds): object {
  return { kind: 'APIGroup', apiVersion: 'v1', ...groupEntry(group) }
}

function groupEntry({ group, versions }: GroupKinds): object {
  const entries = versions.map((version) => ({ groupVersion: `${group}/${version}`, version }))
  return { name: group, versions: entries, preferredVersion: entries[0] }
}

/** `APIResourceList`, or `undefined` if the group has no such version. */
export function resourceList({ group, kinds }: GroupKinds, version: string): object | undefined {
  const served = kinds.get(version)
  if (served === undefined) return undefined
  return {
    kind: 'APIResourceList',
    // In the core group, the oldest document, there is no apiVersion.
    ...(group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: formatApiVersion({ group, version }),
    resources: served.flatMap(resourceEntries),
  }
}

function resourceEntries(kind: ServedKind): readonly object[] {
  const own = {
    name: kind.plural,
    singularName: kind.singular,
    namespaced: kind.isNamespaced,
    kind: kind.kind,
    verbs: discoveredVerbs(kind),
    ...(kind.shortNames.length > 0 ? { shortNames: kind.shortNames } : {}),
    ...(kind.categories.length > 0 ? { categories: kind.categories } : {}),
    ...(isStored(kind) ? { storageVersionHash: storageVersionHash(kind) } : {}),
  }
  return [own, ...[...kind.subresources.values()].map((one) => subresourceEntry(kind, one))]
}

function subresourceEntry(parent: ServedKind, { name, group, version, kind, verbs }: ServedSubresource): object {
  return {
    name: `${parent.plural}/${name}`,
    singularName: '',
    namespaced: parent.isNamespaced,
    ...(group === parent.group && version === parent.version ? {} : { group, version }),
    kind,
    verbs,
  }
}

/** Virtual resources such as reviews are not stored. */
function isStored({ verbs }: ServedKind): boolean {
  return verbs.includes('update')
}

/** Kinds that kube-apiserver stores in a version it does not serve, so that an older server can read them. */
const keptVersions: Readonly<Record<string, string>> = {
  CustomResourceDefinition: 'v1beta1',
  MutatingAdmissionPolicy: 'v1beta1',
  MutatingAdmissionPolicyBinding: 'v1beta1',
}

/** A hash by which clients recognize that two resources share their storage. */
function storageVersionHash({ storage, kind, isCustom }: ServedKind): string {
  const { group, version } = parseApiVersion(storage.apiVersion)
  const kept = (isCustom ? undefined : keptVersions[kind]) ?? version
  return createHash('sha256').update(`${group}/${kept}/${kind}`).digest().subarray(0, 8).toString('base64')
}
