/** Field ownership as in Kubernetes: every write is tracked, and applies are merged. */
import { parseApiVersion } from '@kubewright/core/object'
import { apiVersionOf, type ServedKind } from '../kinds/served-kind.ts'
import type { Draft, DraftManager } from '../object/draft.ts'
import { plainFailure } from '../status/failures.ts'
import { afterApply, type Applied } from './applied-write.ts'
import { conflictError, FieldConflict } from './conflict.ts'
import type { FieldManager, Writer } from '../kinds/field-manager.ts'
import { FieldSet } from './field-set.ts'
import { ShapeMismatch } from './fit.ts'
import { keepLastApplied, kubectl, withoutLastApplied } from './last-applied.ts'
import { type Managers, readManagers, writeManagers } from './managers.ts'
import { afterWrite, type WriteScope } from './ordinary-write.ts'
import { afterPartApply, afterPartWrite, beforeFirstApply, isChanged, isHeld, partConflicts } from './part-write.ts'
import type { Shape } from '../kinds/shape.ts'

/** The ownership schemas of kinds. */
export interface OwnershipRules {
  /** How the fields of a kind are owned. */
  of(kind: ServedKind): Shape
  /** The empty object that a new one is compared with. @default one without any fields */
  emptyOf?(kind: ServedKind): Draft
  load?: NonNullable<FieldManager['load']>
}

export function structuredFieldManager(rules: OwnershipRules): FieldManager {
  const emptyOf = (kind: ServedKind) => rules.emptyOf?.(kind) ?? bareOf(kind)
  return {
    load: (kind) => rules.load?.(kind),
    update(kind, live, next, writer) {
      const before = live ?? emptyOf(kind)
      const sent = managersFor(next, live, writer)
      const managers = sent && ofGroup(kind, sent)
      // Once a writer has reset the managed fields, writes are not tracked until the next apply.
      if (managers === undefined || (live !== undefined && managers.size === 0)) return clear(next)
      const { part: path } = writer
      if (path !== undefined) return setManagers(next, afterPartWrite({ managers, path, live: before, next }, writer))
      setManagers(next, afterWrite(before, next, writer, { ...scopeOf(kind, writer, rules), managers }))
    },
    apply(kind, live, configuration, writer) {
      const scope = scopeOf(kind, writer, rules)
      const known = ofGroup(kind, readManagers(live.metadata.managedFields) ?? new Map())
      try {
        if (writer.part !== undefined)
          return applyPart(live, configuration, writer, { ...scope, kind, managers: known })
        const managers = withFirstApply(known, live, writer, { ...scope, empty: emptyOf(kind) })
        const { object, managers: after } = applyOrYield(live, configuration, writer, { ...scope, managers })
        setManagers(object, after)
        if (writer.manager === kubectl) keepLastApplied(object, configuration)
        return object
      } catch (error) {
        if (error instanceof ShapeMismatch) throw untypable(kind, configuration, error)
        throw error
      }
    },
  }
}

/** Failure: a 409 for fields of other managers, except those that kubectl owns by client-side apply. */
function applyOrYield(live: Draft, configuration: Draft, writer: Applier, scope: WriteScope): Applied {
  try {
    return afterApply(live, configuration, writer, scope)
  } catch (error) {
    if (!(error instanceof FieldConflict)) throw error
    const left = writer.manager === kubectl ? withoutLastApplied(error, live, scope.shape) : error
    if (left !== undefined) throw conflictError(left.conflicts, left.managers)
    return afterApply(live, configuration, { ...writer, force: true }, scope)
  }
}

type Applier = Writer & { readonly force: boolean }

/** An apply through a subresource that represents one field. Failure: a 409 for a field of other managers. */
function applyPart(
  live: Draft,
  configuration: Draft,
  writer: Applier,
  { kind, ...scope }: WriteScope & { readonly kind: ServedKind },
): Draft {
  const path = writer.part!
  const { managers } = scope
  if (kind.isCustom && !isHeld({ managers, path }))
    throw unconvertible('create manager for existing fields: failed to convert live object', '/')
  const { object } = afterApply(live, configuration, { ...writer, force: true }, scope)
  const write = { managers, path, live, next: object }
  const [conflicts, holders] = partConflicts(write, writer)
  if (conflicts.size > 0 && !writer.force) throw conflictError(conflicts, holders)
  const { name = '', namespace = '' } = configuration.metadata
  if (kind.isCustom && isChanged(write)) throw unconvertible('convert new object', `${namespace}/${name}`)
  setManagers(object, afterPartApply(write, writer))
  return object
}

/** kube-apiserver cannot convert the scale of a custom resource, which every apply that changes it requires. */
function unconvertible(what: string, subject: string): Error {
  return plainFailure(
    `failed to ${what} (${subject}; autoscaling/v1, Kind=Scale) to proper version: request to convert CR to an invalid group/version: autoscaling/v1`,
  )
}

type Scope = Omit<WriteScope, 'managers'>

/** The reset fields depend on the subresource. */
function scopeOf(kind: ServedKind, { subresource }: Writer, rules: OwnershipRules): Scope {
  const strategy = kind.subresources.get(subresource)?.view?.strategy ?? kind.strategy
  return { shape: rules.of(kind), reset: resetSetOf(strategy.resetFields) }
}

/** Memoized by the strategy's list, which is the same for every write. */
const resetSets = new WeakMap<readonly string[], FieldSet>()

function resetSetOf(fields: readonly string[]): FieldSet {
  let set = resetSets.get(fields)
  if (set === undefined) {
    set = FieldSet.fromPaths(fields.map((field) => field.split('.').map((name) => `f:${name}`)))
    resetSets.set(fields, set)
  }
  return set
}

/** Drops managers of another API group: their fields cannot be converted. */
function ofGroup({ group }: ServedKind, managers: Managers): Managers {
  const isOwn = ({ apiVersion }: { apiVersion: string }) => parseApiVersion(apiVersion).group === group
  return new Map([...managers].filter(([, ownership]) => isOwn(ownership)))
}

/** The managers before this write. `undefined` if the writer resets them. */
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

/** Fields that existed before the first apply are owned by `before-first-apply`. */
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

function untypable(kind: ServedKind, configuration: Draft, error: ShapeMismatch): Error {
  return plainFailure(`failed to create typed patch object (${describeObject(kind, configuration)}): ${error.message}`)
}

/** `default/web; apps/v1, Kind=Deployment` */
export function describeObject({ group, version, kind }: ServedKind, { metadata }: Draft): string {
  // The applied object is not validated yet: its name may have any type.
  const [namespace, name] = [metadata.namespace, metadata.name].map((text) => (typeof text === 'string' ? text : ''))
  return `${namespace}/${name}; ${group}/${version}, Kind=${kind}`
}
