/** Field ownership as Kubernetes keeps it: every write is recorded, and applies merge. */
import { apiVersionOf, type ServedKind } from '../kinds/served-kind.ts'
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

/** What ownership has to know of a kind. */
export interface OwnershipRules {
  /** How the values of a kind are owned. */
  of(kind: ServedKind): Shape
  /** An object nobody has written to, which is what a new one is compared with. @default one without any fields */
  emptyOf?(kind: ServedKind): Draft
  load?: NonNullable<FieldManager['load']>
}

export function structuredFieldManager(rules: OwnershipRules): FieldManager {
  const emptyOf = (kind: ServedKind) => rules.emptyOf?.(kind) ?? bareOf(kind)
  return {
    load: (kind) => rules.load?.(kind),
    update(kind, live, next, writer) {
      const before = live ?? emptyOf(kind)
      const managers = managersFor(next, live, writer)
      // Whoever asked to forget who owns what is not recorded either, until somebody applies.
      if (managers === undefined || (live !== undefined && managers.size === 0)) return clear(next)
      setManagers(next, afterWrite(before, next, writer, { ...scopeOf(kind, writer, rules), managers }))
    },
    apply(kind, live, configuration, writer) {
      const scope = scopeOf(kind, writer, rules)
      const known = readManagers(live.metadata.managedFields) ?? new Map()
      const managers = withFirstApply(known, live, writer, { ...scope, empty: emptyOf(kind) })
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

type Scope = Omit<WriteScope, 'managers'>

/** Through a subresource other fields are out of reach than through the object itself. */
function scopeOf(kind: ServedKind, { subresource }: Writer, rules: OwnershipRules): Scope {
  const strategy = kind.subresources.get(subresource)?.view?.strategy ?? kind.strategy
  const reset = FieldSet.fromPaths(strategy.resetFields.map((field) => field.split('.').map((name) => `f:${name}`)))
  return { shape: rules.of(kind), reset }
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
  { empty, ...scope }: Scope & { readonly empty: Draft },
): Managers {
  const isNew = live.metadata.uid === undefined || live.metadata.uid === ''
  if (managers.size > 0 || isNew) return managers
  const nobody = { ...writer, manager: beforeFirstApply }
  return afterWrite(empty, live, nobody, { ...scope, managers })
}

function setManagers(object: Draft, managers: Managers): void {
  const entries = writeManagers(managers)
  if (entries.length > 0) object.metadata.managedFields = entries
  else delete object.metadata.managedFields
}

function clear(object: Draft): void {
  delete object.metadata.managedFields
}

function bareOf(kind: ServedKind): Draft {
  return { kind: kind.kind, apiVersion: apiVersionOf(kind), metadata: {} }
}

function untypable(kind: ServedKind, { apiVersion, metadata }: Draft, error: ShapeMismatch): Error {
  const name = metadata.namespace === undefined ? `/${metadata.name}` : `${metadata.namespace}/${metadata.name}`
  return plainFailure(
    `failed to create typed patch object (${name}; ${apiVersion}, Kind=${kind.kind}): ${error.message}`,
  )
}
