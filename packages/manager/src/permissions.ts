/** The permissions that controllers need, as rules and as roles. */
export { formatRoles } from './permissions/format-rules.ts'
export type { RequiredRule } from './permissions/required-rule.ts'
export { requiredRules, type RequiredRulesOptions } from './permissions/required-rules.ts'
