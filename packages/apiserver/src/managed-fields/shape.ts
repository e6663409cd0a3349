/**
 * The shape of a value as field ownership sees it: what is owned piece by piece and what only as a whole. Where nothing is
 * known of a value, its own form decides: maps by piece, lists as a whole.
 */

export type Shape = ScalarShape | ListShape | MapShape | UnknownShape

export interface ScalarShape {
  readonly type: 'scalar'
  /** What it must be to be applied; anything if nothing is known. */
  readonly holds?: 'string' | 'numeric' | 'boolean' | 'any scalar'
}

export interface ListShape {
  readonly type: 'list'
  /** Owned as a whole, as a set of values, or item by item under its keys. */
  readonly relation: 'atomic' | 'set' | 'map'
  readonly keys: readonly string[]
  readonly items: Shape
}

export interface MapShape {
  readonly type: 'map'
  readonly isAtomic: boolean
  /** The shape of a field that the schema names. */
  declared(name: string): Shape | undefined
  /** The shape of any other field; `undefined` if there may be none. */
  readonly others: Shape | undefined
  /** What a field is when it is left out, for fields that identify an item of a list. */
  defaultOf(name: string): unknown
}

export interface UnknownShape {
  readonly type: 'unknown'
}

const scalarShape: ScalarShape = { type: 'scalar' }
export const unknownShape: UnknownShape = { type: 'unknown' }

const deducedMap: MapShape = {
  type: 'map',
  isAtomic: false,
  declared: () => undefined,
  others: unknownShape,
  defaultOf: () => undefined,
}
const deducedList: ListShape = { type: 'list', relation: 'atomic', keys: [], items: unknownShape }

/** The shape to treat a value by: its schema's, or what the value itself looks like. */
export function shapeFor(shape: Shape, value: unknown): Exclude<Shape, UnknownShape> {
  if (shape.type !== 'unknown') return shape
  if (Array.isArray(value)) return deducedList
  // Null may be anything, and a map comes first.
  return isMap(value) || value === null ? deducedMap : scalarShape
}

/** The shape of one field. */
export function fieldShape(map: MapShape, name: string): Shape {
  return map.declared(name) ?? map.others ?? unknownShape
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
