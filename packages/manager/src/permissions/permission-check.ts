/**
 * Checks the program's permissions, so that a missing one is reported at start instead of failing later.
 *
 * One SelfSubjectRulesReview for each namespace answers for nearly all of them. It lists the rules of RBAC and may be incomplete where a
 * server has other authorizers, so a permission it does not show is asked for by a SelfSubjectAccessReview.
 */
import type { Client } from '@kubewright/client'
import { SelfSubjectAccessReview } from '@kubewright/kubernetes/authorization/v1'
import { reviewRules } from './granted-rules.ts'
import type { RequiredRule } from './required-rule.ts'

/** Concurrent reviews. Each additional one opens another TLS connection at start, for requests of a millisecond. */
const mostReviews = 2

/**
 * The rules that are not granted, with the missing verbs.
 *
 * Failure: client errors if the server does not answer a review.
 */
export async function missingRules(
  client: Pick<Client, 'create'>,
  rules: readonly RequiredRule[],
  signal: AbortSignal,
): Promise<readonly RequiredRule[]> {
  const shows = await reviewRules(client, rules, signal)
  const missing = new Map(rules.map((rule) => [rule, new Set(rule.verbs.filter((verb) => !shows(rule, verb)))]))
  const reviews = rules.flatMap((rule) => [...missing.get(rule)!].map((verb) => ({ rule, verb }))).values()
  const lane = async () => {
    for (const { rule, verb } of reviews) {
      if (await isGranted(client, rule, verb, signal)) missing.get(rule)!.delete(verb)
    }
  }
  await Promise.all(Array.from({ length: mostReviews }, lane))
  return rules.flatMap((rule) => {
    const verbs = rule.verbs.filter((verb) => missing.get(rule)!.has(verb))
    return verbs.length === 0 ? [] : [{ ...rule, verbs }]
  })
}

async function isGranted(
  client: Pick<Client, 'create'>,
  { group, resource, namespace, name }: RequiredRule,
  verb: string,
  signal: AbortSignal,
): Promise<boolean> {
  const [plural = '', subresource] = resource.split('/')
  const resourceAttributes = {
    group,
    resource: plural,
    verb,
    ...(subresource === undefined ? {} : { subresource }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(name === undefined ? {} : { name }),
  }
  const review = await client.create(SelfSubjectAccessReview, { metadata: {}, spec: { resourceAttributes } } as never, {
    signal,
  })
  return review.status?.allowed === true
}
