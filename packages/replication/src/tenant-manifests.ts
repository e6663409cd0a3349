/**
 * The objects an administrator creates to accept the replicas of another cluster: a namespace, and permission to replicate the listed
 * kinds into it. It grants no access outside that namespace.
 */
import { Namespace, Role, RoleBinding, ServiceAccount } from '@kubewright/kubernetes'
import type { Resource } from '@kubewright/resource'
import { assertIdentity, clusterLabel, tenantLabel, tenantNamespace } from './names.ts'

/** Options of `tenantManifests`. */
export interface TenantOptions {
  /** The identity of the accepting cluster. */
  readonly cluster: string
  /** The identity of the cluster whose replicas are accepted. */
  readonly origin: string
  /** The accepted kinds. */
  readonly kinds: readonly Pick<Resource, 'group' | 'plural'>[]
  /** The subject that acts for the origin. @default a ServiceAccount `replicator` in the tenant namespace, which is created too */
  readonly subject?: { readonly kind: 'User' | 'Group'; readonly name: string }
}

/** A manifest with the handle of its kind. */
export interface TenantManifest {
  readonly resource: Resource
  readonly object: { readonly apiVersion: string; readonly kind: string; readonly metadata: object }
}

/** The account in the tenant namespace that acts for the origin. */
export const tenantAccount = 'replicator'

/** The role of that account. */
export const tenantRole = 'replicator'

/**
 * In creation order.
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
    // The namespace carries the identity of its cluster, by which an origin verifies its connection.
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
