// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, LabelSelector, ObjectMeta } from '@kubewright/core'
import { type BuiltIn, builtIn } from '../../built-in.ts'

/** `clusterrolebindings` in `rbac.authorization.k8s.io/v1`, cluster-scoped. */
export const ClusterRoleBinding: BuiltIn<ClusterRoleBinding, ClusterRoleBindingInput, never> = /*#__PURE__*/ builtIn({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRoleBinding',
  plural: 'clusterrolebindings',
  scope: 'Cluster',
})

export interface ClusterRoleBinding {
  readonly apiVersion: 'rbac.authorization.k8s.io/v1'
  readonly kind: 'ClusterRoleBinding'
  readonly metadata: ObjectMeta
  readonly roleRef: RoleRef
  readonly subjects?: readonly Subject[] | undefined
}

export interface ClusterRoleBindingInput {
  readonly apiVersion?: 'rbac.authorization.k8s.io/v1' | undefined
  readonly kind?: 'ClusterRoleBinding' | undefined
  readonly metadata: AuthoredMeta
  readonly roleRef: RoleRef
  readonly subjects?: readonly Subject[] | undefined
}

/** `clusterroles` in `rbac.authorization.k8s.io/v1`, cluster-scoped. */
export const ClusterRole: BuiltIn<ClusterRole, ClusterRoleInput, never> = /*#__PURE__*/ builtIn({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRole',
  plural: 'clusterroles',
  scope: 'Cluster',
})

export interface ClusterRole {
  readonly apiVersion: 'rbac.authorization.k8s.io/v1'
  readonly kind: 'ClusterRole'
  readonly metadata: ObjectMeta
  readonly aggregationRule?: AggregationRule | undefined
  readonly rules?: readonly PolicyRule[] | null | undefined
}

export interface ClusterRoleInput {
  readonly apiVersion?: 'rbac.authorization.k8s.io/v1' | undefined
  readonly kind?: 'ClusterRole' | undefined
  readonly metadata: AuthoredMeta
  readonly aggregationRule?: AggregationRule | undefined
  readonly rules?: readonly PolicyRule[] | null | undefined
}

/** `rolebindings` in `rbac.authorization.k8s.io/v1`, namespaced. */
export const RoleBinding: BuiltIn<RoleBinding, RoleBindingInput, never> = /*#__PURE__*/ builtIn({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'RoleBinding',
  plural: 'rolebindings',
  scope: 'Namespaced',
})

export interface RoleBinding {
  readonly apiVersion: 'rbac.authorization.k8s.io/v1'
  readonly kind: 'RoleBinding'
  readonly metadata: ObjectMeta
  readonly roleRef: RoleRef
  readonly subjects?: readonly Subject[] | undefined
}

export interface RoleBindingInput {
  readonly apiVersion?: 'rbac.authorization.k8s.io/v1' | undefined
  readonly kind?: 'RoleBinding' | undefined
  readonly metadata: AuthoredMeta
  readonly roleRef: RoleRef
  readonly subjects?: readonly Subject[] | undefined
}

/** `roles` in `rbac.authorization.k8s.io/v1`, namespaced. */
export const Role: BuiltIn<Role, RoleInput, never> = /*#__PURE__*/ builtIn({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'Role',
  plural: 'roles',
  scope: 'Namespaced',
})

export interface Role {
  readonly apiVersion: 'rbac.authorization.k8s.io/v1'
  readonly kind: 'Role'
  readonly metadata: ObjectMeta
  readonly rules?: readonly PolicyRule[] | null | undefined
}

export interface RoleInput {
  readonly apiVersion?: 'rbac.authorization.k8s.io/v1' | undefined
  readonly kind?: 'Role' | undefined
  readonly metadata: AuthoredMeta
  readonly rules?: readonly PolicyRule[] | null | undefined
}

export interface AggregationRule {
  readonly clusterRoleSelectors?: readonly LabelSelector[] | undefined
}

export interface PolicyRule {
  readonly apiGroups?: readonly string[] | undefined
  readonly nonResourceURLs?: readonly string[] | undefined
  readonly resourceNames?: readonly string[] | undefined
  readonly resources?: readonly string[] | undefined
  readonly verbs: readonly string[]
}

export interface RoleRef {
  readonly apiGroup?: string | undefined
  readonly kind: string
  readonly name: string
}

export interface Subject {
  readonly apiGroup?: string | undefined
  readonly kind: string
  readonly name: string
  readonly namespace?: string | undefined
}
