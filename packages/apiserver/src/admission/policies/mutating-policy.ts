/** A compiled policy that may mutate. */
import type { MutatingAdmissionPolicy } from '@kubewright/kubernetes/admissionregistration/v1'
import { listType, structType } from '@kubewright/cel'
import type { Draft } from '../../object/draft.ts'
import { compileExpression, type Expression } from '../expressions/expression.ts'
import { compilePolicy, type EnvironmentFor, type Policy, type PolicySpec } from './policy.ts'

export interface Mutation {
  readonly type: 'ApplyConfiguration' | 'JSONPatch'
  readonly expression: Expression
}

export interface MutatingPolicy extends Policy {
  readonly mutations: readonly Mutation[]
  readonly isReinvocable: boolean
}

/** The result type of an apply configuration. */
export const configurationType = structType('Object')
/** The result type of a JSON patch. */
export const operationsType = listType(structType('JSONPatch'))

export function compileMutatingPolicy(object: Draft): MutatingPolicy {
  const { metadata, spec } = object as unknown as MutatingAdmissionPolicy
  const { policy, environment } = compilePolicy(metadata.name!, spec as PolicySpec)
  return {
    ...policy,
    mutations: (spec.mutations ?? []).map((mutation) => compileMutation(mutation, environment)),
    isReinvocable: spec.reinvocationPolicy === 'IfNeeded',
  }
}

type WrittenMutation = NonNullable<NonNullable<MutatingAdmissionPolicy['spec']>['mutations']>[number]

function compileMutation(mutation: WrittenMutation, environment: EnvironmentFor): Mutation {
  const { patchType, applyConfiguration, jsonPatch } = mutation
  const isPatch = patchType === 'JSONPatch'
  const text = (isPatch ? jsonPatch?.expression : applyConfiguration?.expression) ?? ''
  return {
    type: isPatch ? 'JSONPatch' : 'ApplyConfiguration',
    expression: compileExpression(text, environment({ isMutation: true }), [
      isPatch ? operationsType : configurationType,
    ]),
  }
}
