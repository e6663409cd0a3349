/** What a probe makes of its attempts. Pure. */
import type { Probe } from '@kubewright/kubernetes/core/v1'

export interface ProbeState {
  /** What it says now; `undefined` until it has said anything. */
  readonly verdict: boolean | undefined
  /** How many attempts in a row had the other result than `verdict`, or any if there is none. */
  readonly streak: number
  readonly lastResult: boolean | undefined
}

export const unprobed: ProbeState = { verdict: undefined, streak: 0, lastResult: undefined }

/** A verdict changes when as many attempts in a row say so as the probe asks for. */
export function probed({ verdict, streak, lastResult }: ProbeState, result: boolean, probe: Probe): ProbeState {
  const run = lastResult === result ? streak + 1 : 1
  const threshold = result ? (probe.successThreshold ?? 1) : (probe.failureThreshold ?? 3)
  return { verdict: run >= threshold ? result : verdict, streak: run, lastResult: result }
}
