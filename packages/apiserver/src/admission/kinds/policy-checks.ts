/** Validation of policies: their expressions must compile, and have the right result type. */
import type {
  AuditAnnotation,
  Mutation,
  MutatingAdmissionPolicy,
  ParamKind,
  ValidatingAdmissionPolicy,
  Validation,
} from '@kubewright/kubernetes/admissionregistration/v1'
import { nameProblems } from '@kubewright/core/object'
import { policyEnvironment } from '../environment/policy-environment.ts'
import { boolType, type CelType, nullType, stringType } from '@kubewright/cel'
import { compileExpression } from '../expressions/expression.ts'
import { configurationType, operationsType } from '../policies/mutating-policy.ts'
import { compileVariables, type PolicySpec } from '../policies/policy.ts'
import { invalid, required, unsupported } from '../../status/field-error.ts'
import { duplicate, each, isBlank, knownWord, named, type Problems } from '../../validation/problems.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'
import { matchProblems } from './match-checks.ts'
import { conditionProblems } from './webhook-checks.ts'

type ValidatingSpec = NonNullable<Unvalidated<ValidatingAdmissionPolicy>['spec']>
type MutatingSpec = NonNullable<Unvalidated<MutatingAdmissionPolicy>['spec']>
type AnySpec = Pick<
  ValidatingSpec & MutatingSpec,
  'failurePolicy' | 'paramKind' | 'matchConstraints' | 'matchConditions' | 'variables'
>

export function* validatingPolicyProblems(spec: ValidatingSpec, name: string): Problems {
  const { validations = [], auditAnnotations = [] } = spec
  yield* policyProblems(spec)
  yield* restProblems(spec)
  if (validations.length === 0 && auditAnnotations.length === 0) {
    const problem = 'validations or auditAnnotations must contain at least one item'
    yield required('spec.validations', problem)
    yield required('spec.auditAnnotations', problem)
  }
  const check = expressionCheck(spec, (spec.variables ?? []).length > 0)
  for (const [validation, at] of each(validations, 'spec.validations')) yield* validationProblems(validation, at, check)
  yield* annotationsProblems(auditAnnotations, name, check)
}

export function* mutatingPolicyProblems(spec: MutatingSpec): Problems {
  const { mutations = [], reinvocationPolicy } = spec
  yield* policyProblems(spec)
  yield* mutableOperationProblems(spec)
  yield* restProblems(spec)
  if (mutations.length === 0) yield required('spec.mutations', 'mutations must contain at least one item')
  const check = expressionCheck(spec, true)
  for (const [mutation, at] of each(mutations, 'spec.mutations')) yield* mutationProblems(mutation, at, check)
  if (isBlank(reinvocationPolicy)) yield required('spec.reinvocationPolicy')
  else yield* knownWord(reinvocationPolicy, 'spec.reinvocationPolicy', ['IfNeeded', 'Never'])
}

function* policyProblems({ failurePolicy, paramKind, matchConstraints }: AnySpec): Problems {
  yield* knownWord(failurePolicy, 'spec.failurePolicy', ['Fail', 'Ignore'])
  if (paramKind) yield* paramKindProblems(paramKind, 'spec.paramKind')
  if (matchConstraints === undefined) return yield required('spec.matchConstraints')
  yield* matchProblems(matchConstraints, 'spec.matchConstraints')
  if ((matchConstraints.resourceRules ?? []).length === 0) yield required('spec.matchConstraints.resourceRules')
}

function* restProblems(spec: AnySpec): Problems {
  yield* conditionProblems(spec.matchConditions, 'spec.matchConditions', spec.paramKind !== undefined)
  yield* variableProblems(spec)
}

/** Deleted objects cannot be mutated. */
const mutableOperations = ['*', 'CONNECT', 'CREATE', 'UPDATE']

function* mutableOperationProblems({ matchConstraints }: MutatingSpec): Problems {
  for (const { operations = [] } of matchConstraints?.resourceRules ?? []) {
    for (const operation of operations) {
      yield* knownWord(operation, 'spec.matchConstraints.resourceRules.operations', mutableOperations)
    }
  }
}

function* paramKindProblems({ apiVersion = '', kind = '' }: Unvalidated<ParamKind>, path: string): Problems {
  yield* apiVersionProblems(apiVersion, `${path}.apiVersion`)
  if (kind === '') return yield required(`${path}.kind`)
  const problems = nameProblems('dns1035Label', kind.toLowerCase())
  if (problems.length > 0) {
    yield invalid(`${path}.kind`, kind, `may have mixed case, but should otherwise match: ${problems.join(',')}`)
  }
}

function* apiVersionProblems(apiVersion: string, path: string): Problems {
  if (apiVersion === '') return yield required(path)
  const parts = apiVersion.split('/')
  if (parts.length > 2) return yield invalid(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)
  const [version = '', group = ''] = parts.reverse()
  if (group !== '') yield* joined(path, group, nameProblems('dns1123Subdomain', group))
  if (version === '') yield invalid(path, apiVersion, 'version must be specified')
  else yield* joined(path, version, nameProblems('dns1035Label', version))
}

function* joined(path: string, value: string, problems: readonly string[]): Problems {
  if (problems.length > 0) yield invalid(path, value, problems.join(','))
}

const reserved =
  /^(true|false|null|in|as|break|const|continue|else|for|function|if|import|let|loop|package|namespace|return|var|void|while)$/

