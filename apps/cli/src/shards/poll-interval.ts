/** The polling interval of `--watch`: it grows with the cost of a read, so that a large cluster is not read constantly. */
import { type Duration, toMs } from '@kubewright/core'

/** Reads take at most a fifth of the time. */
const restPerLook = 4

export function pollIntervalMs(tookMs: number, lookEvery: Duration): number {
  return Math.max(toMs(lookEvery), restPerLook * tookMs)
}
