/**
 * The structural schema of a built-in kind, in the vocabulary of OpenAPI v3 and of custom resource definitions, so that
 * code written for one works for the other. Three things differ from the schemas that an API server publishes:
 *
 * - a reference is the short name of a definition, `core/v1.PodSpec`, and may have siblings (a default, a patch strategy);
 * - int-or-string and free-form values are marked the way custom resource definitions mark them;
 * - there are no descriptions.
 */

/** An OpenAPI schema of a built-in kind or of a part of one. */
export interface Schema {
  /** The referenced definition: `core/v1.PodSpec`. Siblings extend the definition. */
  readonly $ref?: string
  readonly type?: 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string'
  readonly format?: string
  readonly enum?: readonly string[]
  /** The value of an omitted field. `''`, `0`, `false` and `{}` only mean that the field is never absent on the server. */
  readonly default?: unknown
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  /** The ownership of items in server-side apply. Absent means `atomic`. */
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'map' | 'set'
  readonly 'x-kubernetes-list-map-keys'?: readonly string[]
  /** The ownership of fields in server-side apply. Absent means `granular`. */
  readonly 'x-kubernetes-map-type'?: 'atomic' | 'granular'
  /** The strategy of strategic merge patch: `merge`, `retainKeys`, or both with a comma. Absent means replace. */
  readonly 'x-kubernetes-patch-strategy'?: string
  readonly 'x-kubernetes-patch-merge-key'?: string
  readonly 'x-kubernetes-int-or-string'?: true
  readonly 'x-kubernetes-preserve-unknown-fields'?: true
  readonly 'x-kubernetes-unions'?: readonly SchemaUnion[]
}

/** At most one of these fields is set; the value of the discriminator, if there is one, names it. */
export interface SchemaUnion {
  readonly discriminator?: string
  readonly 'fields-to-discriminateBy': Readonly<Record<string, string>>
}

/** Schemas by short name: `core/v1.PodSpec`. */
export type Definitions = Readonly<Record<string, Schema>>
