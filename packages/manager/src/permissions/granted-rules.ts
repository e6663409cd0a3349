/** The rules that the server grants to this program, from one SelfSubjectRulesReview for each namespace. See decision 0422. */
import type { Client } from '@kubewright/client'
import { type ResourceRule, SelfSubjectRulesReview } from '@kubewright/kubernetes/authorization/v1'
import type { RequiredRule } from './required-rule.ts'

/**
 * A review always names a namespace, and its answer adds the rules of the whole cluster. Nothing is bound in a namespace that does not
 * exist, so only those are left.
 */
const absentNamespace = 'kubewright-namespace-that-does-not-exist'

/** Whether a verb of a rule is granted for certain. `false` also means that the review could not tell. */
export type IsGranted = (rule: RequiredRule, verb: string) => boolean

/**
 * Failure: none. If the server refuses or does not answer a review, nothing counts as granted: the caller checks each permission instead,
 * and meets the reason there.
 */
export async function reviewRules(
  client: Pick<Client, 'create'>,
  rules: readonly RequiredRule[],
  signal: AbortSignal,
): Promise<IsGranted> {
  const granted = new Map<string, readonly ResourceRule[]>()
  for (const namespace of new Set(rules.map(placeOf))) granted.set(namespace, await review(client, namespace, signal))
  return (rule, verb) => granted.get(placeOf(rule))?.some((each) => covers(each, rule, verb)) ?? false
}

function placeOf({ namespace = absentNamespace }: RequiredRule): string {
  return namespace
}

async function review(
  client: Pick<Client, 'create'>,
  namespace: string,
  signal: AbortSignal,
): Promise<readonly ResourceRule[]> {
  try {
    const answer = await client.create(SelfSubjectRulesReview, { metadata: {}, spec: { namespace } } as never, {
      signal,
    })
    return answer.status?.resourceRules ?? []
  } catch {
    return []
  }
}

/** By the matching of RBAC: `*` for all, and `*` + `/subresource` for a subresource of all. */
function covers(granted: ResourceRule, { group, resource, name }: RequiredRule, verb: string): boolean {
  const { verbs, apiGroups = [], resources = [], resourceNames = [] } = granted
  const subresource = resource.includes('/') ? [`*${resource.slice(resource.indexOf('/'))}`] : []
  return (
    hasAny(verbs, [verb]) &&
    hasAny(apiGroups, [group]) &&
    hasAny(resources, [resource, ...subresource]) &&
    (resourceNames.length === 0 || (name !== undefined && resourceNames.includes(name)))
  )
}

function hasAny(granted: readonly string[], wanted: readonly string[]): boolean {
  return granted.some((each) => each === '*' || wanted.includes(each))
}
