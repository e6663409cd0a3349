/** Common parts of workload kinds: a selector, and a template whose labels must match it. */
import type { PodTemplateSpec } from '@kubewright/kubernetes/core/v1'
import { forbidden, invalid, required, unsupported } from '../../status/field-error.ts'
import {
  type AnySelector,
  isEmptySelector,
  labelsOf,
  matcherOf,
  selectorProblems,
} from '../../validation/label-selector.ts'
import { nonNegative, type Problems } from '../../validation/problems.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'
import { templateProblems } from '../pod/pod-spec-checks.ts'

export type AnyTemplate = Unvalidated<PodTemplateSpec>

/** A required, nonempty selector. */
export function* requiredSelector(selector: AnySelector | undefined, path: string, kindWord: string): Problems {
  if (selector === undefined) return yield required(path)
  yield* selectorProblems(selector, path)
  if (isEmptySelector(selector)) yield invalid(path, selector, `empty selector is invalid for ${kindWord}`)
}

/** The template of long-running pods, with the selector it must match. */
export function* selectedTemplate(template: AnyTemplate, path: string, selector: AnySelector | undefined): Problems {
  yield* matchingLabels(template, path, selector)
  yield* templateProblems(template, path)
}

export function* matchingLabels(template: AnyTemplate, path: string, selector: AnySelector | undefined): Problems {
  const matches = matcherOf(selector)
  const labels = labelsOf(template.metadata?.labels)
  const isOpen = selector !== undefined && isEmptySelector(selector)
  if (matches === undefined || isOpen || matches(labels)) return
  yield invalid(
    `${path}.metadata.labels`,
    template.metadata?.labels ?? null,
    '`selector` does not match template `labels`',
  )
}

/** Pods that are replaced when they end must restart always and have no deadline. */
export function* runsForEver({ spec = {} }: AnyTemplate, path: string, kindName: string): Problems {
  if (spec.restartPolicy !== 'Always') {
    yield unsupported(`${path}.spec.restartPolicy`, spec.restartPolicy ?? '', ['Always'])
  }
  if (spec.activeDeadlineSeconds !== undefined) {
    yield forbidden(`${path}.spec.activeDeadlineSeconds`, `activeDeadlineSeconds in ${kindName} is not Supported`)
  }
}

/** Status counts that may not be negative, and pairs of which one may not exceed the other. */
export interface CountRules<Status> {
  readonly nonNegative: readonly (keyof Status & string)[]
  /** The first count may not exceed the second; the third element is the message. */
  readonly atMost: readonly (readonly [keyof Status & string, keyof Status & string, string])[]
}

export function* countProblems<Status extends object>(status: Status, rules: CountRules<Status>): Problems {
  const numbers = status as Readonly<Record<string, number | undefined>>
  for (const field of rules.nonNegative) yield* nonNegative(numbers[field], `status.${field}`)
  for (const [field, limit, problem] of rules.atMost) {
    if ((numbers[field] ?? 0) > (numbers[limit] ?? 0)) yield invalid(`status.${field}`, numbers[field], problem)
  }
}

/** A counter that may not decrease. */
export function* neverLess(now: number | undefined, before: number | undefined, path: string): Problems {
  if (before !== undefined && (now ?? 0) < before) yield invalid(path, now ?? 0, 'cannot be decremented')
}
