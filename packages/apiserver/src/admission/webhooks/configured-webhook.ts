/** Webhooks as configured, ready to be matched and called. */
import type { MutatingWebhook, MutatingWebhookConfiguration } from '@kubewright/kubernetes/admissionregistration/v1'
import { policyEnvironment } from '../environment/policy-environment.ts'
import type { Draft } from '../../object/draft.ts'
import { draftOf } from '../../object/draft.ts'
import type { WebhookAddress } from '../../outbound/webhook-transport.ts'
import type { Collection } from '../../storage/collection.ts'
import type { Version } from '../../storage/version.ts'
import { compileConditions } from '../expressions/match-conditions.ts'
import type { Expression } from '../expressions/expression.ts'
import { type Criteria, criteriaOf, type WrittenCriteria } from '../matching/match.ts'
import type { Rule } from '../matching/rule.ts'

export interface ConfiguredWebhook {
  readonly configuration: string
  readonly name: string
  /** Unique by position: names need not be unique. */
  readonly id: string
  readonly criteria: Criteria
  readonly conditions: readonly Expression[]
  readonly address: WebhookAddress
  readonly failurePolicy: 'Fail' | 'Ignore'
  readonly sideEffects: string | undefined
  readonly timeoutSeconds: number
  readonly reviewVersions: readonly string[]
  readonly isReinvocable: boolean
}

/** Memoized per version of a configuration, so that expressions are compiled once. */
const made = new WeakMap<Version, readonly ConfiguredWebhook[]>()

/** All webhooks of the collection: configurations sorted by name, webhooks in their order. */
export function configuredWebhooks(collection: Collection): readonly ConfiguredWebhook[] {
  if (collection.size === 0) return []
  return collection.range({}).versions.flatMap(webhooksOf)
}

function webhooksOf(version: Version): readonly ConfiguredWebhook[] {
  let webhooks = made.get(version)
  if (webhooks === undefined) made.set(version, (webhooks = readWebhooks(draftOf(version.object.text))))
  return webhooks
}

function readWebhooks(configuration: Draft): readonly ConfiguredWebhook[] {
  const { webhooks = [] } = configuration as unknown as MutatingWebhookConfiguration
  const counts = new Map<string, number>()
  return webhooks.map((webhook) => {
    const count = counts.get(webhook.name) ?? 0
    counts.set(webhook.name, count + 1)
    return readWebhook(webhook, configuration.metadata.name!, count)
  })
}

const environment = policyEnvironment({ hasAuthorizer: true })

function readWebhook(webhook: MutatingWebhook, configuration: string, count: number): ConfiguredWebhook {
  const { name, clientConfig, timeoutSeconds = 10, admissionReviewVersions, reinvocationPolicy } = webhook
  return {
    configuration,
    name,
    id: `${configuration}/${name}/${count}`,
    criteria: criteriaOf(webhook as WrittenCriteria, (webhook.rules ?? []) as readonly Rule[]),
    conditions: compileConditions(webhook.matchConditions, environment),
    address: clientConfig as WebhookAddress,
    failurePolicy: webhook.failurePolicy === 'Ignore' ? 'Ignore' : 'Fail',
    sideEffects: webhook.sideEffects,
    timeoutSeconds,
    reviewVersions: admissionReviewVersions,
    isReinvocable: reinvocationPolicy === 'IfNeeded',
  }
}
