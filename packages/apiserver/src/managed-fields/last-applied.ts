/**
 * The annotation of kubectl's client-side apply. On migration to server-side apply, kubectl does not conflict over the fields
 * recorded in the annotation, and the annotation is kept up to date.
 */
import { goJson, sortKeys } from '../go/go-json.ts'
import type { Draft } from '../object/draft.ts'
import { annotationErrors } from '../object/meta-rules.ts'
import { compareValues } from './comparison.ts'
import { FieldConflict } from './conflict.ts'
import { FieldSet } from './field-set.ts'
import { assertFits, ShapeMismatch } from './fit.ts'
import { plain } from './ordinary-write.ts'
import { ownedPaths } from './owned-paths.ts'
import { isMap, type Shape } from '../kinds/shape.ts'

const annotation = 'kubectl.kubernetes.io/last-applied-configuration'
/** The only manager that this applies to. */
export const kubectl = 'kubectl'

/** The conflict without the fields that kubectl applied itself; `undefined` if none are left. */
export function withoutLastApplied({ conflicts, managers }: FieldConflict, live: Draft, shape: Shape) {
  const allowed = lastAppliedFields(live, shape)
  const left = [...conflicts].map(([id, fields]) => [id, fields.difference(allowed)] as const)
  const remaining = new Map(left.filter(([, fields]) => !fields.isEmpty))
  return remaining.size === 0 ? undefined : new FieldConflict(remaining, managers)
}

/** The fields that still have their last applied value. */
function lastAppliedFields(live: Draft, shape: Shape): FieldSet {
  const last = readLastApplied(live)
  if (last === undefined || last['apiVersion'] !== live.apiVersion) return FieldSet.empty
  try {
    assertFits(last, shape)
    const fields = ownedPaths(last, shape)
    const { added, modified, removed } = compareValues(last, plain(live), shape)
    return fields.difference(modified).difference(added).difference(removed)
  } catch (error) {
    if (error instanceof ShapeMismatch) return FieldSet.empty
    throw error
  }
}

function readLastApplied({ metadata }: Draft): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(metadata.annotations?.[annotation] ?? '')
    return isMap(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Updates the annotation with the configuration, if it exists; removes it if it has become too large. */
export function keepLastApplied(object: Draft, configuration: Draft): void {
  const { annotations } = object.metadata
  if (annotations === undefined || (annotations[annotation] ?? '') === '') return
  annotations[annotation] = `${goJson(sortKeys(withoutAnnotation(configuration)))}\n`
  if (annotationErrors(annotations, '').some(({ cause }) => cause === 'FieldValueTooLong'))
    delete annotations[annotation]
}

function withoutAnnotation(configuration: Draft): Draft {
  const { annotations } = configuration.metadata
  if (annotations === undefined || annotations === null) return configuration
  const { [annotation]: _, ...others } = annotations
  return { ...configuration, metadata: { ...configuration.metadata, annotations: others } }
}
