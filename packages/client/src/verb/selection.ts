/** Which objects of a kind are meant: by namespace, labels and fields. Checked before anything is sent. */
import {
  type AnyFieldSelector,
  type AnyLabelSelector,
  formatFieldSelector,
  formatLabelSelector,
  type Labels,
} from '@kubewright/core'
import type { Query } from './query.ts'

export interface Selection {
  /** Objects of this namespace only. Left out: of all namespaces. */
  readonly namespace?: string | undefined
  /** Labels and their values, a selector as text (`app in (a,b), !legacy`), or the form that Deployments store. */
  readonly labels?: Labels | AnyLabelSelector | undefined
  /** Fields and their values, or a selector as text: `status.phase!=Failed`. Each kind supports only a few fields. */
  readonly fields?: AnyFieldSelector | undefined
}

/**
 * The selectors as query parameters.
 *
 * Failure: `KW_CORE_LABEL_SELECTOR`, `KW_CORE_FIELD_SELECTOR`.
 */
export function selectionQuery({ labels, fields }: Selection): Query {
  return {
    labelSelector: labels === undefined ? undefined : orNothing(formatLabelSelector(toSelector(labels))),
    fieldSelector: fields === undefined ? undefined : orNothing(formatFieldSelector(fields)),
  }
}

function toSelector(labels: Labels | AnyLabelSelector): AnyLabelSelector {
  return isPlainLabels(labels) ? { matchLabels: labels } : labels
}

function isPlainLabels(labels: Labels | AnyLabelSelector): labels is Labels {
  if (typeof labels !== 'object' || Array.isArray(labels)) return false
  return Object.values(labels).every((value) => typeof value === 'string')
}

function orNothing(text: string): string | undefined {
  return text === '' ? undefined : text
}
