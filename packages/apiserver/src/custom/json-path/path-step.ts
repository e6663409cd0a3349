/** What a path is made of. */

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
  /** One item only, so that the end follows from the start. */
  readonly isIndex: boolean
}

/** `[?(@.type=="Ready")]`, or `[?(@.type)]` for items that have one. */
export interface Filter {
  readonly kind: 'filter'
  readonly left: readonly PathStep[]
  readonly operator: string
  readonly right: readonly PathStep[]
}

/** The path is none, or does not fit. */
export class JsonPathFailure extends Error {
  override readonly name = 'JsonPathFailure'
}
