/** Compares what a role allows with what was done. Pure. */
import type { RequiredRule } from '@kubewright/manager'

/** One line of what a test run recorded. */
export interface UsedGrant {
  readonly verb: string
  readonly group: string
  readonly resource: string
  readonly namespace?: string
  readonly name?: string
  /** In another cluster than home. */
  readonly cluster?: 'remote'
}

export interface GrantComparison {
  /** Done, and not allowed; each once, whatever the namespace. */
  readonly missing: readonly UsedGrant[]
  /** Allowed, and not done: rules with the verbs nobody used. */
  readonly unused: readonly RequiredRule[]
}

/** Whoever follows a kind does one of these, or another, depending on the server. */
const reading = ['get', 'list', 'watch']

/**
 * @param rules all that is allowed
 * @param testable those that the recorded program could have made use of
 */
export function compareGrants(
  rules: readonly RequiredRule[],
  testable: readonly RequiredRule[],
  used: readonly UsedGrant[],
): GrantComparison {
  const missing = new Map<string, UsedGrant>()
  for (const grant of used.filter((one) => !rules.some((rule) => allows(rule, one)))) {
    const { verb, group, resource } = grant
    const key = JSON.stringify([group, resource, verb])
    if (!missing.has(key)) missing.set(key, grant)
  }
  const unused = testable.filter(isRemovable).flatMap((rule) => {
    const verbs = rule.verbs.filter((verb) => !used.some((grant) => isUseOf(rule, verb, grant)))
    return verbs.length === 0 ? [] : [{ ...rule, verbs }]
  })
  return { missing: [...missing.values()], unused }
}

function allows({ group, resource, verbs, namespace, name }: RequiredRule, grant: UsedGrant): boolean {
  return (
    isMatch(group, grant.group) &&
    isMatch(resource, grant.resource) &&
    verbs.some((verb) => isMatch(verb, grant.verb)) &&
    (namespace === undefined || namespace === grant.namespace) &&
    (name === undefined || name === grant.name)
  )
}

function isUseOf(rule: RequiredRule, verb: string, grant: UsedGrant): boolean {
  const verbs = reading.includes(verb) ? reading : [verb]
  return allows({ ...rule, verbs }, grant)
}

function isMatch(allowed: string, asked: string): boolean {
  return allowed === '*' || allowed === asked
}

/** Events are for every controller; finalizers are asked for by the server, not by a request of their own. */
function isRemovable({ group, resource }: RequiredRule): boolean {
  return group !== 'events.k8s.io' && !resource.endsWith('/finalizers')
}
