/** The common parts of validating and mutating policies: match criteria, and the environment of their expressions. */
import type { MatchResources, ParamKind } from '@kubewright/kubernetes/admissionregistration/v1'
import { policyEnvironment, type PolicyOptions } from '../environment/policy-environment.ts'
import { type CelType, dynType, type Environment } from '@kubewright/cel'
import { compileExpression, type Expression } from '../expressions/expression.ts'
import { compileConditions, type MatchCondition } from '../expressions/match-conditions.ts'
import { type Criteria, criteriaOf, type WrittenCriteria } from '../matching/match.ts'
import type { Rule } from '../matching/rule.ts'

export interface Policy {
  readonly name: string
  readonly criteria: Criteria
  readonly conditions: readonly Expression[]
  readonly variables: ReadonlyMap<string, Expression>
  readonly paramKind: ParamKind | undefined
  readonly failurePolicy: 'Fail' | 'Ignore'
}

/** The common part of a policy's spec. */
export interface PolicySpec {
  readonly failurePolicy?: string
  readonly paramKind?: ParamKind
  readonly matchConstraints?: MatchResources
  readonly matchConditions?: readonly MatchCondition[]
  readonly variables?: readonly { readonly name: string; readonly expression: string }[]
}

/** Environments for the expressions of one policy. */
export type EnvironmentFor = (options?: Pick<PolicyOptions, 'hasAuthorizer' | 'isMutation'>) => Environment

export interface CompiledPolicy {
  readonly policy: Policy
  readonly environment: EnvironmentFor
}

export function compilePolicy(name: string, spec: PolicySpec): CompiledPolicy {
  const { variables, types } = compileVariables(spec)
  const hasParams = spec.paramKind !== undefined
  const environment: EnvironmentFor = (options = {}) =>
    policyEnvironment({ hasParams, hasAuthorizer: true, ...options, variables: types })
  const policy: Policy = {
    name,
    criteria: matchCriteria(spec.matchConstraints),
    conditions: compileConditions(spec.matchConditions, environment()),
    variables,
    paramKind: spec.paramKind,
    failurePolicy: spec.failurePolicy === 'Ignore' ? 'Ignore' : 'Fail',
  }
  return { policy, environment }
}

/** A variable may refer to those before it. */
export function compileVariables({ variables = [], paramKind }: PolicySpec) {
  const compiled = new Map<string, Expression>()
  const types = new Map<string, CelType>()
  for (const { name, expression } of variables) {
    const environment = policyEnvironment({
      hasParams: paramKind !== undefined,
      hasAuthorizer: true,
      variables: types,
    })
    const result = compileExpression(expression, environment, [])
    compiled.set(name, result)
    types.set(name, result.program?.resultType ?? dynType)
  }
  return { variables: compiled, types }
}

export function matchCriteria(match: MatchResources | undefined): Criteria {
  const { resourceRules = [], excludeResourceRules = [] } = match ?? {}
  return criteriaOf(
    (match ?? {}) as WrittenCriteria,
    resourceRules as readonly Rule[],
    excludeResourceRules as readonly Rule[],
  )
}
