/** A permission that a program needs, and why. */

/** A rule of a Role or ClusterRole, with the reasons for it. */
export interface RequiredRule {
  readonly group: string
  /** `websites`, or `websites/status`. */
  readonly resource: string
  readonly verbs: readonly string[]
  /** The namespace where it is needed; all if absent. */
  readonly namespace?: string
  /** The only object it covers; all if absent. */
  readonly name?: string
  /** For readers of the role: `websites follows them`. */
  readonly because: readonly string[]
}

/** One rule per resource, namespace and name, with all verbs and reasons. Sorted for stable output. */
export function mergeRules(rules: readonly RequiredRule[]): readonly RequiredRule[] {
  const merged = new Map<string, RequiredRule>()
  for (const rule of rules) {
    const key = JSON.stringify([rule.namespace ?? '', rule.group, rule.resource, rule.name ?? ''])
    const known = merged.get(key)
    merged.set(key, known === undefined ? rule : union(known, rule))
  }
  return [...merged].sort(([one], [two]) => (one < two ? -1 : 1)).map(([, rule]) => ordered(rule))
}

function union(one: RequiredRule, two: RequiredRule): RequiredRule {
  return { ...one, verbs: [...one.verbs, ...two.verbs], because: [...one.because, ...two.because] }
}

/** In the customary order; others follow in the given one. */
const verbOrder = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete']

function ordered(rule: RequiredRule): RequiredRule {
  const others = rule.verbs.filter((verb) => !verbOrder.includes(verb))
  const verbs = [...verbOrder.filter((verb) => rule.verbs.includes(verb)), ...new Set(others)]
  return { ...rule, verbs, because: [...new Set(rule.because)] }
}
