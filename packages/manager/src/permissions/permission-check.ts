/**
 * Asks the server whether this program may do what it is about to do, so that a missing permission is named at the start and
 * not found out by failures.
 */
import type { Client } from '@kubewright/client'
import { SelfSubjectAccessReview } from '@kubewright/kubernetes/authorization/v1'
import type { RequiredRule } from './required-rule.ts'

/**
 * The rules that are not granted, with the verbs that are missing.
 *
 * Failure: rejects as the client does when the server does not answer the question.
 */
export async function missingRules(
  client: Pick<Client, 'create'>,
  rules: readonly RequiredRule[],
  signal: AbortSignal,
): Promise<readonly RequiredRule[]> {
  const judged = await Promise.all(
    rules.map(async (rule) => {
      const granted = await Promise.all(rule.verbs.map((verb) => isGranted(client, rule, verb, signal)))
      return { ...rule, verbs: rule.verbs.filter((_, index) => !granted[index]) }
    }),
  )
  return judged.filter(({ verbs }) => verbs.length > 0)
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
