/**
 * The structural schema of a built-in kind, in the vocabulary of OpenAPI v3 and of custom resource definitions, so that
 * code written for one serves the other. Three things differ from what an API server publishes:
 *
 * - a reference is the short name of a definition, `core/v1.PodSpec`, and may have siblings (a default, a patch strategy);
 * - int-or-string and free-form values are marked the way custom resource definitions mark them;
 * - there are no descriptions.
 */

export interface Schema {
  /** The definition this stands for: `core/v1.PodSpec`. Siblings add to what the definition says. */
  readonly $ref?: string
  readonly type?: 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string'
  readonly format?: string
  readonly enum?: readonly string[]
  /** What a missing value means. `''`, `0`, `false` and `{}` say only that the field is never absent on the server's side. */
  readonly default?: unknown
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  /** How server-side apply owns the items. Absent means `atomic`. */
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'map' | 'set'
  readonly 'x-kubernetes-list-map-keys'?: readonly string[]
  /** How server-side apply owns the fields. Absent means `granular`. */
  readonly 'x-kubernetes-map-type'?: 'atomic' | 'granular'
  /** How strategic merge patch treats the field: `merge`, `retainKeys`, or both with a comma. Absent means replace. */
  readonly 'x-kubernetes-patch-strategy'?: string
  readonly 'x-kubernetes-patch-merge-key'?: string
  readonly 'x-kubernetes-int-or-string'?: true
  readonly 'x-kubernetes-preserve-unknown-fields'?: true
  readonly 'x-kubernetes-unions'?: readonly SchemaUnion[]
}

/** At most one of some fields is set; where there is a discriminator, its value names which. */
export interface SchemaUnion {
  readonly discriminator?: string
  readonly 'fields-to-discriminateBy': Readonly<Record<string, string>>
}

/** Schemas by short name: `core/v1.PodSpec`. */
export type Definitions = Readonly<Record<string, Schema>>
