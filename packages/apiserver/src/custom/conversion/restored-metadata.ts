/** A conversion may change labels and annotations; all other metadata is restored from the original object. */
import { deepEqual } from '@kubewright/core/json'
import type { DraftMeta } from '../../object/draft.ts'
import { annotationErrors, labelErrors } from '../../object/meta-rules.ts'
import { type FieldError, formatFieldError } from '../../status/field-error.ts'
import { ReviewFailure } from './conversion-answer.ts'

/** Failure: a `ReviewFailure` if the converted metadata is invalid. */
export function restoredMetadata(original: DraftMeta, converted: unknown): DraftMeta {
  if (converted === undefined) throw new ReviewFailure('missing metadata in converted object')
  if (!isMap(converted)) throw new ReviewFailure(`invalid metadata of type ${goType(converted)} in converted object`)
  const { labels: _labels, annotations: _annotations, ...rest } = original
  return { ...rest, ...textsOf('labels', original, converted), ...textsOf('annotations', original, converted) }
}

type Texts = Record<string, string>

function textsOf(field: 'labels' | 'annotations', original: DraftMeta, converted: Record<string, unknown>): DraftMeta {
  const given = converted[field]
  if (given === undefined || given === null) return {}
  if (!isMap(given)) throw new ReviewFailure(`invalid metadata.${field} of type ${goType(given)} in converted object`)
  for (const [key, value] of Object.entries(given)) {
    if (typeof value === 'string') continue
    throw new ReviewFailure(`metadata.${field}[${key}] must be a string, but is ${goType(value)} in converted object`)
  }
  const texts = given as Texts
  const errors = deepEqual(texts, original[field] ?? {}) ? [] : errorsOf(field, texts)
  if (errors.length > 0) throw new ReviewFailure(aggregate(errors))
  return { [field]: texts }
}

function errorsOf(field: 'labels' | 'annotations', texts: Texts): readonly FieldError[] {
  return field === 'labels' ? labelErrors(texts, 'metadata.labels') : annotationErrors(texts, 'metadata.annotation')
}

function aggregate(errors: readonly FieldError[]): string {
  const texts = [...new Set(errors.map(formatFieldError))]
  return texts.length === 1 ? texts[0]! : `[${texts.join(', ')}]`
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function goType(value: unknown): string {
  if (value === null) return '<nil>'
  if (Array.isArray(value)) return '[]interface {}'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64'
  return typeof value === 'boolean' ? 'bool' : typeof value === 'string' ? 'string' : 'map[string]interface {}'
}
