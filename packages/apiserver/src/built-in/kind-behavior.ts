/** What a built-in kind does beside what all of them do. One file a kind or a family; some have none. */
import type { ServedSubresource, Strategy, TableForm, Writing } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import type { Problems } from './check/problems.ts'

export interface KindBehavior {
  /** Fills what is left out. Runs whenever an object is decoded; must leave a filled object as it is. */
  fill?(object: Draft): void
  /** After what all kinds do: clears or sets what only the server may. */
  prepareForCreate?(object: Draft, writing: Writing): void
  prepareForUpdate?(object: Draft, old: Draft, writing: Writing): void
  /** After everything was checked: what shows once the object is stored. */
  finish?(object: Draft): void
  /** A promise where the check itself is loaded with the first object it looks at. */
  validate?(object: Draft): Problems | Promise<Problems>
  /** Everything that is wrong with an update. Without it, an update is checked like a creation. */
  validateUpdate?(object: Draft, old: Draft): Problems | Promise<Problems>
  /** How the `status` subresource is written, beside what all of them do. */
  readonly status?: PartRules
  /** Further subresources that are the object itself, written under other rules. */
  readonly views?: Readonly<Record<string, PartRules & Pick<Strategy, 'resetFields'>>>
  /** Subresources that answer for themselves. */
  readonly handlers?: Readonly<Record<string, NonNullable<ServedSubresource['handle']>>>
  /** How many of something the kind keeps, for kinds with a `scale` subresource. */
  readonly scale?: ScaleRules
  readonly warnings?: Strategy['warnings']
  readonly graceSeconds?: Strategy['graceSeconds']
  readonly dependentsWarning?: NonNullable<Strategy['dependentsWarning']>
  readonly deletion?: Strategy['deletion']
  /** What a change of counts as a new generation. @default the spec */
  wanted?(object: Draft): unknown
  /** Besides `metadata.name` and `metadata.namespace`. */
  readonly selectableFields?: Readonly<Record<string, (object: Draft) => string>>
  readonly unknownFieldLabel?: (field: string) => string
  /** The cells of the kind's table, in the order of its columns. */
  readonly cells?: TableForm['cells']
  /** In which order a table shows many. @default by name */
  readonly order?: NonNullable<TableForm['order']>
  /** Shown with every answer. */
  readonly deprecation?: string
  /** Answers a create itself: reviews are never stored. */
  readonly create?: ServedSubresource['handle']
}

/** How a part of an object is written while the rest stays as it is. */
export interface PartRules {
  /** Puts back what may not be written here. */
  prepareForUpdate?(object: Draft, old: Draft, writing: Writing): void
  validateUpdate?(object: Draft, old: Draft): Problems | Promise<Problems>
}

/** Where a kind keeps what a Scale shows. */
export interface ScaleRules {
  /** Of the pods that are counted, as text. */
  selectorText(object: Draft): string
}
