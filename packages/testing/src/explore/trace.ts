/** Everything that happened in one run, in order. The same seed and plan give the same trace, and the same hash. */
import { createHash } from 'node:crypto'

export type TraceEntry =
  | {
      readonly type: 'call'
      readonly by: string
      readonly call: string
      /** Counted among the operator's calls of the same name; 0 for others. */
      readonly nth: number
      /** The same of a call that nobody counts and faults strike: a write of an Event, or of a Lease. */
      readonly aside?: number
      /** Whether it may change something. */
      readonly writes: boolean
      readonly sent?: string
      /** What the server, or the thing outside, answered; if it was asked. */
      readonly status?: number | string
      readonly answer?: string
      /** Whether something was different afterwards. */
      readonly changed: boolean
      /** What the caller got to see, if that was not the answer. */
      readonly fate?: string
    }
  | {
      readonly type: 'event'
      readonly by: string
      readonly kind: string
      readonly nth: number
      readonly change: string
      readonly object: string
    }
  | {
      readonly type: 'reconcile'
      readonly by: string
      readonly controller: string
      readonly object: string
      readonly phase: 'begins' | 'ends'
      /** Why it began, or how it ended. */
      readonly what: string
    }
  | { readonly type: 'note'; readonly text: string }
  /** The user takes a step, or all is quiet after it. */
  | { readonly type: 'step'; readonly step: number; readonly text: string }
  | { readonly type: 'quiet'; readonly step: number }
  /** The user lets time pass. */
  | { readonly type: 'wait'; readonly ms: number }

export class Trace {
  readonly #entries: TraceEntry[] = []

  get entries(): readonly TraceEntry[] {
    return this.#entries
  }

  add(entry: TraceEntry): void {
    this.#entries.push(entry)
  }

  note(text: string): void {
    this.add({ type: 'note', text })
  }

  hash(): string {
    const hash = createHash('sha256')
    for (const entry of this.#entries) hash.update(JSON.stringify(entry)).update('\n')
    return hash.digest('hex').slice(0, 16)
  }
}
