/** Admission registration: webhook configurations, and policies with their bindings. */
import type {
  MatchResources,
  MutatingAdmissionPolicy,
  MutatingWebhookConfiguration,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '@kubewright/kubernetes/admissionregistration/v1'
import type { Draft } from '../../object/draft.ts'
import { invalid, required, unsupported } from '../../status/field-error.ts'
import { duplicate, each, type Problems, requiredName } from '../../validation/problems.ts'
import type { KindBehavior } from '../../built-in/kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { ageOf, selectorText, unset } from '../../built-in/table/cells.ts'
import { matchProblems, paramProblems } from './match-checks.ts'
import type { AnyWebhook } from './webhook-checks.ts'

const asHooks = unvalidated<MutatingWebhookConfiguration>

function fillWebhook(webhook: AnyWebhook): void {
  webhook.failurePolicy ??= 'Fail'
  webhook.matchPolicy ??= 'Equivalent'
  webhook.namespaceSelector ??= {}
  webhook.objectSelector ??= {}
  webhook.timeoutSeconds ??= 10
  for (const rule of webhook.rules ?? []) rule.scope ??= '*'
  if (webhook.clientConfig?.service) webhook.clientConfig.service.port ??= 443
}

export const validatingWebhookConfiguration: KindBehavior = {
  fill(object) {
    for (const webhook of asHooks(object).webhooks ?? []) fillWebhook(webhook)
  },
  async validate(object) {
    const { webhooksProblems } = await import('./webhook-checks.ts') // lazy: loads CEL
    return webhooksProblems(asHooks(object).webhooks)
  },
  wanted: (object) => object['webhooks'],
  cells: (object, nowMs) => [object.metadata.name, (asHooks(object).webhooks ?? []).length, ageOf(object, nowMs)],
}

export const mutatingWebhookConfiguration: KindBehavior = {
  ...validatingWebhookConfiguration,
  fill(object) {
    for (const webhook of asHooks(object).webhooks ?? []) {
      fillWebhook(webhook)
      webhook.reinvocationPolicy ??= 'Never'
    }
  },
}

const asPolicy = unvalidated<ValidatingAdmissionPolicy>
const asMutating = unvalidated<MutatingAdmissionPolicy>
const asBinding = unvalidated<ValidatingAdmissionPolicyBinding>

function fillMatch(match: Unvalidated<MatchResources> | undefined): void {
  if (match === undefined) return
  match.matchPolicy ??= 'Equivalent'
  match.namespaceSelector ??= {}
  match.objectSelector ??= {}
  for (const rule of [...(match.resourceRules ?? []), ...(match.excludeResourceRules ?? [])]) rule.scope ??= '*'
}

export const validatingAdmissionPolicy: KindBehavior = {
  fill(object) {
    const spec = (asPolicy(object).spec ??= {})
    spec.failurePolicy ??= 'Fail'
    fillMatch(spec.matchConstraints)
  },
  async validate(object) {
    const { validatingPolicyProblems } = await import('./policy-checks.ts')
    return validatingPolicyProblems(asPolicy(object).spec ?? {}, object.metadata.name ?? '')
  },
  cells(object, nowMs) {
    const { validations = [], paramKind } = asPolicy(object).spec ?? {}
    return [object.metadata.name, validations.length, paramCell(paramKind), ageOf(object, nowMs)]
  },
}

export const mutatingAdmissionPolicy: KindBehavior = {
  fill(object) {
    const spec = (asMutating(object).spec ??= {})
    spec.failurePolicy ??= 'Fail'
    fillMatch(spec.matchConstraints)
  },
  async validate(object) {
    const { mutatingPolicyProblems } = await import('./policy-checks.ts')
    return mutatingPolicyProblems(asMutating(object).spec ?? {})
  },
  cells(object, nowMs) {
    const { mutations = [], paramKind } = asMutating(object).spec ?? {}
    return [object.metadata.name, mutations.length, paramCell(paramKind), ageOf(object, nowMs)]
  },
}

function paramCell(kind: { apiVersion?: string | undefined; kind?: string | undefined } | undefined): string {
  return kind === undefined ? unset : `${kind.apiVersion}/${kind.kind}`
}

const actions = ['Audit', 'Deny', 'Warn']

export const validatingAdmissionPolicyBinding: KindBehavior = {
  fill: (object) => fillMatch((asBinding(object).spec ??= {}).matchResources),
  *validate(object) {
    const { validationActions: given = [] } = asBinding(object).spec ?? {}
    yield* bindingProblems(object)
    const seen = new Set<string>()
    for (const [action, at] of each(given, 'spec.validationActions')) {
      if (!actions.includes(action)) yield unsupported(at, action, actions)
      if (seen.has(action)) yield duplicate(at, action)
      seen.add(action)
    }
    if (seen.has('Deny') && seen.has('Warn')) {
      yield invalid(
        'spec.validationActions',
        given,
        'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
      )
    }
    if (given.length === 0) yield required('spec.validationActions', 'at least one validation action is required')
  },
  cells: bindingCells,
}

export const mutatingAdmissionPolicyBinding: KindBehavior = {
  fill: (object) => fillMatch((asBinding(object).spec ??= {}).matchResources),
  validate: bindingProblems,
  cells: bindingCells,
}

function* bindingProblems(object: Draft): Problems {
  const { policyName, paramRef, matchResources } = asBinding(object).spec ?? {}
  yield* requiredName('dns1123Subdomain', policyName, 'spec.policyName')
  if (paramRef) yield* paramProblems(paramRef, 'spec.paramRef')
  if (matchResources) yield* matchProblems(matchResources, 'spec.matchResources')
}

function bindingCells(object: Draft, nowMs: number): readonly unknown[] {
  const { policyName = '', paramRef } = asBinding(object).spec ?? {}
  const named = paramRef?.name ? `${paramRef.namespace || '*'}/${paramRef.name}` : undefined
  const shown = named ?? (paramRef?.selector ? selectorText(paramRef.selector) : unset)
  return [object.metadata.name, policyName, shown, ageOf(object, nowMs)]
}
