/** Compares two values, path by path. */
import { deepEqual } from '@kubewright/core/json'
import { ownField } from '../object/own-field.ts'
import { FieldSet, FieldSetBuilder } from './field-set.ts'
import { fieldElement, itemElement } from './path-element.ts'
import {
  fieldShape,
  isMap,
  type ListShape,
  type MapShape,
  type Shape,
  shapeFor,
  type UnknownShape,
} from '../kinds/shape.ts'

export interface Comparison {
  readonly added: FieldSet
  readonly modified: FieldSet
  readonly removed: FieldSet
}

export function isSame({ added, modified, removed }: Comparison): boolean {
  return added.isEmpty && modified.isEmpty && removed.isEmpty
}

/** Excludes fields that the writer cannot change this way, and everything below them. */
export function withoutFields({ added, modified, removed }: Comparison, fields: FieldSet): Comparison {
  return {
    added: added.recursiveDifference(fields),
    modified: modified.recursiveDifference(fields),
    removed: removed.recursiveDifference(fields),
  }
}

/** `undefined` means absent. */
export function compareValues(before: unknown, after: unknown, shape: Shape): Comparison {
  const walk = new Walk()
  walk.visit(before, after, shape)
  return { added: walk.added.build(), modified: walk.modified.build(), removed: walk.removed.build() }
}

class Walk {
  readonly added = new FieldSetBuilder()
  readonly modified = new FieldSetBuilder()
  readonly removed = new FieldSetBuilder()
  /** The current path; one array for the whole walk, since every write takes one. */
  readonly #path: string[] = []

  visit(before: unknown, after: unknown, shape: Shape): void {
    // A value that changes its type is compared as both.
    if (this.#isOtherForm(before, after, shape)) this.#visitAs(before, after, shapeFor(shape, before))
    if (!this.#visitAs(before, after, shapeFor(shape, after ?? before))) return
    // An added or removed container is recorded itself, not only its parts.
    if (before === undefined) this.added.add(this.#path)
    if (after === undefined) this.removed.add(this.#path)
  }

  /** @returns whether the value was compared part by part */
  #visitAs(before: unknown, after: unknown, known: Exclude<Shape, UnknownShape>): boolean {
    if (known.type === 'scalar' || isLeaf(known, before, after)) {
      this.#leaf(before, after)
      return false
    }
    if (known.type === 'list') this.#visitList(asList(before), asList(after), known)
    else this.#visitMap(asMap(before), asMap(after), known)
    return true
  }

  #leaf(before: unknown, after: unknown): void {
    if (before === undefined) this.added.add(this.#path)
    else if (after === undefined) this.removed.add(this.#path)
    else if (!deepEqual(before, after)) this.modified.add(this.#path)
  }

  /** Without a schema, a value may change from a list to a map. */
  #isOtherForm(before: unknown, after: unknown, shape: Shape): boolean {
    if (shape.type !== 'unknown' || before === undefined || after === undefined) return false
    return shapeFor(shape, before).type !== shapeFor(shape, after).type
  }

  #visitMap(before: Record<string, unknown>, after: Record<string, unknown>, map: MapShape): void {
    for (const name of Object.keys(before)) this.#visitField(before[name], ownField(after, name), map, name)
    for (const name of Object.keys(after)) {
      if (!Object.hasOwn(before, name)) this.#visitField(undefined, after[name], map, name)
    }
  }

  #visitField(before: unknown, after: unknown, map: MapShape, name: string): void {
    this.#path.push(fieldElement(name))
    this.visit(before, after, fieldShape(map, name))
    this.#path.pop()
  }

  #visitList(before: readonly unknown[], after: readonly unknown[], list: ListShape): void {
    const [old, next] = [itemsByElement(before, list), itemsByElement(after, list)]
    for (const element of new Set([...old.keys(), ...next.keys()])) {
      this.#path.push(element)
      this.#visitItems(old.get(element) ?? [], next.get(element) ?? [], list)
      this.#path.pop()
    }
  }

  /** Items with the same key are compared together, as one. */
  #visitItems(before: readonly unknown[], after: readonly unknown[], list: ListShape): void {
    if (before.length <= 1 && after.length <= 1) return this.visit(before[0], after[0], list.items)
    if (before.length > 1 && after.length > 1) {
      if (!deepEqual(before, after)) this.modified.add(this.#path)
    } else if (before.length > 1) {
      if (after.length === 1) this.visit(undefined, after[0], list.items)
      this.removed.add(this.#path)
    } else {
      if (before.length === 1) this.visit(before[0], undefined, list.items)
      this.added.add(this.#path)
    }
  }
}

/** Whether the value is atomic, or empty on both sides so that only "empty or absent" is left to compare. */
function isLeaf(shape: ListShape | MapShape, before: unknown, after: unknown): boolean {
  const isAtomic = shape.type === 'list' ? shape.relation === 'atomic' : shape.isAtomic
  return isAtomic || (isHollow(before) && isHollow(after))
}

function isHollow(value: unknown): boolean {
  if (value === null || value === undefined) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** Items by their path element. An item without one is skipped: it cannot be owned. */
function itemsByElement(items: readonly unknown[], list: ListShape): ReadonlyMap<string, readonly unknown[]> {
  const found = new Map<string, unknown[]>()
  for (const item of items) {
    const name = itemElement(list, item)
    if ('problem' in name) continue
    const same = found.get(name.element)
    if (same === undefined) found.set(name.element, [item])
    else same.push(item)
  }
  return found
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const asMap = (value: unknown): Record<string, unknown> => (isMap(value) ? value : {})
