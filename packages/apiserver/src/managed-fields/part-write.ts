/**
 * Ownership after a write through a subresource that represents one field of the object, as scale does.
 *
 * kube-apiserver converts the managers of that field to the subresource's version, and back afterwards. An updater's version is part
 * of its identity, so converted updaters are other managers: the write takes the field from every updater and returns it as an
 * entry without a timestamp, and the next read of both entries sees only one. Clients can observe this, so it is reproduced here.
 */
import { deepEqual, getOwn } from '@kubewright/core/json'
import type { Draft } from '../object/draft.ts'
import { FieldSet } from './field-set.ts'
import type { Writer } from '../kinds/field-manager.ts'
import { managerId, type Managers, type Ownership } from './managers.ts'
import type { Conflicts } from './ownership-change.ts'
import { fieldName } from './path-element.ts'

const partVersion = 'autoscaling/v1'
/** The path of the field in the subresource. */
const pathInPart = ['f:spec', 'f:replicas']
/** The manager of fields that had no recorded owner at the first apply. */
export const beforeFirstApply = 'before-first-apply'

/** The path of the represented field: `['f:spec', 'f:replicas']`. */
export type PartPath = readonly string[]

export interface PartWrite {
  readonly managers: Managers
  readonly path: PartPath
  readonly live: Draft
  readonly next: Draft
}

export function afterPartWrite({ managers, path, live, next }: PartWrite, writer: Writer): Managers {
  const inPart = toPart(managers, path)
  // A field without an owner stays untracked.
  const isTracked = inPart.size > 0 && !deepEqual(valueAt(live, path) as never, valueAt(next, path) as never)
  const after = isTracked ? [claim(writer, 'Update', path)] : [...inPart]
  return toWhole(managers, new Map(after), path, writer.apiVersion)
}

/** The same for an apply without conflicts. */
export function afterPartApply(write: PartWrite, writer: Writer): Managers {
  const { managers, path } = write
  const others = isChanged(write) ? [] : [...holdersOf(write, writer)]
  return toWhole(managers, new Map([...others, claim(writer, 'Apply', path)]), path, writer.apiVersion)
}

/** For an apply through a subresource such as `scale`: the other managers of the field it changes, and all managers of that field. */
export function partConflicts(write: PartWrite, writer: Writer): readonly [Conflicts, Managers] {
  const holders = holdersOf(write, writer)
  const [self] = claim(writer, 'Apply', write.path)
  const others = [...holders].filter(([id]) => id !== self && isChanged(write))
  const field = FieldSet.fromPaths([pathInPart])
  return [new Map(others.map(([id]) => [id, field])), holders]
}

export function isHeld({ managers, path }: Pick<PartWrite, 'managers' | 'path'>): boolean {
  return toPart(managers, path).size > 0
}

export function isChanged({ path, live, next }: PartWrite): boolean {
  return !deepEqual(valueAt(live, path) as never, valueAt(next, path) as never)
}

/** The managers of the field; `before-first-apply` if it has none. */
function holdersOf({ managers, path, live }: PartWrite, writer: Writer): Managers {
  const holders = toPart(managers, path)
  if (holders.size > 0 || valueAt(live, path) === undefined) return holders
  return new Map([claim({ ...writer, manager: beforeFirstApply }, 'Update', path)])
}

function claim(writer: Writer, operation: 'Apply' | 'Update', path: PartPath): [string, Ownership] {
  const { manager, subresource } = writer
  const claimed = { manager, operation, subresource, apiVersion: partVersion }
  return [managerId(claimed), { ...claimed, time: undefined, fields: FieldSet.fromPaths([path]) }]
}

function toPart(managers: Managers, path: PartPath): Managers {
  const held = [...managers.values()].filter(({ fields }) => fields.has(path))
  return new Map(
    held.map((ownership) => {
      const there = { ...ownership, apiVersion: partVersion, fields: FieldSet.fromPaths([path]) }
      return [managerId(there), there]
    }),
  )
}

function toWhole(managers: Managers, part: Managers, path: PartPath, apiVersion: string): Managers {
  const field = FieldSet.fromPaths([path])
  const whole = new Map<string, Ownership>()
  const left = new Map(part)
  for (const [id, ownership] of managers) {
    const isKept = !ownership.fields.has(path) || left.delete(id)
    const fields = isKept ? ownership.fields : ownership.fields.difference(field)
    if (!fields.isEmpty) whole.set(id, { ...ownership, fields })
  }
  for (const [id, ownership] of left) whole.set(id, { ...ownership, apiVersion, time: undefined, fields: field })
  return whole
}

function valueAt(object: Draft, path: PartPath): unknown {
  return path.reduce<unknown>(
    (value, element) => getOwn((value ?? undefined) as Record<string, unknown> | undefined, fieldName(element) ?? ''),
    object,
  )
}
