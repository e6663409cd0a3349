/** CEL types, and their notation in the API server's messages. */

/** The kinds of types. */
export type CelKind =
  | 'dyn'
  | 'error'
  | 'null'
  | 'bool'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'duration'
  | 'timestamp'
  | 'list'
  | 'map'
  | 'type'
  | 'opaque'
  | 'struct'
  | 'parameter'

/** A type of the type checker. */
export interface CelType {
  readonly kind: CelKind
  readonly name: string
  readonly parameters: readonly CelType[]
  /** The fields of a struct; `undefined` for structs without visible fields. */
  readonly fields?: FieldLookup
}

/** The type of a field, or `undefined` if there is none. A function, because struct types may be recursive. */
export type FieldLookup = (field: string) => CelType | undefined

function simple(kind: CelKind, name: string = kind): CelType {
  return { kind, name, parameters: [] }
}

/** Any type; checked when the expression is evaluated. */
export const dynType = simple('dyn')
/** The type of an expression with an error. */
export const errorType = simple('error', '!error!')
/** The type of `null`. */
export const nullType = simple('null', 'null_type')
/** `true` or `false`. */
export const boolType = simple('bool')
/** 64-bit signed integers. */
export const intType = simple('int')
/** 64-bit unsigned integers. */
export const uintType = simple('uint')
/** 64-bit floating-point numbers. */
export const doubleType = simple('double')
/** Text. */
export const stringType = simple('string')
/** Bytes. */
export const bytesType = simple('bytes')
/** Durations. */
export const durationType = simple('duration', 'google.protobuf.Duration')
/** Points in time. */
export const timestampType = simple('timestamp', 'google.protobuf.Timestamp')

/** A list with items of one type. */
export function listType(item: CelType): CelType {
  return { kind: 'list', name: 'list', parameters: [item] }
}

/** A map with keys of one type and values of one type. */
export function mapType(key: CelType, value: CelType): CelType {
  return { kind: 'map', name: 'map', parameters: [key, value] }
}

export function typeType(of?: CelType): CelType {
  return { kind: 'type', name: 'type', parameters: of === undefined ? [] : [of] }
}

/** A value that may be missing. */
export function optionalType(of: CelType): CelType {
  return opaqueType('optional_type', of)
}

export function opaqueType(name: string, ...parameters: readonly CelType[]): CelType {
  return { kind: 'opaque', name, parameters }
}

/** An object with known fields. Without `fields` it has none that an expression can read. */
export function structType(name: string, fields?: FieldLookup): CelType {
  return { kind: 'struct', name, parameters: [], ...(fields && { fields }) }
}

export function parameterType(name: string): CelType {
  return simple('parameter', name)
}

/** The type of an optional's value; `undefined` for other types. */
export function optionalContent(type: CelType): CelType | undefined {
  return type.kind === 'opaque' && type.name === 'optional_type' ? type.parameters[0] : undefined
}

/** Whether two types are equal, parameters included. */
export function isSameType(left: CelType, right: CelType): boolean {
  if (left === right) return true
  return (
    left.kind === right.kind &&
    left.name === right.name &&
    left.parameters.length === right.parameters.length &&
    left.parameters.every((parameter, index) => isSameType(parameter, right.parameters[index]!))
  )
}

/** The notation of compile errors: `list(string)`. */
export function formatType({ kind, name, parameters }: CelType): string {
  if (kind === 'duration' || kind === 'timestamp' || kind === 'null') return kind
  return parameters.length === 0 ? name : `${name}(${parameters.map(formatType).join(', ')})`
}

/** `(int, string)`, or `list(int).(string)` for a method. */
export function formatSignature(types: readonly CelType[], isMember: boolean): string {
  const shown = types.map(formatType)
  return isMember ? `${shown[0]}.(${shown.slice(1).join(', ')})` : `(${shown.join(', ')})`
}
