/** Untyped objects from the server. Their contents are untrusted. */

export interface PlainObject {
  readonly apiVersion?: string
  readonly kind?: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly uid: string
    readonly resourceVersion?: string
    readonly creationTimestamp?: string
    readonly annotations?: Readonly<Record<string, string>>
    readonly managedFields?: readonly ManagedFields[]
    readonly [field: string]: unknown
  }
  readonly [field: string]: unknown
}

export interface ManagedFields {
  readonly manager?: string
  readonly operation?: string
  readonly subresource?: string
  readonly time?: string
  readonly fieldsV1?: unknown
}

export type PlainValue = Readonly<Record<string, unknown>>

export function isPlain(value: unknown): value is PlainValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Managed fields are half of an object and rarely of interest. */
export function withoutManagedFields({ metadata, ...rest }: PlainObject): PlainObject {
  const { managedFields: _, ...kept } = metadata
  return { ...rest, metadata: kept } as PlainObject
}

/** With fields in the conventional order. */
export function inUsualOrder({ apiVersion, kind, metadata, ...rest }: PlainObject): PlainObject {
  const { status, ...others } = rest
  return { apiVersion, kind, metadata, ...others, ...(status === undefined ? {} : { status }) } as PlainObject
}
