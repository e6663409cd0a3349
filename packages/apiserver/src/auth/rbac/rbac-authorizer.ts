/** Role-based access control: an access is allowed only if a role of the user allows it. */
import { goQuote } from '@kubewright/core/go'
import type { Access, Authorize, Decision } from '../authorization.ts'
import { masters, type User } from '../../identity/user.ts'
import { describeBinding, type RoleRef } from './binding.ts'
import { type PolicyRule, ruleAllows } from './policy-rule.ts'
import type { Grant, RbacIndex } from './rbac-index.ts'
import { joinFailures } from './rule-text.ts'

/** Members of `system:masters` bypass the rules: they must be able to repair them. */
export function rbacAuthorizer(index: RbacIndex): Authorize {
  return (access, user) => {
    if (user.groups.includes(masters)) return { isAllowed: true, reason: '' }
    return decide(index.grantsOf(user, access.isResource ? access.namespace : ''), access, user)
  }
}

function decide(grants: readonly Grant[], access: Access, user: User): Decision {
  const grant = grants.find(({ rules }) => rules?.some((rule) => ruleAllows(rule, access)))
  if (grant !== undefined) {
    return { isAllowed: true, reason: `RBAC: allowed by ${describeBinding(grant.binding, user)}` }
  }
  const problems = problemsOf(grants)
  return { isAllowed: false, reason: problems.length === 0 ? '' : `RBAC: ${joinFailures(problems)}` }
}

export interface UserRules {
  readonly rules: readonly PolicyRule[]
  /** Why the rules may be incomplete: bound roles that do not exist. */
  readonly problems: readonly string[]
}

/** All rules of a user in a namespace, including those of the cluster. */
export function rulesOfUser(index: RbacIndex, user: User, namespace: string): UserRules {
  const grants = index.grantsOf(user, namespace)
  return { rules: grants.flatMap(({ rules = [] }) => rules), problems: problemsOf(grants) }
}

/** Roles that are bound to the user but do not exist. */
export function missingRoles(grants: readonly Grant[]): readonly RoleRef[] {
  return grants.filter(({ rules }) => rules === undefined).map(({ binding }) => binding.roleRef)
}

function problemsOf(grants: readonly Grant[]): readonly string[] {
  return missingRoles(grants).map(
    ({ kind, name }) => `${kind.toLowerCase()}.rbac.authorization.k8s.io ${goQuote(name)} not found`,
  )
}
