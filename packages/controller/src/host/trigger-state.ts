/** The health of a trigger, as its host sees it. */

/** The health of a trigger: its last failure, and whether it has ever worked. */
export interface TriggerState {
  readonly name: string
  /** The last error; absent while it works, or has not failed yet. */
  readonly failure?: { readonly error: unknown; readonly failingMs: number }
  /** Whether it has ever worked. One that fails and has never worked is probably misconfigured. */
  readonly hasWorked: boolean
}
