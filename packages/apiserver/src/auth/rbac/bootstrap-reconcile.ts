/**
 * Reconciles the default roles and bindings of an earlier start: missing parts are added, the additions of users stay, and
 * objects that are marked as not to be updated are left alone. Pure.
 */
import { deepEqual } from '@kubewright/core/json'
import type { Draft } from '../../object/draft.ts'
import type { BootstrapBinding, BootstrapObject, BootstrapRole } from './bootstrap-text.ts'
import type { PolicyRule } from './policy-rule.ts'
import { findMissing, type SingleRule } from './rule-coverage.ts'

const autoUpdate = 'rbac.authorization.kubernetes.io/autoupdate'

/** `keep` the object, `update` it, or `replace` it because the role of a binding is immutable. */
export type Reconciliation =
  | { readonly does: 'keep' }
  | { readonly does: 'update'; readonly object: Draft }
  | { readonly does: 'replace' }

export function reconcile(existing: Draft, expected: BootstrapObject): Reconciliation {
  if (existing.metadata.annotations?.[autoUpdate] === 'false') return { does: 'keep' }
  const isOtherRole = 'roleRef' in expected && !deepEqual(existing['roleRef'], expected.roleRef)
  if (isOtherRole) return { does: 'replace' }
  const next = 'roleRef' in expected ? reconcileBinding(existing, expected) : reconcileRole(existing, expected)
  const object = withMeta(next, expected)
  return deepEqual(object, existing) ? { does: 'keep' } : { does: 'update', object }
}

function withMeta(object: Draft, { metadata }: BootstrapObject): Draft {
  const labels = { ...metadata.labels, ...object.metadata.labels }
  const annotations = { ...metadata.annotations, ...object.metadata.annotations }
  return { ...object, metadata: { ...object.metadata, labels, annotations } }
}

function reconcileBinding(existing: Draft, { subjects = [] }: BootstrapBinding): Draft {
  const present = (existing['subjects'] ?? []) as readonly unknown[]
  const missing = subjects.filter((subject) => !present.some((one) => deepEqual(one, subject)))
  return missing.length === 0 ? existing : { ...existing, subjects: [...present, ...missing] }
}

function reconcileRole(existing: Draft, expected: BootstrapRole): Draft {
  const next = { ...existing }
  const present = (existing['rules'] ?? []) as readonly PolicyRule[]
  const missing = findMissing(present, expected.rules ?? [])
  if (missing.length > 0) next['rules'] = [...present, ...missing.map(toRule)]
  if (expected.aggregationRule === undefined) delete next['aggregationRule']
  else next['aggregationRule'] = reconcileSelectors(existing, expected.aggregationRule.clusterRoleSelectors)
  return next
}

function reconcileSelectors(existing: Draft, expected: readonly object[]): object {
  const rule = existing['aggregationRule'] as { clusterRoleSelectors?: readonly object[] } | undefined
  const present = rule?.clusterRoleSelectors ?? []
  const missing = expected.filter((selector) => !present.some((one) => deepEqual(one, selector)))
  return { clusterRoleSelectors: [...present, ...missing] }
}

function toRule({ verb, group, resource, name, path }: SingleRule): PolicyRule {
  if (path !== undefined) return { verbs: [verb], nonResourceURLs: [path] }
  const names = name === undefined ? {} : { resourceNames: [name] }
  return { verbs: [verb], apiGroups: [group!], resources: [resource!], ...names }
}
