/** Everything that happened in one run, in order. The same seed and plan give the same trace and hash. */
import { createHash } from 'node:crypto'

/** One entry in the trace of a run: a call, an event, a reconcile, a note or a step. */
export type TraceEntry =
  | {
      readonly type: 'call'
      readonly by: string
      readonly call: string
      /** Counted among the operator's calls with the same label; 0 for calls of other actors. */
      readonly nth: number
      /** The count of a call that is not otherwise counted but can be faulted: a write of an Event or a Lease. */
      readonly aside?: number
      /** Whether the call may change something. */
      readonly writes: boolean
      readonly sent?: string
      /** The response of the server or external service, if it was reached. */
      readonly status?: number | string
      readonly answer?: string
      /** Whether the call changed something. */
      readonly changed: boolean
      /** The outcome for the caller, if it differs from the response. */
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
      /** The reason of its start, or its result. */
      readonly what: string
    }
  | { readonly type: 'note'; readonly text: string }
  /** The user takes a step, or the cluster is idle after it. */
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
