/** Whether a webhook is called for a write, and with which objects. */
import type { ServedKind } from '../../kinds/served-kind.ts'
import { forbidden } from '../../status/failures.ts'
import type { Attributes } from '../../kinds/admission.ts'
import { Activation } from '../expressions/activation.ts'
import { authorizersFor } from '../expressions/authorizers.ts'
import { judgeConditions } from '../expressions/match-conditions.ts'
import { admissionCircumstances, admissionRequest } from '../matching/admission-request.ts'
import type { MatchDependencies } from '../matching/dependencies.ts'
import { findMatch } from '../matching/match.ts'
import type { Shown, ShownObjects } from '../matching/shown-objects.ts'
import type { ConfiguredWebhook } from './configured-webhook.ts'
import type { Reviewing } from './review.ts'

/**
 * `undefined` if the webhook does not match the write.
 *
 * Failure: a 403 if its match conditions cannot be evaluated, a 404 if the namespace does not exist.
 */
export async function findInvocation(
  webhook: ConfiguredWebhook,
  attributes: Attributes,
  objects: ShownObjects,
  dependencies: MatchDependencies,
): Promise<Reviewing | undefined> {
  // A webhook without rules is never called. Only bindings of policies match everything without rules.
  if (webhook.criteria.rules.length === 0) return undefined
  const version = findMatch(webhook.criteria, attributes, dependencies)
  if (version === undefined) return undefined
  const shown = await objects.in(version)
  const activation = () => activationOf(attributes, version, shown, dependencies)
  const verdict = judgeConditions(webhook.conditions, activation, webhook.failurePolicy)
  if (typeof verdict === 'object') throw refusal(attributes, verdict.error)
  return verdict ? { attributes, version, ...shown } : undefined
}

function activationOf(
  attributes: Attributes,
  version: ServedKind,
  shown: Shown,
  { authorize }: MatchDependencies,
): Activation {
  return new Activation({
    ...shown,
    request: { ...admissionRequest(attributes, version), ...admissionCircumstances(attributes) },
    namespaceObject: null,
    authorizers: authorizersFor(attributes, authorize),
  })
}

function refusal({ kind, name }: Attributes, why: string): Error {
  return forbidden({ group: kind.group, resource: kind.plural }, name, why)
}
