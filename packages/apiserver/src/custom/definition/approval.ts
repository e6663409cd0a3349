/** Groups of the Kubernetes project, whose definitions need an approval annotation. */
import { required, invalid } from '../../status/field-error.ts'
import type { Problems } from '../../validation/problems.ts'
import type { Draft } from '../../object/draft.ts'
import type { ConditionText } from './conditions.ts'
import { specOf } from './definition.ts'

export const approvalAnnotation = 'api-approved.kubernetes.io'

type ApprovalState = 'Invalid' | 'Approved' | 'Bypassed' | 'Missing'

interface Approval {
  readonly state: ApprovalState
  readonly reason: string
}

const protectedGroup = /(?:^|\.)(?:k8s|kubernetes)\.io$/
const seeAlso = 'see https://github.com/kubernetes/enhancements/pull/1111'
const mustHave = `protected groups must have approval annotation "${approvalAnnotation}"`

function approvalOf({ metadata }: Draft): Approval {
  const annotation = metadata.annotations?.[approvalAnnotation] ?? ''
  if (annotation === '') return { state: 'Missing', reason: `${mustHave}, ${seeAlso}` }
  if (annotation.startsWith('unapproved'))
    return { state: 'Bypassed', reason: `not approved: ${JSON.stringify(annotation)}` }
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/i.test(annotation))
    return { state: 'Approved', reason: `approved in ${annotation}` }
  return {
    state: 'Invalid',
    reason: `${mustHave} with either a URL or a reason starting with "unapproved", ${seeAlso}`,
  }
}

function isProtected(definition: Draft): boolean {
  return protectedGroup.test(specOf(definition).group ?? '')
}

/** An existing definition may keep an unchanged approval state. */
export function* approvalProblems(definition: Draft, old: Draft | undefined): Problems {
  if (!isProtected(definition)) return
  const { state, reason } = approvalOf(definition)
  if (old !== undefined && approvalOf(old).state === state) return
  const path = `metadata.annotations[${approvalAnnotation}]`
  if (state === 'Missing') yield required(path, reason)
  if (state === 'Invalid') yield invalid(path, definition.metadata.annotations?.[approvalAnnotation], reason)
}

const reasonOf: Readonly<Record<ApprovalState, string>> = {
  Invalid: 'InvalidAnnotation',
  Missing: 'MissingAnnotation',
  Approved: 'ApprovedAnnotation',
  Bypassed: 'UnapprovedAnnotation',
}

/** `undefined` for unprotected groups. */
export function approvalCondition(definition: Draft): ConditionText | undefined {
  if (!isProtected(definition)) return undefined
  const { state, reason } = approvalOf(definition)
  return {
    type: 'KubernetesAPIApprovalPolicyConformant',
    status: state === 'Approved' ? 'True' : 'False',
    reason: reasonOf[state],
    message: reason,
  }
}
