/** Validation of label selectors. */
import { isKubewrightError, type LabelSelector } from '@kubewright/core'
import { compileLabelSelector, type LabelMatcher } from '@kubewright/core/selectors'
import type { LabelSelector as WrittenSelector } from '@kubewright/kubernetes/meta/v1'
import { labelErrors } from '../object/meta-rules.ts'
import { forbidden, invalid, required } from '../status/field-error.ts'
import type { Unvalidated } from '../object/unvalidated.ts'
import { each, named, type Problems } from './problems.ts'

export type AnySelector = Unvalidated<WrittenSelector>

/** A missing selector is valid here; whether one is required depends on the kind. */
export function* selectorProblems(selector: AnySelector | undefined, path: string): Problems {
  yield* labelErrors(labelsOf(selector?.matchLabels), `${path}.matchLabels`)
  for (const [expression, at] of each(selector?.matchExpressions, `${path}.matchExpressions`)) {
    yield* expressionProblems(expression, at)
  }
}

type Expression = NonNullable<AnySelector['matchExpressions']>[number]

function* expressionProblems({ key = '', operator = '', values = [] }: Expression, path: string): Problems {
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0) yield required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'")
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0) {
      yield forbidden(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")
    }
  } else yield invalid(`${path}.operator`, operator, 'not a valid selector operator')
  yield* named('qualifiedName', key, `${path}.key`)
  for (const [value, at] of each(values, `${path}.values`)) yield* named('labelValue', value, at)
}

export function isEmptySelector(selector: AnySelector): boolean {
  return Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0
}

/** A matcher for the selector; undefined if the selector is invalid. A missing selector matches nothing. */
export function matcherOf(selector: AnySelector | undefined): LabelMatcher | undefined {
  if (selector === undefined) return () => false
  try {
    return compileLabelSelector(selector as LabelSelector)
  } catch (error) {
    if (isKubewrightError(error)) return undefined
    throw error
  }
}

/** `Unvalidated` makes the values of maps optional for the compiler; at run time they are always strings. */
export function labelsOf(map: Unvalidated<Record<string, string>> | undefined): Record<string, string> {
  return (map ?? {}) as Record<string, string>
}
