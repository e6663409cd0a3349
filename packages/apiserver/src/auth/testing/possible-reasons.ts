/** Every possible reason for an allowed access. A real server names the first it finds, which may be any of them. */
import { readAccess } from '../reviews/access-question.ts'
import { describeBinding } from '../rbac/binding.ts'
import { ruleAllows } from '../rbac/policy-rule.ts'
import type { RbacIndex } from '../rbac/rbac-index.ts'
import type { AccessQuestion } from './access-questions.ts'

export function possibleReasons(index: RbacIndex, question: AccessQuestion): readonly string[] {
  const access = readAccess(question)
  const user = { name: question.user, groups: question.groups }
  return index
    .grantsOf(user, access.isResource ? access.namespace : '')
    .filter(({ rules = [] }) => rules.some((rule) => ruleAllows(rule, access)))
    .map(({ binding }) => `RBAC: allowed by ${describeBinding(binding, user)}`)
}
