/** What registers admission: webhooks, and policies with their bindings. */
import type {
  MatchResources,
  MutatingAdmissionPolicy,
  MutatingWebhookConfiguration,
  ParamRef,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '@kubewright/kubernetes/admissionregistration/v1'
import type { Draft } from '../../object/draft.ts'
import { forbidden, invalid, required, unsupported } from '../../status/field-error.ts'
import { selectorProblems } from '../check/label-selector.ts'
import { duplicate, each, isBlank, knownWord, named, type Problems, requiredName } from '../check/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Loose, loosely } from '../loose.ts'
import { ageOf, selectorText, unset } from '../table/cells.ts'
import { type AnyWebhook, conditionProblems, ruleProblems, webhooksProblems } from './webhook-checks.ts'

const asHooks = loosely<MutatingWebhookConfiguration>

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
  validate: (object) => webhooksProblems(asHooks(object).webhooks),
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

const asPolicy = loosely<ValidatingAdmissionPolicy>
const asMutating = loosely<MutatingAdmissionPolicy>
const asBinding = loosely<ValidatingAdmissionPolicyBinding>

function fillMatch(match: Loose<MatchResources> | undefined): void {
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
  *validate(object) {
    const { spec = {} } = asPolicy(object)
    const { validations = [], auditAnnotations = [], variables, matchConditions } = spec
    yield* policyProblems(spec)
    yield* conditionProblems(matchConditions, 'spec.matchConditions')
    yield* variableProblems(variables)
    if (validations.length === 0 && auditAnnotations.length === 0) {
      const problem = 'validations or auditAnnotations must contain at least one item'
      yield required('spec.validations', problem)
      yield required('spec.auditAnnotations', problem)
    }
    for (const [validation, at] of each(validations, 'spec.validations')) {
      const { expression = '', message = '', messageExpression = '', reason } = validation
      if (expression.trim() === '') yield required(`${at}.expression`, 'expression is not specified')
      if (messageExpression !== '' && messageExpression.trim() === '') {
        yield invalid(`${at}.messageExpression`, messageExpression, 'must be non-empty if specified')
      }
      if (message.includes('\n')) yield invalid(`${at}.message`, message, 'must not contain line breaks')
      yield* knownWord(reason, `${at}.reason`, ['Forbidden', 'Invalid', 'RequestEntityTooLarge', 'Unauthorized'])
    }
    for (const [{ key = '', valueExpression = '' }, at] of each(auditAnnotations, 'spec.auditAnnotations')) {
      yield* requiredName('qualifiedName', key, `${at}.key`)
      if (valueExpression.trim() === '') yield required(`${at}.valueExpression`, 'valueExpression is not specified')
    }
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
  *validate(object) {
    const { spec = {} } = asMutating(object)
    const { mutations = [], reinvocationPolicy } = spec
    yield* policyProblems(spec)
    yield* conditionProblems(spec.matchConditions, 'spec.matchConditions')
    yield* variableProblems(spec.variables)
    if (mutations.length === 0) yield required('spec.mutations', 'mutations must contain at least one item')
    for (const [{ patchType = '', applyConfiguration, jsonPatch }, at] of each(mutations, 'spec.mutations')) {
      const types = ['ApplyConfiguration', 'JSONPatch']
      if (!types.includes(patchType)) yield unsupported(`${at}.patchType`, patchType, types)
      if (patchType === 'ApplyConfiguration' && applyConfiguration === undefined) {
        yield required(`${at}.applyConfiguration`, 'must be specified when patchType is ApplyConfiguration')
      }
      if (patchType === 'JSONPatch' && jsonPatch === undefined) {
        yield required(`${at}.jsonPatch`, 'must be specified when patchType is JSONPatch')
      }
    }
    if (isBlank(reinvocationPolicy)) yield required('spec.reinvocationPolicy')
    else yield* knownWord(reinvocationPolicy, 'spec.reinvocationPolicy', ['IfNeeded', 'Never'])
  },
  cells(object, nowMs) {
    const { mutations = [], paramKind } = asMutating(object).spec ?? {}
    return [object.metadata.name, mutations.length, paramCell(paramKind), ageOf(object, nowMs)]
  },
}

function paramCell(kind: { apiVersion?: string | undefined; kind?: string | undefined } | undefined): string {
  return kind === undefined ? unset : `${kind.apiVersion}/${kind.kind}`
}

/** What both kinds of policies have. */
type AnyPolicySpec = Pick<
  NonNullable<Loose<ValidatingAdmissionPolicy>['spec']>,
  'failurePolicy' | 'paramKind' | 'matchConstraints'
>

function* policyProblems({ failurePolicy, paramKind, matchConstraints }: AnyPolicySpec): Problems {
  yield* knownWord(failurePolicy, 'spec.failurePolicy', ['Fail', 'Ignore'])
  if (paramKind) {
    if (isBlank(paramKind.apiVersion)) yield required('spec.paramKind.apiVersion')
    if (isBlank(paramKind.kind)) yield required('spec.paramKind.kind')
    else yield* named('dns1035Label', paramKind.kind.toLowerCase(), 'spec.paramKind.kind')
  }
  if (matchConstraints === undefined) return yield required('spec.matchConstraints')
  if ((matchConstraints.resourceRules ?? []).length === 0) yield required('spec.matchConstraints.resourceRules')
  yield* matchProblems(matchConstraints, 'spec.matchConstraints')
}

function* matchProblems(match: Loose<MatchResources>, path: string): Problems {
  yield* selectorProblems(match.namespaceSelector, `${path}.namespaceSelector`)
  yield* selectorProblems(match.objectSelector, `${path}.objectSelector`)
  for (const [rule, at] of each(match.resourceRules, `${path}.resourceRules`)) yield* ruleProblems(rule, at)
  for (const [rule, at] of each(match.excludeResourceRules, `${path}.excludeResourceRules`))
    yield* ruleProblems(rule, at)
  yield* knownWord(match.matchPolicy, `${path}.matchPolicy`, ['Equivalent', 'Exact'])
}

function* variableProblems(
  variables: readonly { name?: string | undefined; expression?: string | undefined }[] | undefined,
): Problems {
  for (const [{ name = '', expression = '' }, at] of each(variables, 'spec.variables')) {
    if (name === '') yield required(`${at}.name`, 'name is not specified')
    else if (!/^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name))
      yield invalid(`${at}.name`, name, 'name is not a valid CEL identifier')
    if (expression.trim() === '') yield required(`${at}.expression`, 'expression is not specified')
  }
}

const actions = ['Audit', 'Deny', 'Warn']

export const validatingAdmissionPolicyBinding: KindBehavior = {
  fill: (object) => fillMatch((asBinding(object).spec ??= {}).matchResources),
  *validate(object) {
    const { validationActions: given = [] } = asBinding(object).spec ?? {}
    yield* bindingProblems(object)
    if (given.length === 0) yield required('spec.validationActions', 'at least one validation action is required')
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

function* paramProblems({ name, selector, parameterNotFoundAction }: Loose<ParamRef>, path: string): Problems {
  if (!isBlank(name)) {
    yield* named('pathSegment', name, `${path}.name`)
    if (selector !== undefined) yield forbidden(`${path}.name`, 'name and selector are mutually exclusive')
  } else if (selector === undefined) yield required(path, 'one of name or selector must be specified')
  yield* selectorProblems(selector, `${path}.selector`)
  if (parameterNotFoundAction === undefined) yield required(`${path}.parameterNotFoundAction`)
  else yield* knownWord(parameterNotFoundAction, `${path}.parameterNotFoundAction`, ['Allow', 'Deny'])
}

function bindingCells(object: Draft, nowMs: number): readonly unknown[] {
  const { policyName = '', paramRef } = asBinding(object).spec ?? {}
  const named = paramRef?.name ? `${paramRef.namespace || '*'}/${paramRef.name}` : undefined
  const shown = named ?? (paramRef?.selector ? selectorText(paramRef.selector) : unset)
  return [object.metadata.name, policyName, shown, ageOf(object, nowMs)]
}
