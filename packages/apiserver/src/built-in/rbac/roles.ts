/** Roles, ClusterRoles and their bindings. */
import type { ClusterRole, PolicyRule, RoleBinding, Subject } from '@kubewright/kubernetes/rbac/v1'
import { deepEqual } from '@kubewright/core/json'
import type { Draft } from '../../object/draft.ts'
import { invalid, required, unsupported } from '../../status/field-error.ts'
import { selectorProblems } from '../../validation/label-selector.ts'
import { each, isBlank, named, type Problems, requiredName } from '../../validation/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { ageOf } from '../table/cells.ts'

const rbacGroup = 'rbac.authorization.k8s.io'
const asRole = unvalidated<ClusterRole>
const asBinding = unvalidated<RoleBinding>

export const role: KindBehavior = { validate: (object) => rulesProblems(object, true) }

export const clusterRole: KindBehavior = {
  *validate(object) {
    yield* rulesProblems(object, false)
    const { aggregationRule } = asRole(object)
    if (aggregationRule === undefined) return
    const path = 'aggregationRule.clusterRoleSelectors'
    const selectors = aggregationRule.clusterRoleSelectors ?? []
    if (selectors.length === 0) {
      yield required(path, 'at least one clusterRoleSelector required if aggregationRule is non-nil')
    }
    for (const [selector, at] of each(selectors, path)) yield* selectorProblems(selector, at)
  },
}

function* rulesProblems(object: Draft, isNamespaced: boolean): Problems {
  for (const [rule, at] of each(asRole(object).rules ?? [], 'rules')) yield* ruleProblems(rule, at, isNamespaced)
}

function* ruleProblems(rule: Unvalidated<PolicyRule>, path: string, isNamespaced: boolean): Problems {
  const { verbs = [], nonResourceURLs = [], apiGroups = [], resources = [], resourceNames = [] } = rule
  if (verbs.length === 0) yield required(`${path}.verbs`, 'verbs must contain at least one value')
  if (nonResourceURLs.length > 0) {
    const at = `${path}.nonResourceURLs`
    if (isNamespaced) yield invalid(at, nonResourceURLs, 'namespaced rules cannot apply to non-resource URLs')
    if (apiGroups.length + resources.length + resourceNames.length > 0) {
      yield invalid(at, nonResourceURLs, 'rules cannot apply to both regular resources and non-resource URLs')
    }
    return
  }
  if (apiGroups.length === 0) yield required(`${path}.apiGroups`, 'resource rules must supply at least one api group')
  if (resources.length === 0) yield required(`${path}.resources`, 'resource rules must supply at least one resource')
}

export const roleBinding = bindingBehavior(['Role', 'ClusterRole'])
export const clusterRoleBinding = bindingBehavior(['ClusterRole'])

/** @param kinds the kinds of role that a binding may refer to */
function bindingBehavior(kinds: readonly string[]): KindBehavior {
  const isNamespaced = kinds.includes('Role')
  return {
    fill(object) {
      const it = asBinding(object)
      const ref = (it.roleRef ??= {})
      ref.apiGroup ||= rbacGroup
      for (const subject of it.subjects ?? []) {
        if (subject.kind === 'User' || subject.kind === 'Group') subject.apiGroup ||= rbacGroup
      }
    },
    validate: (object) => bindingProblems(object, kinds, isNamespaced),
    *validateUpdate(object, old) {
      yield* bindingProblems(object, kinds, isNamespaced)
      const { roleRef } = asBinding(object)
      if (!deepEqual(roleRef, asBinding(old).roleRef)) {
        const shown = { APIGroup: roleRef?.apiGroup ?? '', Kind: roleRef?.kind ?? '', Name: roleRef?.name ?? '' }
        yield invalid('roleRef', shown, 'cannot change roleRef')
      }
    },
    cells(object, nowMs) {
      const { roleRef, subjects = [] } = asBinding(object)
      const named = (kind: string) => subjects.filter((subject) => subject.kind === kind)
      const accounts = named('ServiceAccount').map(({ namespace, name }) => (namespace ? `${namespace}/${name}` : name))
      return [
        object.metadata.name,
        `${roleRef?.kind}/${roleRef?.name}`,
        ageOf(object, nowMs),
        ...['User', 'Group'].map((kind) =>
          named(kind)
            .map(({ name }) => name)
            .join(', '),
        ),
        accounts.join(', '),
      ]
    },
  }
}

function* bindingProblems(object: Draft, kinds: readonly string[], isNamespaced: boolean): Problems {
  const { roleRef = {}, subjects } = asBinding(object)
  if (roleRef.apiGroup !== rbacGroup) yield unsupported('roleRef.apiGroup', roleRef.apiGroup ?? '', [rbacGroup])
  if (!kinds.includes(roleRef.kind ?? '')) yield unsupported('roleRef.kind', roleRef.kind ?? '', kinds)
  yield* requiredName('pathSegment', roleRef.name, 'roleRef.name')
  for (const [subject, at] of each(subjects, 'subjects')) yield* subjectProblems(subject, at, isNamespaced)
}

const subjectKinds = ['ServiceAccount', 'User', 'Group']

function* subjectProblems(subject: Unvalidated<Subject>, path: string, isNamespaced: boolean): Problems {
  const { kind = '', name, apiGroup = '', namespace } = subject
  if (isBlank(name)) yield required(`${path}.name`)
  if (kind === 'ServiceAccount') {
    if (!isBlank(name)) yield* named('dns1123Subdomain', name, `${path}.name`)
    if (apiGroup !== '') yield unsupported(`${path}.apiGroup`, apiGroup, [''])
    if (!isNamespaced && isBlank(namespace)) yield required(`${path}.namespace`)
  } else if (kind === 'User' || kind === 'Group') {
    if (apiGroup !== rbacGroup) yield unsupported(`${path}.apiGroup`, apiGroup, [rbacGroup])
  } else yield unsupported(`${path}.kind`, kind, subjectKinds)
}
