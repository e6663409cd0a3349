/** Deduplicates server warnings. */
import { describeOperation, type Operation } from '../error/operation.ts'
import type { TransportResponse } from '../transport.ts'
import { type HeaderWarning, parseWarnings } from './warning-header.ts'

/** A warning of the API server, with the call that it came with. */
export interface ServerWarning extends HeaderWarning {
  /** The call it came with: `create deployments.apps default/web`. */
  readonly call: string
}

/** Bound on remembered texts; the oldest is dropped first, and may be reported again. */
const mostRemembered = 1_000

export class Warnings {
  readonly #pass: (warning: ServerWarning) => void
  readonly #seen = new Set<string>()

  constructor(pass: (warning: ServerWarning) => void) {
    this.#pass = pass
  }

  collect(headers: TransportResponse['headers'], operation: Operation): void {
    if (headers.warning === undefined) return
    for (const warning of parseWarnings(headers.warning)) {
      if (this.#seen.has(warning.text)) continue
      this.#remember(warning.text)
      this.#pass({ ...warning, call: describeOperation(operation) })
    }
  }

  #remember(text: string): void {
    this.#seen.add(text)
    const [oldest] = this.#seen
    if (this.#seen.size > mostRemembered && oldest !== undefined) this.#seen.delete(oldest)
  }
}
