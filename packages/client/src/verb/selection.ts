/**
 * Selects objects by namespace, labels and fields. Validated before anything is sent, because an invalid selector must never select
 * everything.
 */
import {
  type AnyFieldSelector,
  type AnyLabelSelector,
  formatFieldSelector,
  formatLabelSelector,
  type Labels,
} from '@kubewright/core/selectors'
import { ApiError } from '../error/api-error.ts'
import { describeOperation } from '../error/operation.ts'
import type { ResourceOperation } from './locate.ts'
import type { Query } from './query.ts'

/** Which objects a list, watch or delete of many is about. */
export interface Selection {
  /** Restricts to this namespace. If omitted: all namespaces. */
  readonly namespace?: string | undefined
  /**
   * Labels and their values, a selector as text (`app in (a,b), !legacy`), or the structured form of Deployments: `matchLabels` and
   * `matchExpressions`.
   */
  readonly labels?: Labels | AnyLabelSelector | undefined
  /** Fields and their values, or a selector as text: `status.phase!=Failed`. Each kind supports only a few fields. */
  readonly fields?: AnyFieldSelector | undefined
}

/**
 * The selectors as query parameters.
 *
 * Failure: `KW_CLIENT_OPTION` for labels or fields that are not text, `KW_CORE_LABEL_SELECTOR`, `KW_CORE_FIELD_SELECTOR`.
 */
export function selectionQuery({ labels, fields }: Pick<Selection, 'labels' | 'fields'>, operation: ResourceOperation) {
  return {
    labelSelector: labels === undefined ? undefined : orNothing(formatLabelSelector(toSelector(labels, operation))),
    fieldSelector: fields === undefined ? undefined : orNothing(formatFieldSelector(toFields(fields, operation))),
  } satisfies Query
}

function toSelector(labels: Labels | AnyLabelSelector, operation: ResourceOperation): AnyLabelSelector {
  if (typeof labels === 'string' || Array.isArray(labels)) return labels
  if (isRecord(labels) && isStoredForm(labels)) return labels
  assertTexts('labels', labels, operation)
  return { matchLabels: labels }
}

function toFields(fields: AnyFieldSelector, operation: ResourceOperation): AnyFieldSelector {
  if (typeof fields !== 'string' && !Array.isArray(fields)) assertTexts('fields', fields, operation)
  return fields
}

/** The structured form. Other members beside the two would be ignored. */
function isStoredForm(labels: object): boolean {
  const keys = Object.keys(labels)
  return keys.length > 0 && keys.every((key) => key === 'matchLabels' || key === 'matchExpressions')
}

function assertTexts(
  option: 'labels' | 'fields',
  record: unknown,
  operation: ResourceOperation,
): asserts record is Readonly<Record<string, string>> {
  if (!isRecord(record)) throw refusal(operation, `the option ${option} is neither text nor an object of texts`)
  for (const [key, value] of Object.entries(record)) {
    if (typeof value !== 'string') throw refusal(operation, `${option}[${JSON.stringify(key)}] is ${nameOf(value)}`)
  }
}

/** A `Map` has no own members and would select everything. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !(Symbol.iterator in value)
}

function nameOf(value: unknown): string {
  if (value === null || value === undefined) return `${value}`
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function refusal(operation: ResourceOperation, why: string): Error {
  const next = 'Pass a text for every key, a selector as text, or { matchLabels, matchExpressions } and nothing beside.'
  return new ApiError('KW_CLIENT_OPTION', { what: describeOperation(operation), why, next }, operation)
}

function orNothing(text: string): string | undefined {
  return text === '' ? undefined : text
}
