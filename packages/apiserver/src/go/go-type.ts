/**
 * The API's Go types, as far as they are observable: the order of fields, the fields that are omitted when empty, the names
 * in messages, and the protobuf field numbers.
 */

export type GoType = ScalarType | BytesType | ListType | MapType | StructType | SpecialType | UnionType

interface Named {
  /** As Go prints it: `int32`, `[]v1.Container`, `v1.RestartPolicy`. */
  readonly name: string
}

export interface ScalarType extends Named {
  readonly kind: 'string' | 'bool' | 'int32' | 'int64' | 'float64' | 'uint8'
}

/** `[]byte`: base64 in JSON. */
export interface BytesType extends Named {
  readonly kind: 'bytes'
}

export interface ListType extends Named {
  readonly kind: 'list'
  readonly item: GoType
  /** Whether it is a message of its own in protobuf, with the items as field 1. */
  readonly isMessage: boolean
}

/** Keys are strings, whatever their Go type is called. */
export interface MapType extends Named {
  readonly kind: 'map'
  readonly value: GoType
}

export interface StructType extends Named {
  readonly kind: 'struct'
  /** Without its package: `PodSpec`. */
  readonly localName: string
  /** Resolved lazily, because types may be recursive. */
  readonly members: Members
}

export interface Members {
  /** In serialization order, with the fields of inlined types in place. */
  readonly fields: readonly GoField[]
  readonly byName: ReadonlyMap<string, GoField>
  readonly byNumber: ReadonlyMap<number, GoField | Inlined>
}

/** Fields that belong to the struct in JSON, but to a nested message in protobuf. */
export interface Inlined {
  /** `VolumeSource` */
  readonly name: string
  readonly inlined: ReadonlyMap<number, GoField | Inlined>
}

export interface GoField {
  readonly name: string
  readonly type: GoType
  readonly isPointer: boolean
  /** Whether it is omitted when nil, false, 0 or empty. Structs never are, whatever their tags say. */
  readonly omitsEmpty: boolean
  /** The struct that has the field, also when the field comes from an inlined type. */
  readonly owner: StructType
  /** The inlined types it comes from, outermost first, as messages list them: `VolumeSource`. */
  readonly via: readonly string[]
}

/** Types with their own marshalling. `raw` is any JSON, verbatim. */
export interface SpecialType extends Named {
  readonly kind: 'time' | 'microTime' | 'quantity' | 'intOrString' | 'raw'
}

/** The schema of a custom resource, or a simpler alternative to one. */
export interface UnionType extends Named {
  readonly kind: 'schemaOrBool' | 'schemaOrList' | 'schemaOrStrings'
  readonly schema: StructType
}
