/**
 * The schema of a value for field ownership: which parts are owned separately and which only as a whole. Without a schema the
 * value's own type decides: maps by field, lists as a whole.
 */

export type Shape = ScalarShape | ListShape | MapShape | UnknownShape

export interface ScalarShape {
  readonly type: 'scalar'
  /** The required type for an apply; any if `undefined`. */
  readonly holds?: 'string' | 'numeric' | 'boolean' | 'any scalar'
}

export interface ListShape {
  readonly type: 'list'
  /** Owned as a whole, as a set of values, or by item keys. */
  readonly relation: 'atomic' | 'set' | 'map'
  readonly keys: readonly string[]
  readonly items: Shape
}

export interface MapShape {
  readonly type: 'map'
  readonly isAtomic: boolean
  /** The shape of a field that the schema declares. */
  declared(name: string): Shape | undefined
  /** The shape of any other field; `undefined` if none are allowed. */
  readonly others: Shape | undefined
  /** The default of a field, for list map keys that are omitted. */
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

/** The schema's shape or, without a schema, that of the value's own type. */
export function shapeFor(shape: Shape, value: unknown): Exclude<Shape, UnknownShape> {
  if (shape.type !== 'unknown') return shape
  if (Array.isArray(value)) return deducedList
  // A null without a schema may be anything; it counts as a map.
  return isMap(value) || value === null ? deducedMap : scalarShape
}

/** The shape of one field. */
export function fieldShape(map: MapShape, name: string): Shape {
  return map.declared(name) ?? map.others ?? unknownShape
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