function* variableProblems(spec: AnySpec): Problems {
  const { variables } = compileVariables(spec as PolicySpec)
  for (const [{ name = '', expression = '' }, at] of each(spec.variables, 'spec.variables')) {
    if (name.trim() === '') yield required(`${at}.name`, 'name is not specified')
    else if (!/^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) || reserved.test(name)) {
      yield invalid(`${at}.name`, name, 'must be a valid CEL identifier')
    }
    if (expression.trim() === '') yield required(`${at}.expression`, 'expression is not specified')
    else {
      const problem = variables.get(name)?.problem
      if (problem !== undefined) yield invalid(`${at}.expression`, expression, problem)
    }
  }
}

/** Yields the problems of an expression; `shown` is the value that the message quotes. */
type CheckExpression = (expression: Written, returns: readonly CelType[], use?: Use) => Problems

interface Written {
  readonly text: string
  readonly path: string
  /** @default the text */
  readonly shown?: string
}

interface Use {
  readonly hasAuthorizer?: boolean
  readonly isMutation?: boolean
}

/** @param isComposed whether expressions may use variables */
function expressionCheck(spec: AnySpec, isComposed: boolean): CheckExpression {
  const variables = isComposed ? { variables: compileVariables(spec as PolicySpec).types } : {}
  const hasParams = spec.paramKind !== undefined
  return function* check({ text, path, shown = text }, returns, use = {}) {
    const environment = policyEnvironment({ hasParams, hasAuthorizer: true, ...use, ...variables })
    const { problem } = compileExpression(text, environment, returns)
    if (problem !== undefined) yield invalid(path, shown, problem)
  }
}

const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge']

function* validationProblems(validation: Unvalidated<Validation>, path: string, check: CheckExpression): Problems {
  const { expression = '', message = '', messageExpression = '', reason } = validation
  if (expression.trim() === '') yield required(`${path}.expression`, 'expression is not specified')
  else yield* check({ text: expression, path: `${path}.expression` }, [boolType])
  const at = `${path}.messageExpression`
  if (messageExpression !== '' && messageExpression.trim() === '') {
    yield invalid(at, messageExpression, 'must be non-empty if specified')
  } else if (messageExpression !== '') {
    yield* check({ text: messageExpression, path: at }, [stringType], { hasAuthorizer: false })
  }
  if (message !== '' && message.trim() === '') {
    yield invalid(`${path}.message`, message, 'must be non-empty if specified')
  } else if (/[\n\r]/.test(message.trim())) yield invalid(`${path}.message`, message, 'must not contain line breaks')
  yield* knownWord(reason, `${path}.reason`, reasons)
}

const mostAnnotations = 20
const mostAnnotationBytes = 5 * 1024

function* annotationsProblems(
  annotations: readonly Unvalidated<AuditAnnotation>[],
  policy: string,
  check: CheckExpression,
): Problems {
  if (annotations.length > mostAnnotations) {
    const problem = `must not have more than ${mostAnnotations} auditAnnotations`
    yield invalid('spec.auditAnnotations', annotations, problem)
  }
  const keys = new Set<string>()
  for (const [annotation, at] of each(annotations, 'spec.auditAnnotations')) {
    const { key = '' } = annotation
    if (policy === '') yield invalid(`${at}.key`, key, 'requires metadata.name be non-empty')
    else yield* named('qualifiedName', `${policy}/${key}`, `${at}.key`)
    yield* annotationValueProblems(annotation, `${at}.valueExpression`, check)
    if (keys.has(key)) yield duplicate(`${at}.key`, key)
    keys.add(key)
  }
}

function* annotationValueProblems(
  { valueExpression = '' }: Unvalidated<AuditAnnotation>,
  path: string,
  check: CheckExpression,
): Problems {
  const text = valueExpression.trim()
  if (text === '') yield required(path, 'valueExpression is not specified')
  else if (Buffer.byteLength(text) > mostAnnotationBytes) {
    yield required(path, `must not exceed ${mostAnnotationBytes} bytes in length`)
  } else yield* check({ text, path, shown: valueExpression }, [stringType, nullType])
}

const patchTypes = ['ApplyConfiguration', 'JSONPatch'] as const
const fieldOf = { ApplyConfiguration: 'applyConfiguration', JSONPatch: 'jsonPatch' } as const
const typeOf = { ApplyConfiguration: configurationType, JSONPatch: operationsType } as const

function* mutationProblems(mutation: Unvalidated<Mutation>, path: string, check: CheckExpression): Problems {
  const { patchType = '' } = mutation
  if (patchType === '') return yield required(`${path}.patchType`)
  const type = patchTypes.find((one) => one === patchType)
  if (type === undefined) return yield unsupported(`${path}.patchType`, patchType, patchTypes)
  const [own, other] =
    type === 'JSONPatch'
      ? [fieldOf.JSONPatch, fieldOf.ApplyConfiguration]
      : [fieldOf.ApplyConfiguration, fieldOf.JSONPatch]
  const text = mutation[own]?.expression?.trim() ?? ''
  if (mutation[own] === undefined) yield required(`${path}.${own}`, `must be specified when patchType is ${type}`)
  else if (text === '') yield required(`${path}.${own}.expression`)
  else yield* check({ text, path: `${path}.${own}.expression` }, [typeOf[type]], { isMutation: true })
  if (mutation[other] !== undefined) {
    yield invalid(`${path}.${other}`, `{${other}}`, `must not be specified when patchType is ${type}`)
  }
}
