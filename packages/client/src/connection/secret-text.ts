/**
 * A secret string. A `SecretText` prints as `[redacted]` wherever it ends up by accident: in a log line, in `JSON.stringify`, in
 * `util.inspect`, in a template string. Only `reveal` returns the text.
 * See decision 0044.
 *
 * @example
 * ```ts
 * const token = new SecretText('s3cr3t')
 * JSON.stringify({ token }) // => '{"token":"[redacted]"}'
 * token.reveal() // => 's3cr3t'
 * ```
 */
import { inspect } from 'node:util'

const shown = '[redacted]'

/** A secret string that prints as `[redacted]` in logs, JSON and templates; only `reveal` returns the text. */
export class SecretText {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** The text itself. Keep it short-lived: a revealed text is no longer protected. */
  reveal(): string {
    return this.#text
  }

  toString(): string {
    return shown
  }

  toJSON(): string {
    return shown
  }

  [inspect.custom](): string {
    return shown
  }
}

/** Accepted wherever a secret is expected. In a `ConnectionConfig` it is always a `SecretText`. */
export type Sensitive = string | SecretText

export function revealed(text: Sensitive): string {
  // Not `instanceof`: secrets of another copy of this package must work as well.
  return typeof text === 'string' ? text : text.reveal()
}

export function concealed(text: Sensitive): SecretText {
  return typeof text === 'string' ? new SecretText(text) : text
}
