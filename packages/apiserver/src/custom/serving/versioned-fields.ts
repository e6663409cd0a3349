/**
 * Field ownership across the versions of a custom kind. Every manager is recorded with the version it wrote in, and the server
 * converts the object to each of these versions. Where the schemas differ and there is no conversion, that fails: an apply is
 * rejected, and any other write drops the managed fields.
 */
import type { ServedKind } from '../../kinds/served-kind.ts'
import { apiVersionOf } from '../../kinds/served-kind.ts'
import type { FieldManager, Writer } from '../../kinds/field-manager.ts'
import { assertFits, ShapeMismatch } from '../../managed-fields/fit.ts'
import type { Shape } from '../../kinds/shape.ts'
import type { Draft, DraftManager } from '../../object/draft.ts'
import { plainFailure } from '../../status/failures.ts'

export function versionedFields(fields: FieldManager): FieldManager {
  return {
    load: (kind) => fields.load?.(kind),
    update(kind, live, next, writer) {
      const before = live && withoutStrangers(kind, live)
      const problem = before && findMisfit(kind, before, [before, next], writer)
      if (problem === undefined) fields.update(kind, before, next, writer)
      else delete next.metadata.managedFields
    },
    apply(kind, live, configuration, writer) {
      const before = withoutStrangers(kind, live)
      const refuseMisfit = (object: Draft) => {
        const problem = findMisfit(kind, before, [object], { ...writer, isApply: true })
        if (problem !== undefined) throw plainFailure(problem)
      }
      refuseMisfit(before)
      const applied = fields.apply(kind, before, configuration, writer)
      refuseMisfit(applied)
      return applied
    },
  }
}

/** Drops managers whose version no longer exists. */
function withoutStrangers(kind: ServedKind, live: Draft): Draft {
  const { otherShapes } = kind
  const { managedFields } = live.metadata
  if (otherShapes === undefined || managedFields === undefined) return live
  const known = managedFields.filter(
    ({ apiVersion = '' }) => apiVersion === apiVersionOf(kind) || otherShapes.has(apiVersion),
  )
  return known.length === managedFields.length
    ? live
    : { ...live, metadata: { ...live.metadata, managedFields: known } }
}

interface Workflow extends Writer {
  readonly isApply?: boolean
}

/** The reason why an object cannot be converted to the version of one of its other managers. */
function findMisfit(
  { otherShapes }: ServedKind,
  live: Draft,
  objects: readonly Draft[],
  writer: Workflow,
): string | undefined {
  const others = (live.metadata.managedFields ?? []).filter((entry) => !isOf(writer, entry))
  const versions = new Set(others.map(({ apiVersion = '' }) => apiVersion))
  for (const version of versions) {
    const shape = otherShapes?.get(version)
    const problem = shape && objects.map((object) => misfitOf(object, shape)).find((found) => found !== undefined)
    if (problem !== undefined) return problem
  }
  return undefined
}

function isOf({ manager, apiVersion, subresource, isApply = false }: Workflow, entry: DraftManager): boolean {
  if (entry.manager !== manager || (entry.subresource ?? '') !== subresource) return false
  return isApply ? entry.operation === 'Apply' : entry.operation === 'Update' && entry.apiVersion === apiVersion
}

function misfitOf(object: Draft, shape: Shape): string | undefined {
  try {
    assertFits(object, shape)
    return undefined
  } catch (error) {
    if (error instanceof ShapeMismatch) return error.message
    throw error
  }
}
