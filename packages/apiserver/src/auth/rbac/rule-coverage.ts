/** Whether some rules cover all grants of others, to prevent privilege escalation. Pure. */
import { pathCovers, type PolicyRule } from './policy-rule.ts'

/** The smallest grant: one verb on one resource, optionally of one name; or one verb on one path. */
export interface SingleRule {
  readonly verb: string
  readonly path?: string
  readonly group?: string
  readonly resource?: string
  readonly name?: string
}

/** The grants of `wanted` that `owned` does not cover, in their order. */
export function findMissing(owned: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly SingleRule[] {
  return wanted.flatMap(singleRules).filter((single) => !owned.some((rule) => covers(rule, single)))
}

export function singleRules(rule: PolicyRule): readonly SingleRule[] {
  const { verbs = [], apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule
  const names = resourceNames.length === 0 ? [{}] : resourceNames.map((name) => ({ name }))
  const ofResources = apiGroups.flatMap((group) =>
    resources.flatMap((resource) => verbs.flatMap((verb) => names.map((name) => ({ verb, group, resource, ...name })))),
  )
  return [...ofResources, ...nonResourceURLs.flatMap((path) => verbs.map((verb) => ({ verb, path })))]
}

function covers(rule: PolicyRule, { verb, path, group, resource, name }: SingleRule): boolean {
  const { resourceNames = [] } = rule
  if (!holds(rule.verbs, verb)) return false
  // A rule with resource names covers nothing that has no name, paths included.
  if (resourceNames.length > 0 && (name === undefined || !resourceNames.includes(name))) return false
  if (path !== undefined) return rule.nonResourceURLs?.some((pattern) => pathCovers(pattern, path)) ?? false
  return holds(rule.apiGroups, group!) && coversResource(rule.resources ?? [], resource!)
}

/** `deployments/scale` is also covered by `*` followed by `/scale`. */
function coversResource(resources: readonly string[], resource: string): boolean {
  const slash = resource.indexOf('/')
  return holds(resources, resource) || (slash >= 0 && resources.includes(`*${resource.slice(slash)}`))
}

function holds(values: readonly string[] | undefined, value: string): boolean {
  return values !== undefined && (values.includes('*') || values.includes(value))
}
