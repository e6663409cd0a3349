/**
 * The types of the API as Go knows them, as far as they show: in which order fields are written, which are left out when
 * they are empty, how messages call them, and their numbers in protobuf.
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
  /** A message of its own in protobuf, with the items as field 1. */
  readonly isMessage: boolean
}

/** With keys that are text, whatever they are called. */
export interface MapType extends Named {
  readonly kind: 'map'
  readonly value: GoType
}

export interface StructType extends Named {
  readonly kind: 'struct'
  /** Without its package: `PodSpec`. */
  readonly localName: string
  /** Worked out when first asked for, as types may contain themselves. */
  readonly members: Members
}

export interface Members {
  /** In the order in which they are written. Those of inlined types stand among the others. */
  readonly fields: readonly GoField[]
  readonly byName: ReadonlyMap<string, GoField>
  readonly byNumber: ReadonlyMap<number, GoField | Inlined>
}

/** Fields that are the struct's own in JSON and a message below it in protobuf. */
export interface Inlined {
  /** `VolumeSource` */
  readonly name: string
  readonly inlined: ReadonlyMap<number, GoField | Inlined>
}

export interface GoField {
  readonly name: string
  readonly type: GoType
  readonly isPointer: boolean
  /** Whether it is left out when it is nil, false, 0 or empty. Structs never are, whatever their tags ask for. */
  readonly omitsEmpty: boolean
  /** The struct it is a field of, even if it comes from a type inlined there. */
  readonly owner: StructType
  /** The inlined types it comes from, outermost first, as messages list them: `VolumeSource`. */
  readonly via: readonly string[]
}

/** Types that read and write themselves. `raw` is any JSON, as it came. */
export interface SpecialType extends Named {
  readonly kind: 'time' | 'microTime' | 'quantity' | 'intOrString' | 'raw'
}

/** A schema of a custom resource, or something simpler in its place. */
export interface UnionType extends Named {
  readonly kind: 'schemaOrBool' | 'schemaOrList' | 'schemaOrStrings'
  readonly schema: StructType
}
