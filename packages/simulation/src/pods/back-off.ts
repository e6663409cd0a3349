/** The restart back-off of a container: 0, 10 s, 20 s, … 5 min; reset after ten minutes of running. */
import { backOffMs } from '@kubewright/core/time'

const firstMs = 10_000
const longestMs = 300_000
/** A container that ran this long has recovered. */
const recoveredMs = 600_000

export function crashBackOffMs(crashes: number): number {
  return backOffMs(crashes - 1, firstMs, longestMs)
}

/** The number of exits in a row, including this one. */
export function crashesAfter(crashes: number, ranMs: number): number {
  return ranMs >= recoveredMs ? 1 : crashes + 1
}

/** The back-off after this many failed image pulls. */
export function pullBackOffMs(attempts: number): number {
  return backOffMs(Math.max(attempts, 1), firstMs, longestMs)
}
