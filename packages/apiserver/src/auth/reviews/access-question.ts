/** The attributes of access reviews, from spec to `Access`. Pure. */
import { parseFieldSelector, parseLabelSelector } from '@kubewright/core/selectors'
import { type FieldError, invalid } from '../../status/field-error.ts'
import type { Access } from '../authorization.ts'
import { selectorErrors, type SelectorAttributes, selectorProblem } from './selector-attributes.ts'

export interface ResourceAttributes {
  readonly namespace?: string
  readonly verb?: string
  readonly group?: string
  readonly resource?: string
  readonly subresource?: string
  readonly name?: string
  readonly fieldSelector?: SelectorAttributes
  readonly labelSelector?: SelectorAttributes
}

export interface AccessSpec {
  readonly resourceAttributes?: ResourceAttributes | null
  readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string } | null
}

export interface SubjectSpec extends AccessSpec {
  readonly user?: string
  readonly groups?: readonly string[] | null
  readonly extra?: Readonly<Record<string, readonly string[]>> | null
  readonly uid?: string
}

/** Assumptions: the spec has one kind of attributes. */
export function readAccess({ resourceAttributes, nonResourceAttributes }: AccessSpec): Access {
  if (!resourceAttributes) {
    return { isResource: false, verb: nonResourceAttributes?.verb ?? '', path: nonResourceAttributes?.path ?? '' }
  }
  const { verb = '', group = '', resource = '', subresource = '', namespace = '', name = '' } = resourceAttributes
  return { isResource: true, verb, group, resource, subresource, namespace, name }
}

export function accessErrors(spec: AccessSpec): readonly FieldError[] {
  return [...attributeErrors(spec), ...selectorsErrors(spec)]
}

/** The same for a review about a subject, which must be named. */
export function subjectErrors(spec: SubjectSpec): readonly FieldError[] {
  const isNobody = (spec.user ?? '') === '' && (spec.groups?.length ?? 0) === 0
  const nobody = isNobody ? [invalid('spec.user', '', 'at least one of user or group must be specified')] : []
  return [...attributeErrors(spec), ...nobody, ...selectorsErrors(spec)]
}

function attributeErrors({ resourceAttributes, nonResourceAttributes }: AccessSpec): readonly FieldError[] {
  if (resourceAttributes && nonResourceAttributes) {
    const why = 'cannot be specified in combination with resourceAttributes'
    return [invalid('spec.nonResourceAttributes', pathValue(nonResourceAttributes), why)]
  }
  if (resourceAttributes || nonResourceAttributes) return []
  const why = 'exactly one of nonResourceAttributes or resourceAttributes must be specified'
  return [invalid('spec.resourceAttributes', null, why)]
}

/** The server shows these attributes under their Go names. */
export function pathValue({ path = '', verb = '' }: NonNullable<AccessSpec['nonResourceAttributes']>): object {
  return { Path: path, Verb: verb }
}

const attributesPath = 'spec.resourceAttributes'

function selectorsErrors({ resourceAttributes }: AccessSpec): readonly FieldError[] {
  const { fieldSelector, labelSelector } = resourceAttributes ?? {}
  return [
    ...selectorErrors('field', fieldSelector, `${attributesPath}.fieldSelector`),
    ...selectorErrors('label', labelSelector, `${attributesPath}.labelSelector`),
  ]
}

/** The parts of the spec that could not be parsed and were ignored; empty if there are none. */
export function evaluationError({ resourceAttributes }: AccessSpec): string {
  const { fieldSelector, labelSelector } = resourceAttributes ?? {}
  const problems = [
    selectorProblem('field', fieldSelector, parseFieldSelector, `${attributesPath}.fieldSelector`),
    selectorProblem('label', labelSelector, parseLabelSelector, `${attributesPath}.labelSelector`),
  ]
  return problems.filter((problem) => problem !== undefined).join('; ')
}
