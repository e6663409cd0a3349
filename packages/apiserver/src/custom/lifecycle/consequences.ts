/** Computes the next status update of a definition from its state. Pure. */
import { formatProblem, structuralProblems } from '@kubewright/resource/schema'
import type { Draft } from '../../object/draft.ts'
import { approvalCondition } from '../definition/approval.ts'
import { bundleProblem } from '../definition/ca-bundle.ts'
import { type ConditionText, findCondition, isSameText, isTrue, setCondition } from '../definition/conditions.ts'
import { specOf, statusOf, versionsOf } from '../definition/definition.ts'
import { nameDefinition } from './naming.ts'

/** Modifies a draft of the definition. */
export type Consequence = (definition: Draft, time: string) => void

/** One update at a time, since watches see each of them; `undefined` if there is none left. */
export function nextConsequence(definition: Draft, all: Iterable<Draft>): Consequence | undefined {
  return naming(definition, all) ?? approval(definition) ?? structure(definition) ?? establishing(definition)
}

function naming(definition: Draft, all: Iterable<Draft>): Consequence | undefined {
  const result = nameDefinition(definition, all)
  if (result === undefined) return undefined
  return (draft, time) => {
    statusOf(draft).acceptedNames = result.acceptedNames
    for (const condition of result.conditions) setCondition(draft, condition, time)
  }
}

function approval(definition: Draft): Consequence | undefined {
  const condition = approvalCondition(definition)
  return condition === undefined ? undefined : writing(definition, condition)
}

/** The API accepts only structural schemas; this handles definitions that got into the store in another way. */
function structure(definition: Draft): Consequence | undefined {
  const type = 'NonStructuralSchema'
  const { preserveUnknownFields } = specOf(definition)
  if (preserveUnknownFields !== true && findCondition(definition, type) === undefined) return undefined
  const problems = [
    ...(preserveUnknownFields === true ? ['spec.preserveUnknownFields: Invalid value: true: must be false'] : []),
    ...versionsOf(definition).flatMap(({ schema }, at) => {
      const path = `spec.versions[${at}].schema.openAPIV3Schema`
      return structuralProblems(schema?.openAPIV3Schema ?? { type: 'object' }, path).map(formatProblem)
    }),
  ]
  if (problems.length === 0) return forgetting(type)
  const message = problems.length === 1 ? problems[0]! : `[${problems.join(', ')}]`
  return writing(definition, { type, status: 'True', reason: 'Violations', message })
}

function establishing(definition: Draft): Consequence | undefined {
  if (!isTrue(definition, 'NamesAccepted') || isTrue(definition, 'Established')) return undefined
  const bundle = specOf(definition).conversion?.webhook?.clientConfig?.caBundle ?? ''
  return writing(definition, bundleProblem(bundle) === undefined ? isEstablished : hasBadBundle)
}

const isEstablished: ConditionText = {
  type: 'Established',
  status: 'True',
  reason: 'InitialNamesAccepted',
  message: 'the initial names have been accepted',
}

const hasBadBundle: ConditionText = {
  type: 'Established',
  status: 'False',
  reason: 'InvalidCABundle',
  message: 'The conversion webhook CABundle is invalid',
}

function writing(definition: Draft, condition: ConditionText): Consequence | undefined {
  if (isSameText(condition, findCondition(definition, condition.type))) return undefined
  return (draft, time) => setCondition(draft, condition, time)
}

function forgetting(type: string): Consequence {
  return (draft) => {
    const status = statusOf(draft)
    status.conditions = (status.conditions ?? []).filter((condition) => condition.type !== type)
  }
}
