/** CEL types, and their notation in the API server's messages. */

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

export const dynType = simple('dyn')
export const errorType = simple('error', '!error!')
export const nullType = simple('null', 'null_type')
export const boolType = simple('bool')
export const intType = simple('int')
export const uintType = simple('uint')
export const doubleType = simple('double')
export const stringType = simple('string')
export const bytesType = simple('bytes')
export const durationType = simple('duration', 'google.protobuf.Duration')
export const timestampType = simple('timestamp', 'google.protobuf.Timestamp')

export function listType(item: CelType): CelType {
  return { kind: 'list', name: 'list', parameters: [item] }
}

export function mapType(key: CelType, value: CelType): CelType {
  return { kind: 'map', name: 'map', parameters: [key, value] }
}

export function typeType(of?: CelType): CelType {
  return { kind: 'type', name: 'type', parameters: of === undefined ? [] : [of] }
}

export function optionalType(of: CelType): CelType {
  return opaqueType('optional_type', of)
}

export function opaqueType(name: string, ...parameters: readonly CelType[]): CelType {
  return { kind: 'opaque', name, parameters }
}

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
