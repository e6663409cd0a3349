/** The owner of running code: whose clock it gets, and who receives its use of real APIs. */
import type { Finding } from '../trace/finding.ts'
import type { Actor } from '../world/actor.ts'

export interface CodeOwner {
  readonly actor: Actor
  /** Receives non-deterministic accesses. Absent for a scenario, an invariant or a fake, which may make them. */
  readonly report?: (found: Finding) => void
  /** Called when a virtual replacement was provided for a real one. */
  readonly onGiven?: () => void
}
