/**
 * What the administrator of a peer creates to accept the replicas of another cluster: a namespace, and the right to replicate
 * the named kinds into it. Nothing outside that namespace can be read or written with it.
 */
import { Namespace, Role, RoleBinding, ServiceAccount } from '@kubewright/kubernetes'
import type { Resource } from '@kubewright/resource'
import { assertIdentity, clusterLabel, tenantLabel, tenantNamespace } from './names.ts'

export interface TenantOptions {
  /** The identity of the cluster that accepts. */
  readonly cluster: string
  /** The identity of the cluster whose replicas are accepted. */
  readonly origin: string
  /** Which kinds. */
  readonly kinds: readonly Pick<Resource, 'group' | 'plural'>[]
  /** Who acts for the origin. @default a ServiceAccount `replicator` in the tenant namespace, which is created too */
  readonly subject?: { readonly kind: 'User' | 'Group'; readonly name: string }
}

/** One manifest with the handle of its kind. */
export interface TenantManifest {
  readonly resource: Resource
  readonly object: { readonly apiVersion: string; readonly kind: string; readonly metadata: object }
}

/** The account in the tenant namespace that acts for the origin. */
export const tenantAccount = 'replicator'

/** The role of that account. */
export const tenantRole = 'replicator'

/**
 * In the order in which they are to be created.
 *
 * Failure: `KW_REPLICATION_IDENTITY`.
 */
export function tenantManifests(options: TenantOptions): readonly TenantManifest[] {
  const { cluster, origin, kinds, subject } = options
  assertIdentity(cluster, 'the accepting cluster')
  assertIdentity(origin, 'the origin')
  const namespace = tenantNamespace(origin)
  const labels = { [clusterLabel]: cluster, [tenantLabel]: origin }
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: tenantAccount, namespace } }
  return [
    { resource: Namespace, object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } } },
    ...(subject === undefined ? [{ resource: ServiceAccount, object: account }] : []),
    { resource: Role, object: roleOf(namespace, kinds) },
    { resource: RoleBinding, object: bindingOf(namespace, subject) },
  ]
}

function roleOf(namespace: string, kinds: TenantOptions['kinds']) {
  const groups = [...new Set(kinds.map(({ group }) => group))].sort()
  const rules = groups.map((group) => ({
    apiGroups: [group],
    resources: [...new Set(kinds.filter((kind) => kind.group === group).map(({ plural }) => plural))].sort(),
    verbs: ['get', 'list', 'watch', 'create', 'patch', 'delete'],
  }))
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: tenantRole, namespace },
    // The namespace says whose it is: that is how an origin checks where its connection leads.
    rules: [{ apiGroups: [''], resources: ['namespaces'], resourceNames: [namespace], verbs: ['get'] }, ...rules],
  }
}

function bindingOf(namespace: string, subject: TenantOptions['subject']) {
  const account = { kind: 'ServiceAccount', name: tenantAccount, namespace }
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: tenantRole, namespace },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: tenantRole },
    subjects: [subject === undefined ? account : { apiGroup: 'rbac.authorization.k8s.io', ...subject }],
  }
}
