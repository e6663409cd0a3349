/** Taints and tolerations. Pure. */
import type { Taint, Toleration } from '@kubewright/kubernetes/core/v1'

export function tolerates({ key, operator = 'Equal', value = '', effect }: Toleration, taint: Taint): boolean {
  if (effect !== undefined && effect !== taint.effect) return false
  if (key !== undefined && key !== taint.key) return false
  if (operator === 'Exists') return true
  const [theirs, ours] = [Number(taint.value), Number(value)]
  if (operator === 'Gt') return theirs > ours
  if (operator === 'Lt') return theirs < ours
  return value === (taint.value ?? '')
}

/** The first taint with one of the effects that the pod does not tolerate. */
export function untolerated(
  taints: readonly Taint[],
  tolerations: readonly Toleration[],
  effects: readonly Taint['effect'][],
): Taint | undefined {
  return taints.find((taint) => effects.includes(taint.effect) && !tolerations.some((one) => tolerates(one, taint)))
}

/**
 * When the taints of its node evict a pod, in milliseconds since the epoch: now if it does not tolerate one of them, later if it tolerates
 * them for a limited time; `undefined` if it may stay.
 */
export function evictionTime(
  taints: readonly Taint[],
  tolerations: readonly Toleration[],
  now: number,
): number | undefined {
  const driving = taints.filter(({ effect }) => effect === 'NoExecute')
  const times = driving.map((taint) => stayUntil(taint, tolerations, now))
  const soonest = Math.min(...times)
  return Number.isFinite(soonest) ? soonest : undefined
}

function stayUntil(taint: Taint, tolerations: readonly Toleration[], now: number): number {
  const matching = tolerations.filter((one) => tolerates(one, taint))
  if (matching.length === 0) return now
  const seconds = matching.flatMap(({ tolerationSeconds }) => tolerationSeconds ?? [])
  if (seconds.length === 0) return Number.POSITIVE_INFINITY
  const since = taint.timeAdded === undefined ? now : Date.parse(taint.timeAdded)
  return since + Math.max(0, Math.min(...seconds)) * 1_000
}
