/**
 * Ownership after a write through a subresource that stands for one field of the object, as scales do. The server keeps the
 * managers of that field in the subresource's own version meanwhile, and brings them back to the object's. On the way it
 * takes updaters for somebody else, because their version is part of who they are: such a write takes the field from every
 * updater, gives it back as an entry without a date, and the next reader of both entries sees only one. All of that shows.
 */
import { deepEqual, getOwn } from '@kubewright/core'
import type { Draft } from '../object/draft.ts'
import { FieldSet } from './field-set.ts'
import type { Writer } from './field-manager.ts'
import { managerId, type Managers, type Ownership } from './managers.ts'
import type { Conflicts } from './ownership-change.ts'
import { fieldName } from './path-element.ts'

const partVersion = 'autoscaling/v1'
/** Where the field stands in the subresource. */
const pathInPart = ['f:spec', 'f:replicas']
/** Who owns what nobody had been recorded for until somebody applied. */
export const beforeFirstApply = 'before-first-apply'

/** The field the subresource stands for, by its path: `['f:spec', 'f:replicas']`. */
export type PartPath = readonly string[]

export interface PartWrite {
  readonly managers: Managers
  readonly path: PartPath
  readonly live: Draft
  readonly next: Draft
}

export function afterPartWrite({ managers, path, live, next }: PartWrite, writer: Writer): Managers {
  const inPart = toPart(managers, path)
  // Nobody is recorded for a field that is nobody's.
  const isTracked = inPart.size > 0 && !deepEqual(valueAt(live, path) as never, valueAt(next, path) as never)
  const after = isTracked ? [claim(writer, 'Update', path)] : [...inPart]
  return toWhole(managers, new Map(after), path, writer.apiVersion)
}

/** The same for an apply, once it is clear that nobody stands in its way. */
export function afterPartApply(write: PartWrite, writer: Writer): Managers {
  const { managers, path } = write
  const others = isChanged(write) ? [] : [...holdersOf(write, writer)]
  return toWhole(managers, new Map([...others, claim(writer, 'Apply', path)]), path, writer.apiVersion)
}

/** Who holds the field that an apply through the subresource changes, in the words of the subresource. */
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

/** Those who hold the field; somebody from before the first apply if nobody does. */
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
