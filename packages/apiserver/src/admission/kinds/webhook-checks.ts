/** Validation of webhooks and their match conditions. */
import type { MutatingWebhook } from '@kubewright/kubernetes/admissionregistration/v1'
import { compileExpression } from '../expressions/expression.ts'
import { policyEnvironment } from '../environment/policy-environment.ts'
import { boolType } from '@kubewright/cel'
import { invalid, required, tooMany } from '../../status/field-error.ts'
import { selectorProblems } from '../../validation/label-selector.ts'
import { duplicate, each, knownWord, named, type Problems } from '../../validation/problems.ts'
import { clientProblems } from '../../validation/webhook-client.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'
import { ruleProblems } from './rule-checks.ts'

/** Mutating webhooks have every field of validating ones. */
export type AnyWebhook = Unvalidated<MutatingWebhook>

const sideEffects = ['None', 'NoneOnDryRun']
const reviewVersions = ['v1', 'v1beta1']

export function* webhooksProblems(webhooks: readonly AnyWebhook[] | undefined): Problems {
  const names = new Set<string>()
  for (const [webhook, at] of each(webhooks, 'webhooks')) {
    yield* webhookProblems(webhook, at)
    yield* reviewVersionProblems(webhook.admissionReviewVersions ?? [], `${at}.admissionReviewVersions`)
    const { name = '' } = webhook
    if (name !== '' && names.has(name)) yield duplicate(`${at}.name`, name)
    names.add(name)
  }
}

function* webhookProblems(webhook: AnyWebhook, path: string): Problems {
  yield* qualified(webhook.name ?? '', `${path}.name`)
  for (const [rule, at] of each(webhook.rules, `${path}.rules`)) yield* ruleProblems(rule, at)
  yield* knownWord(webhook.failurePolicy, `${path}.failurePolicy`, ['Fail', 'Ignore'])
  yield* knownWord(webhook.matchPolicy, `${path}.matchPolicy`, ['Equivalent', 'Exact'])
  if (webhook.sideEffects === undefined) {
    yield required(`${path}.sideEffects`, `must specify one of ${sideEffects.join(', ')}`)
  } else yield* knownWord(webhook.sideEffects, `${path}.sideEffects`, sideEffects)
  const { timeoutSeconds: seconds } = webhook
  if (seconds !== undefined && (seconds > 30 || seconds < 1)) {
    yield invalid(`${path}.timeoutSeconds`, seconds, 'the timeout value must be between 1 and 30 seconds')
  }
  yield* selectorProblems(webhook.namespaceSelector, `${path}.namespaceSelector`)
  yield* selectorProblems(webhook.objectSelector, `${path}.objectSelector`)
  yield* knownWord(webhook.reinvocationPolicy, `${path}.reinvocationPolicy`, ['IfNeeded', 'Never'])
  yield* clientProblems(webhook.clientConfig ?? {}, `${path}.clientConfig`)
  yield* conditionProblems(webhook.matchConditions, `${path}.matchConditions`)
}

function* qualified(name: string, path: string): Problems {
  if (name === '') return yield required(path)
  const problems = [...named('dns1123Subdomain', name, path)]
  yield* problems
  if (problems.length === 0 && name.split('.').length < 3) {
    yield invalid(path, name, 'should be a domain with at least three segments separated by dots')
  }
}

function* reviewVersionProblems(versions: readonly string[], path: string): Problems {
  if (versions.length === 0) return yield required(path, `must specify one of ${reviewVersions.join(', ')}`)
  const seen = new Set<string>()
  for (const [version, at] of each(versions, path)) {
    if (seen.has(version)) yield invalid(at, version, 'duplicate version')
    else yield* named('dns1035Label', version, at)
    seen.add(version)
  }
  if (!versions.some((version) => reviewVersions.includes(version))) {
    yield invalid(path, versions, `must include at least one of ${reviewVersions.join(', ')}`)
  }
}

/** @param hasParams whether the owner of the conditions has parameters */
export function* conditionProblems(
  conditions: readonly { name?: string | undefined; expression?: string | undefined }[] | undefined,
  path: string,
  hasParams = false,
): Problems {
  if ((conditions ?? []).length > 64) yield tooMany(path, conditions!.length, 64)
  const environment = policyEnvironment({ hasParams, hasAuthorizer: true })
  const names = new Set<string>()
  for (const [{ name = '', expression = '' }, at] of each(conditions, path)) {
    const text = expression.trim()
    const problem = text === '' ? undefined : compileExpression(text, environment, [boolType]).problem
    if (text === '') yield required(`${at}.expression`)
    if (problem !== undefined) yield invalid(`${at}.expression`, text, problem)
    if (name === '') yield required(`${at}.name`)
    else {
      yield* named('qualifiedName', name, `${at}.name`)
      if (names.has(name)) yield duplicate(`${at}.name`, name)
    }
    names.add(name)
  }
}
