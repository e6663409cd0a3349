/** Ownership schemas from OpenAPI schemas, of built-in kinds and of custom resources alike. */
import { type ListShape, type MapShape, type ScalarShape, type Shape, unknownShape } from '../kinds/shape.ts'

/** The part of a schema that ownership depends on. */
export interface OwnershipSchema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly oneOf?: readonly object[]
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, OwnershipSchema>>
  readonly additionalProperties?: OwnershipSchema | boolean
  readonly items?: OwnershipSchema
  readonly 'x-kubernetes-list-type'?: string
  readonly 'x-kubernetes-list-map-keys'?: readonly string[]
  readonly 'x-kubernetes-map-type'?: string
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean
  readonly 'x-kubernetes-int-or-string'?: boolean
  readonly 'x-kubernetes-embedded-resource'?: boolean
}

type Resolve = (schema: OwnershipSchema) => OwnershipSchema

/** Lazy, since schemas may be recursive. `resolve` follows a reference. */
export function shapeOfSchema(schema: OwnershipSchema, resolve: Resolve = (same) => same): Shape {
  const known = new WeakMap<OwnershipSchema, Shape>()
  const shape = (of: OwnershipSchema): Shape => {
    let found = known.get(of)
    if (found === undefined) known.set(of, (found = toShape(resolve(of), shape)))
    return found
  }
  return shape(schema)
}

function toShape(schema: OwnershipSchema, shape: (of: OwnershipSchema) => Shape): Shape {
  switch (schema.type) {
    case 'array':
      return listShape(schema, shape)
    case 'object':
      return mapShape(schema, shape)
    case undefined:
      // An int-or-string has no other type information.
      return schema['x-kubernetes-int-or-string'] || schema.oneOf ? scalars.any : unknownShape
    default:
      return scalarOf(schema)
  }
}

const scalars = {
  string: { type: 'scalar', holds: 'string' },
  numeric: { type: 'scalar', holds: 'numeric' },
  boolean: { type: 'scalar', holds: 'boolean' },
  any: { type: 'scalar', holds: 'any scalar' },
} as const satisfies Record<string, ScalarShape>

/** A string with a format may be another scalar in Go: a time, a quantity. */
function scalarOf({ type, format = '', ...schema }: OwnershipSchema): ScalarShape {
  if (schema['x-kubernetes-int-or-string']) return scalars.any
  if (type === 'string') return format === '' || format === 'byte' ? scalars.string : scalars.any
  return type === 'boolean' ? scalars.boolean : scalars.numeric
}

function listShape(schema: OwnershipSchema, shape: (of: OwnershipSchema) => Shape): ListShape {
  const relation = schema['x-kubernetes-list-type']
  return {
    type: 'list',
    relation: relation === 'set' || relation === 'map' ? relation : 'atomic',
    keys: [...(schema['x-kubernetes-list-map-keys'] ?? [])].sort(),
    get items() {
      return schema.items === undefined ? unknownShape : shape(schema.items)
    },
  }
}

const wholeShape: MapShape = {
  type: 'map',
  isAtomic: true,
  declared: () => undefined,
  others: unknownShape,
  defaultOf: () => undefined,
}

function mapShape(schema: OwnershipSchema, shape: (of: OwnershipSchema) => Shape): Shape {
  const { properties, additionalProperties } = schema
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true
  // An object schema without fields is atomic, or untyped if it preserves unknown fields.
  if (properties === undefined && additionalProperties === undefined) return isOpen ? unknownShape : wholeShape
  const known = new Map<string, Shape>()
  const map: MapShape = {
    type: 'map',
    isAtomic: schema['x-kubernetes-map-type'] === 'atomic',
    declared(name) {
      const before = known.get(name)
      if (before !== undefined || properties === undefined || !Object.hasOwn(properties, name)) return before
      const found = shape(properties[name]!)
      known.set(name, found)
      return found
    },
    get others() {
      if (typeof additionalProperties === 'object') return shape(additionalProperties)
      return isOpen || additionalProperties === true ? unknownShape : undefined
    },
    defaultOf: (name) => (Object.hasOwn(properties ?? {}, name) ? properties![name]!.default : undefined),
  }
  return map
}
