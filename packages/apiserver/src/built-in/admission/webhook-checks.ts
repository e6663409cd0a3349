/** Validation of webhooks and their match conditions. */
import type {
  MutatingWebhook,
  ServiceReference,
  WebhookClientConfig,
} from '@kubewright/kubernetes/admissionregistration/v1'
import { compileExpression } from '../../admission/expressions/expression.ts'
import { policyEnvironment } from '../../cel/admission/policy-environment.ts'
import { boolType } from '../../cel/types/type.ts'
import { invalid, required, tooMany } from '../../status/field-error.ts'
import { selectorProblems } from '../check/label-selector.ts'
import { duplicate, each, isBlank, knownWord, named, type Problems, rangeText } from '../check/problems.ts'
import type { Loose } from '../loose.ts'
import { ruleProblems } from './rule-checks.ts'

/** Mutating webhooks have every field of validating ones. */
export type AnyWebhook = Loose<MutatingWebhook>

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

export function* clientProblems({ url, service }: Loose<WebhookClientConfig>, path: string): Problems {
  if ((url === undefined) === (service === undefined)) {
    yield required(path, 'exactly one of url or service is required')
  } else if (url !== undefined) yield* urlProblems(url, `${path}.url`)
  else if (service) yield* serviceProblems(service, `${path}.service`)
}

const urlForm = '; desired format: https://host[/path]'

function* urlProblems(url: string, path: string): Problems {
  const parts = /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/i.exec(url)
  const [, scheme = '', host = '', , query, fragment] = parts ?? []
  if (scheme !== 'https') yield invalid(path, scheme, `'https' is the only allowed URL scheme${urlForm}`)
  if (/^(?:.*@)?$/.test(host)) yield invalid(path, '', `host must be specified${urlForm}`)
  if (host.includes('@')) yield invalid(path, host.split('@')[0], `user information is not permitted in the URL`)
  if (fragment !== undefined) yield invalid(path, fragment, 'fragments are not permitted in the URL')
  if (query !== undefined) yield invalid(path, query, 'query parameters are not permitted in the URL')
}

function* serviceProblems(service: Loose<ServiceReference>, path: string): Problems {
  const { name, namespace, path: rest, port = 443 } = service
  if (isBlank(name)) yield required(`${path}.name`)
  if (isBlank(namespace)) yield required(`${path}.namespace`)
  if (port < 1 || port > 65_535) {
    yield invalid(`${path}.port`, port, `port is not valid: ${rangeText(1, 65_535)}`)
  }
  if (rest !== undefined && rest !== '/') yield* pathProblems(rest, `${path}.path`)
}

function* pathProblems(text: string, path: string): Problems {
  if (text === '') return
  if (text === '//') return yield invalid(path, text, 'segment[0] may not be empty')
  if (!text.startsWith('/')) yield invalid(path, text, "must start with a '/'")
  const steps = text.slice(1).replace(/\/$/, '').split('/')
  for (const [at, step] of steps.entries()) {
    if (step === '') {
      yield invalid(path, text, `segment[${at}] may not be empty`)
      continue
    }
    for (const { body } of named('dns1123Subdomain', step, path)) {
      yield invalid(path, text, `segment[${at}]: ${body.replace(/^Invalid value: "[^"]*": /, '')}`)
    }
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
