/**
 * Monotonic time that goes on while the machine is suspended. The monotonic clock of Linux stands still then, but servers close idle
 * connections.
 */
import type { Clock } from '@kubewright/core'

/** The two clocks of a machine drift apart by less between two readings. */
const shortestSuspensionMs = 1_000

/** A wall clock that was set forward looks the same, and costs idle connections only. */
export function timeWithSuspensions(clock: Clock): () => number {
  let leadMs = clock.now() - clock.elapsed()
  let suspendedMs = 0
  return () => {
    const elapsedMs = clock.elapsed()
    const gainMs = clock.now() - elapsedMs - leadMs
    if (gainMs >= shortestSuspensionMs) suspendedMs += gainMs
    leadMs += gainMs
    return elapsedMs + suspendedMs
  }
}
