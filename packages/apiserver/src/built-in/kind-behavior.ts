/** What a built-in kind does beside what all of them do. One file a kind or a family; most have none. */
import type { ServedSubresource, Strategy, TableForm } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import type { FieldError } from '../status/field-error.ts'

export interface KindBehavior {
  /** Fills what is left out. Runs whenever an object is decoded; must leave a filled object as it is. */
  fill?(object: Draft): void
  /** After what all kinds do: clears or sets what only the server may. */
  prepareForCreate?(object: Draft): void
  prepareForUpdate?(object: Draft, old: Draft): void
  validate?(object: Draft): readonly FieldError[]
  /** What an update may not change. `validate` runs too. */
  validateUpdate?(object: Draft, old: Draft): readonly FieldError[]
  validateStatusUpdate?(object: Draft, old: Draft): readonly FieldError[]
  warnings?: Strategy['warnings']
  graceSeconds?: Strategy['graceSeconds']
  /** Top-level fields that count as what is wanted, for generations. @default ['spec'] */
  readonly wantedFields?: readonly string[]
  /** Besides `metadata.name` and `metadata.namespace`. */
  readonly selectableFields?: Readonly<Record<string, (object: Draft) => string>>
  readonly unknownFieldLabel?: (field: string) => string
  readonly table?: TableForm
  /** Replaces or adds to the subresources that need more than a view of the object. */
  readonly subresources?: Readonly<Record<string, Pick<ServedSubresource, 'view' | 'handle'>>>
  /** Answers a create itself: reviews are never stored. */
  readonly create?: ServedSubresource['handle']
}
