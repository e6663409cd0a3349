/** A permission that a program needs, and why. */

/** A rule of a Role or ClusterRole, with the reasons for it. */
export interface RequiredRule {
  readonly group: string
  /** `websites`, or `websites/status`. */
  readonly resource: string
  readonly verbs: readonly string[]
  /** Where it is needed; everywhere if there is none. */
  readonly namespace?: string
  /** The one object it is about; all if there is none. */
  readonly name?: string
  /** For people: `websites follows them`. */
  readonly because: readonly string[]
}

/** One rule for each resource and place, with the verbs and reasons of all. Sorted, so that it is always the same. */
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

/** As people write them. */
const verbOrder = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete']

function ordered(rule: RequiredRule): RequiredRule {
  const verbs = verbOrder.filter((verb) => rule.verbs.includes(verb))
  return { ...rule, verbs, because: [...new Set(rule.because)] }
}
