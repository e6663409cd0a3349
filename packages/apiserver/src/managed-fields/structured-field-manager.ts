/** Field ownership as Kubernetes keeps it: every write is recorded, and applies merge. */
import type { ServedKind } from '../kinds/served-kind.ts'
import type { Draft, DraftManager } from '../object/draft.ts'
import { plainFailure } from '../status/failures.ts'
import { afterApply } from './applied-write.ts'
import type { FieldManager, Writer } from './field-manager.ts'
import { FieldSet } from './field-set.ts'
import { type Managers, readManagers, writeManagers } from './managers.ts'
import { afterWrite, type WriteScope } from './ordinary-write.ts'
import { ShapeMismatch } from './owned-paths.ts'
import type { Shape } from './shape.ts'

const beforeFirstApply = 'before-first-apply'

/**
 * @param shapeOf how the values of a kind are owned
 * @param load what to wait for before the first write of a kind
 */
export function structuredFieldManager(
  shapeOf: (kind: ServedKind) => Shape,
  load: NonNullable<FieldManager['load']> = () => undefined,
): FieldManager {
  return {
    load,
    update(kind, live, next, writer) {
      const before = live ?? emptyLike(next)
      const managers = managersFor(next, live, writer)
      // Whoever asked to forget who owns what is not recorded either, until somebody applies.
      if (managers === undefined || (live !== undefined && managers.size === 0)) return clear(next)
      setManagers(next, afterWrite(before, next, writer, { ...scopeOf(kind, shapeOf), managers }))
    },
    apply(kind, live, configuration, writer) {
      const scope = scopeOf(kind, shapeOf)
      const managers = withFirstApply(readManagers(live.metadata.managedFields) ?? new Map(), live, writer, scope)
      try {
        const { object, managers: after } = afterApply(live, configuration, writer, { ...scope, managers })
        setManagers(object, after)
        return object
      } catch (error) {
        if (error instanceof ShapeMismatch) throw untypable(kind, configuration, error)
        throw error
      }
    },
  }
}

function scopeOf(kind: ServedKind, shapeOf: (kind: ServedKind) => Shape): Omit<WriteScope, 'managers'> {
  const reset = FieldSet.fromPaths(
    kind.strategy.resetFields.map((field) => field.split('.').map((name) => `f:${name}`)),
  )
  return { shape: shapeOf(kind), reset }
}

/** Who owned what before this write. `undefined` when the writer asked to forget it all. */
function managersFor(next: Draft, live: Draft | undefined, { subresource }: Writer): Managers | undefined {
  const sent = next.metadata.managedFields
  const stored = readManagers(live?.metadata.managedFields) ?? new Map()
  if (sent === undefined || sent === null || subresource !== '') return stored
  if (isReset(sent)) return undefined
  return readManagers(sent) ?? stored
}

function isReset(entries: readonly DraftManager[]): boolean {
  return entries.length === 0 || (entries.length === 1 && Object.keys(entries[0]!).length === 0)
}

/** What was there before anybody applied belongs to nobody in particular. */
function withFirstApply(
  managers: Managers,
  live: Draft,
  writer: Writer,
  scope: Omit<WriteScope, 'managers'>,
): Managers {
  const isNew = live.metadata.uid === undefined || live.metadata.uid === ''
  if (managers.size > 0 || isNew) return managers
  const nobody = { ...writer, manager: beforeFirstApply, subresource: '' }
  return afterWrite(emptyLike(live), live, nobody, { ...scope, managers })
}

function setManagers(object: Draft, managers: Managers): void {
  const entries = writeManagers(managers)
  if (entries.length > 0) object.metadata.managedFields = entries
  else delete object.metadata.managedFields
}

function clear(object: Draft): void {
  delete object.metadata.managedFields
}

function emptyLike({ kind, apiVersion }: Draft): Draft {
  return { kind, apiVersion, metadata: {} }
}

function untypable(kind: ServedKind, { apiVersion, metadata }: Draft, error: ShapeMismatch): Error {
  const name = metadata.namespace === undefined ? `/${metadata.name}` : `${metadata.namespace}/${metadata.name}`
  return plainFailure(
    `failed to create typed patch object (${name}; ${apiVersion}, Kind=${kind.kind}): ${error.message}`,
  )
}
