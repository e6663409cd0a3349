/** How long to wait between two looks: a cluster with ever so many objects is not read all the time because somebody watches. */
import { type Duration, toMs } from '@kubewright/core'

/** Of the time that passes, at most a fifth goes into looks. */
const restPerLook = 4

export function pauseAfter(tookMs: number, lookEvery: Duration): number {
  return Math.max(toMs(lookEvery), restPerLook * tookMs)
}
