/** Monotonic time that goes on while the machine is suspended: that of Linux stands still, but servers close idle connections meanwhile. */
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
