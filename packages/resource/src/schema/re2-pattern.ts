/** The syntax tree of a Go pattern. */

/** A zero-width assertion. */
export type Assertion = 'start' | 'end' | 'line start' | 'line end' | 'word boundary' | 'no word boundary'

export type PatternNode =
  /** One character of a set, in JavaScript notation with the flag `u`: `a`, `\u{2d}`, `[0-9\p{L}]`. */
  | { readonly kind: 'set'; readonly source: string }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly nodes: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | Repeat

export interface Repeat {
  readonly kind: 'repeat'
  readonly node: PatternNode
  readonly least: number
  readonly most: number
  readonly isLazy: boolean
  /** Written with braces; Go limits only those. */
  readonly isCounted: boolean
}

/** Whether it can match the empty string. */
export function matchesNothing(node: PatternNode): boolean {
  switch (node.kind) {
    case 'set':
      return false
    case 'assertion':
      return true
    case 'sequence':
      return node.nodes.every(matchesNothing)
    case 'choice':
      return node.options.some(matchesNothing)
    case 'repeat':
      return node.least === 0 || matchesNothing(node.node)
  }
}
