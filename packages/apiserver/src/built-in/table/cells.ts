/** Table cells that several kinds share. */
import type { Container } from '@kubewright/kubernetes/core/v1'
import { isKubewrightError, type LabelSelector } from '@kubewright/core'
import { formatLabelSelector } from '@kubewright/core/selectors'
import type { Draft } from '../../object/draft.ts'
import { type AnySelector, isEmptySelector } from '../../validation/label-selector.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'
import { humanAge } from './human-duration.ts'

/** The time since creation. */
export function ageOf({ metadata }: Pick<Draft, 'metadata'>, nowMs: number): string {
  return humanAge(metadata.creationTimestamp, nowMs)
}

export const none = '<none>'
export const unset = '<unset>'

/** Names and images of containers, each in one cell. */
export function containerCells(containers: readonly Unvalidated<Container>[] | undefined): readonly [string, string] {
  const all = containers ?? []
  return [all.map(({ name = '' }) => name).join(','), all.map(({ image = '' }) => image).join(',')]
}

export function selectorCell(selector: AnySelector | undefined): string {
  const text = selectorText(selector)
  return text === '' ? none : text
}

/** A selector as text; empty if it is missing or selects everything. */
export function selectorText(selector: AnySelector | undefined): string {
  if (selector === undefined || isEmptySelector(selector)) return ''
  try {
    return formatLabelSelector(selector as LabelSelector)
  } catch (error) {
    if (isKubewrightError(error)) return '<error>'
    throw error
  }
}

export function labelsCell(labels: Readonly<Record<string, string | undefined>> | undefined): string {
  const keys = Object.keys(labels ?? {}).sort()
  return keys.length === 0 ? none : keys.map((key) => `${key}=${labels![key]}`).join(',')
}

/** The first few, and the number of the rest. */
export function firstOf(texts: readonly string[], count: number, separator = ','): string {
  const shown = texts.slice(0, count).join(separator)
  return texts.length > count ? `${shown} + ${texts.length - count} more...` : shown
}

export function conditionIsTrue(
  conditions: readonly { type?: string | undefined; status?: string | undefined }[] | undefined,
  type: string,
): boolean {
  return conditions?.find((condition) => condition.type === type)?.status === 'True'
}
