/** Derives the state of a probe from its attempts. Pure. */
import type { Probe } from '@kubewright/kubernetes/core/v1'

export interface ProbeState {
  /** The current verdict; `undefined` until a threshold was reached. */
  readonly verdict: boolean | undefined
  /** The number of consecutive attempts with `lastResult`. */
  readonly streak: number
  readonly lastResult: boolean | undefined
}

export const unprobed: ProbeState = { verdict: undefined, streak: 0, lastResult: undefined }

/** The verdict changes after as many consecutive attempts as the probe's threshold. */
export function probed({ verdict, streak, lastResult }: ProbeState, result: boolean, probe: Probe): ProbeState {
  const run = lastResult === result ? streak + 1 : 1
  const threshold = result ? (probe.successThreshold ?? 1) : (probe.failureThreshold ?? 3)
  return { verdict: run >= threshold ? result : verdict, streak: run, lastResult: result }
}
