/** Compares the rules of a role with recorded requests. Pure. See decision 0123. */
import type { RequiredRule } from '@kubewright/manager/permissions'

/** One line of the recording of a test run. */
export interface UsedGrant {
  readonly verb: string
  readonly group: string
  readonly resource: string
  readonly namespace?: string
  readonly name?: string
  /** Set for a cluster other than home. */
  readonly cluster?: 'remote'
  /** The role of a written RoleBinding or ClusterRoleBinding. */
  readonly roleRef?: { readonly kind: string; readonly name: string }
  /** The rules of a written Role or ClusterRole, as they were sent. */
  readonly rules?: readonly unknown[]
}

export interface GrantComparison {
  /** Used but not allowed. Deduplicated across namespaces. */
  readonly missing: readonly UsedGrant[]
  /** Allowed but not used: rules with only their unused verbs. */
  readonly unused: readonly RequiredRule[]
}

export const rbacGroup = 'rbac.authorization.k8s.io'

/** Using one of these counts as using all: which of them a watch needs depends on the server. */
const reading = ['get', 'list', 'watch']

/**
 * @param rules everything the role allows
 * @param testable the rules that the recorded program could have used
 */
export function compareGrants(
  rules: readonly RequiredRule[],
  testable: readonly RequiredRule[],
  used: readonly UsedGrant[],
): GrantComparison {
  const uses = [...used, ...used.flatMap(impliedUse)]
  const missing = new Map<string, UsedGrant>()
  for (const grant of used.filter((one) => !rules.some((rule) => allows(rule, one)))) {
    const { verb, group, resource } = grant
    const key = JSON.stringify([group, resource, verb])
    if (!missing.has(key)) missing.set(key, grant)
  }
  const unused = testable.filter(isRemovable).flatMap((rule) => {
    const verbs = rule.verbs.filter((verb) => !uses.some((grant) => isUseOf(rule, verb, grant)))
    return verbs.length === 0 ? [] : [{ ...rule, verbs }]
  })
  return { missing: [...missing.values()], unused }
}

/** Whether a rule of the role allows a request. */
export function allows({ group, resource, verbs, namespace, name }: RequiredRule, grant: UsedGrant): boolean {
  return (
    isMatch(group, grant.group) &&
    isMatch(resource, grant.resource) &&
    verbs.some((verb) => isMatch(verb, grant.verb)) &&
    (namespace === undefined || namespace === grant.namespace) &&
    (name === undefined || name === grant.name)
  )
}

/** The permission besides its own that the server checks for a write of a binding or role: `bind` or `escalate`. */
export function impliedUse({ roleRef, rules, ...write }: UsedGrant): readonly UsedGrant[] {
  if (roleRef !== undefined) {
    return [
      { ...write, verb: 'bind', resource: roleRef.kind === 'Role' ? 'roles' : 'clusterroles', name: roleRef.name },
    ]
  }
  return rules === undefined ? [] : [{ ...write, verb: 'escalate' }]
}

function isUseOf(rule: RequiredRule, verb: string, grant: UsedGrant): boolean {
  const verbs = reading.includes(verb) ? reading : [verb]
  return allows({ ...rule, verbs }, grant)
}

function isMatch(allowed: string, asked: string): boolean {
  return allowed === '*' || allowed === asked
}

/** Every controller may record events. The server checks finalizers itself, so no request shows their use. */
function isRemovable({ group, resource }: RequiredRule): boolean {
  return group !== 'events.k8s.io' && !resource.endsWith('/finalizers')
}
