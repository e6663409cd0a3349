/** A compiled policy that may refuse. */
import type { ValidatingAdmissionPolicy } from '@kubewright/kubernetes/admissionregistration/v1'
import { boolType, nullType, stringType } from '@kubewright/cel'
import type { Draft } from '../../object/draft.ts'
import { compileExpression, type Expression } from '../expressions/expression.ts'
import { compilePolicy, type EnvironmentFor, type Policy, type PolicySpec } from './policy.ts'

export interface Demand {
  readonly expression: Expression
  readonly message: string
  readonly messageExpression: Expression | undefined
  readonly reason: string
}

export interface Note {
  readonly key: string
  readonly value: Expression
}

export interface ValidatingPolicy extends Policy {
  readonly demands: readonly Demand[]
  readonly notes: readonly Note[]
}

export function compileValidatingPolicy(object: Draft): ValidatingPolicy {
  const { metadata, spec } = object as unknown as ValidatingAdmissionPolicy
  const { policy, environment } = compilePolicy(metadata.name!, spec as PolicySpec)
  return {
    ...policy,
    demands: (spec.validations ?? []).map((validation) => compileDemand(validation, environment)),
    notes: (spec.auditAnnotations ?? []).map(({ key, valueExpression }) => ({
      key,
      value: compileExpression(valueExpression, environment(), [stringType, nullType]),
    })),
  }
}

interface WrittenDemand {
  readonly expression: string
  readonly message?: string | undefined
  readonly messageExpression?: string | undefined
  readonly reason?: string | undefined
}

function compileDemand(demand: WrittenDemand, environment: EnvironmentFor): Demand {
  const { expression, message = '', messageExpression = '', reason = 'Invalid' } = demand
  return {
    expression: compileExpression(expression, environment(), [boolType]),
    message,
    // Messages have no access to the authorizer.
    messageExpression:
      messageExpression === ''
        ? undefined
        : compileExpression(messageExpression, environment({ hasAuthorizer: false }), [stringType]),
    reason,
  }
}
