/** The steps of a path. */

export type PathStep =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'everything' }
  | { readonly kind: 'descent' }
  | Slice
  | { readonly kind: 'union'; readonly paths: readonly (readonly PathStep[])[] }
  | Filter
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  | { readonly kind: 'word'; readonly name: string }

/** `[2]`, `[1:3]`, `[::2]`, `[-1]`. */
export interface Slice {
  readonly kind: 'slice'
  readonly start: number | undefined
  readonly end: number | undefined
  readonly step: number | undefined
  /** A single item, whose end follows from its start. */
  readonly isIndex: boolean
}

/** `[?(@.type=="Ready")]`, or `[?(@.type)]` for items that have the field. */
export interface Filter {
  readonly kind: 'filter'
  readonly left: readonly PathStep[]
  readonly operator: string
  readonly right: readonly PathStep[]
}

/** The path is invalid, or does not fit the value. */
export class JsonPathFailure extends Error {
  override readonly name = 'JsonPathFailure'
}
