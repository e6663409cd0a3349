/** Behavior that a built-in kind adds to the common one. One file per kind or family; some kinds have none. */
import type { ServedSubresource, Strategy, TableForm, Writing } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import type { Problems } from '../validation/problems.ts'

export interface KindBehavior {
  /** Sets defaults. Runs whenever an object is decoded; must be idempotent. */
  fill?(object: Draft): void
  /** Runs after the common preparation: clears or sets the fields that only the server may set. */
  prepareForCreate?(object: Draft, writing: Writing): void
  prepareForUpdate?(object: Draft, old: Draft, writing: Writing): void
  /** Runs after validation, before the object is stored. */
  finish?(object: Draft): void
  /** A promise if the validation code is loaded lazily. */
  validate?(object: Draft): Problems | Promise<Problems>
  /** All validation of an update. If absent, updates are validated like creates. */
  validateUpdate?(object: Draft, old: Draft): Problems | Promise<Problems>
  /** Rules for writes of the `status` subresource, on top of the common ones. */
  readonly status?: PartRules
  /** Further subresources that are views of the object, written under other rules. */
  readonly views?: Readonly<Record<string, PartRules & Pick<Strategy, 'resetFields'>>>
  /** Subresources with their own handler. */
  readonly handlers?: Readonly<Record<string, NonNullable<ServedSubresource['handle']>>>
  /** For kinds with a `scale` subresource. */
  readonly scale?: ScaleRules
  readonly warnings?: Strategy['warnings']
  readonly graceSeconds?: Strategy['graceSeconds']
  readonly dependentsWarning?: NonNullable<Strategy['dependentsWarning']>
  readonly deletion?: Strategy['deletion']
  /** The part of the object whose changes increment the generation. @default the spec */
  wanted?(object: Draft): unknown
  /** Besides `metadata.name` and `metadata.namespace`. */
  readonly selectableFields?: Readonly<Record<string, (object: Draft) => string>>
  readonly unknownFieldLabel?: (field: string) => string
  /** The cells of the kind's table, in the order of its columns. */
  readonly cells?: TableForm['cells']
  /** The order of rows in a table. @default by name */
  readonly order?: NonNullable<TableForm['order']>
  /** Sent as a warning with every response. */
  readonly deprecation?: string
  /** Handles a create: reviews are never stored. */
  readonly create?: ServedSubresource['handle']
}

/** Rules for writes of one part of an object; the rest stays as stored. */
export interface PartRules {
  /** Restores the fields that may not be written here. */
  prepareForUpdate?(object: Draft, old: Draft, writing: Writing): void
  validateUpdate?(object: Draft, old: Draft): Problems | Promise<Problems>
}

/** How a kind maps to a Scale. */
export interface ScaleRules {
  /** The selector of the counted pods, as text. */
  selectorText(object: Draft): string
}
