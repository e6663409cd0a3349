/** A pattern of Go's as a tree, and as the JavaScript pattern that accepts the same texts. */

/** What holds between two characters. */
export type Assertion = 'start' | 'end' | 'line start' | 'line end' | 'word boundary' | 'no word boundary'

export type PatternNode =
  /** One character of a set, written as JavaScript does with the flag `u`: `a`, `\u{2d}`, `[0-9\p{L}]`. */
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

const word = '[0-9A-Za-z_]'

const assertions: Readonly<Record<Assertion, string>> = {
  start: '(?:^)',
  end: '(?:$)',
  'line start': '(?:(?<![^\\n]))',
  'line end': '(?:(?![^\\n]))',
  'word boundary': `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`,
  'no word boundary': `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`,
}

/** The pattern for JavaScript, to be used with the flag `u`. Run there it may backtrack for ever. */
export function toJavaScript(node: PatternNode): string {
  switch (node.kind) {
    case 'set':
      return node.source
    case 'assertion':
      return assertions[node.assertion]
    case 'sequence':
      return node.nodes.map(toJavaScript).join('')
    case 'choice':
      return `(?:${node.options.map(toJavaScript).join('|')})`
    case 'repeat':
      return `(?:${toJavaScript(node.node)})${countOf(node)}${node.isLazy ? '?' : ''}`
  }
}

function countOf({ least, most }: Repeat): string {
  if (most === Infinity) return `{${least},}`
  return `{${least},${most}}`
}
