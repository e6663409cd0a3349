/** Escapes control characters in untrusted text: those that move a cursor or reorder a line. Pure. */

/** C0, DEL, C1, line separators, and the controls of bidirectional text. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Options of `escapeControls`. */
export interface EscapeControlsOptions {
  /** Leaves line feeds and tabs as they are, for text of several lines. @default false */
  readonly keepsLines?: boolean
}

/**
 * The text with every control character escaped as in JSON, so that JSON stays equivalent. The result can neither move the cursor of a
 * terminal nor colour or reorder the text beside it.
 *
 * @example
 * ```ts
 * escapeControls('done\u001b[2J\nall good') // => 'done\\u001b[2J\\nall good'
 * ```
 */
export function escapeControls(text: string, { keepsLines = false }: EscapeControlsOptions = {}): string {
  return text.replaceAll(controls, (one) => {
    if (keepsLines && (one === '\n' || one === '\t')) return one
    return short[one] ?? `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
