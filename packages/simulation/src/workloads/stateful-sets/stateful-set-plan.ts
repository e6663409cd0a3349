/**
 * The next actions of a StatefulSet. Pure.
 *
 * Guarantees, unless the pod management policy is `Parallel`: one pod at a time; none is created before all with lower ordinals are ready
 * and available, none is removed before all with higher ordinals are gone.
 */
import type { Pod, StatefulSet } from '@kubewright/kubernetes'
import { resolveShare } from '../int-or-percent.ts'
import { isAvailable, isFinished, isGoing, isReady } from '../pod-state.ts'
import { ordinalOf, wantedOrdinals } from './ordinals.ts'
import { revisionOfPod } from './stateful-pod.ts'

export interface Revisions {
  readonly current: string
  readonly update: string
}

export interface StatefulSetPlan {
  readonly create: readonly { readonly ordinal: number; readonly revision: string }[]
  readonly remove: readonly Pod[]
  /** The removed pods that are not replaced: their claims may be deleted with them. */
  readonly condemned: readonly Pod[]
}

const nothing: StatefulSetPlan = { create: [], remove: [], condemned: [] }

interface Situation {
  readonly set: StatefulSet
  readonly revisions: Revisions
  readonly now: number
  readonly isOrdered: boolean
  readonly at: (ordinal: number) => Pod | undefined
}

export function planStatefulSet(
  set: StatefulSet,
  pods: readonly Pod[],
  { revisions, now }: { readonly revisions: Revisions; readonly now: number },
): StatefulSetPlan {
  if (isGoing(set)) return nothing
  const isOrdered = set.spec.podManagementPolicy !== 'Parallel'
  const byOrdinal = new Map(pods.map((pod) => [ordinalOf(pod, set), pod]))
  const at = (ordinal: number) => byOrdinal.get(ordinal)
  const situation = { set, revisions, now, isOrdered, at }
  const filling = planFilling(situation)
  if (isOrdered && (isSomething(filling.plan) || filling.waits)) return filling.plan
  const shrinking = planShrinking(situation, pods)
  if (isOrdered && (isSomething(shrinking.plan) || shrinking.waits)) return shrinking.plan
  const steps = [filling.plan, shrinking.plan]
  const isBusy = steps.some(isSomething)
  return joined(isBusy ? steps : [planUpdate(situation)])
}

interface Step {
  readonly plan: StatefulSetPlan
  /** Whether everything else has to wait. */
  readonly waits: boolean
}

function isSomething({ create, remove }: StatefulSetPlan): boolean {
  return create.length + remove.length > 0
}

function joined(plans: readonly StatefulSetPlan[]): StatefulSetPlan {
  return {
    create: plans.flatMap(({ create }) => create),
    remove: plans.flatMap(({ remove }) => remove),
    condemned: plans.flatMap(({ condemned }) => condemned),
  }
}

/** Creates a pod for every ordinal, in order. Finished pods are removed and recreated under the same name. */
function planFilling(situation: Situation): Step {
  const { set, isOrdered, at } = situation
  const create: { ordinal: number; revision: string }[] = []
  const remove: Pod[] = []
  for (const ordinal of wantedOrdinals(set)) {
    const pod = at(ordinal)
    if (pod === undefined) create.push({ ordinal, revision: revisionFor(situation, ordinal) })
    else if (isFinished(pod) && !isGoing(pod)) remove.push(pod)
    else if (isOrdered && !isHealthy(situation, pod)) return { plan: { ...nothing, create, remove }, waits: true }
    if (isOrdered && create.length + remove.length > 0) break
  }
  return { plan: { ...nothing, create, remove }, waits: false }
}

/** Pods below the partition, or not updated yet, are recreated from the current revision. */
function revisionFor({ set, revisions }: Situation, ordinal: number): string {
  const { updateStrategy, ordinals } = set.spec
  if (updateStrategy?.type === 'OnDelete') return revisions.update
  const start = ordinals?.start ?? 0
  const { partition } = updateStrategy?.rollingUpdate ?? {}
  const kept = partition ?? set.status?.currentReplicas ?? 0
  return ordinal < start + kept ? revisions.current : revisions.update
}

/** The highest ordinal is removed first. */
function planShrinking(situation: Situation, pods: readonly Pod[]): Step {
  const { set, isOrdered, at } = situation
  const wanted = new Set(wantedOrdinals(set))
  const condemned = pods
    .filter((pod) => !wanted.has(ordinalOf(pod, set)!))
    .sort((one, two) => ordinalOf(two, set)! - ordinalOf(one, set)!)
  if (!isOrdered) {
    const remove = condemned.filter((pod) => !isGoing(pod))
    return { plan: { ...nothing, remove, condemned: remove }, waits: false }
  }
  const [first] = condemned
  if (first === undefined) return { plan: nothing, waits: false }
  if (isGoing(first)) return { plan: nothing, waits: true }
  const lower = [...wanted].map(at).concat(condemned.slice(1))
  // An unhealthy pod can be removed at once; a healthy one waits until the others are healthy.
  const isBlocked = isHealthy(situation, first) && lower.some((pod) => pod !== undefined && !isHealthy(situation, pod))
  if (isBlocked) return { plan: nothing, waits: true }
  return { plan: { ...nothing, remove: [first], condemned: [first] }, waits: true }
}

/** From the highest ordinal down to the partition, within `maxUnavailable`. */
function planUpdate(situation: Situation): StatefulSetPlan {
  const { set, revisions, at } = situation
  const { replicas = 1, updateStrategy, ordinals } = set.spec
  if (updateStrategy?.type === 'OnDelete') return nothing
  const { partition = 0, maxUnavailable } = updateStrategy?.rollingUpdate ?? {}
  const allowed = Math.max(1, resolveShare(maxUnavailable ?? 1, replicas, 'up'))
  const places = wantedOrdinals(set).filter((ordinal) => ordinal >= (ordinals?.start ?? 0) + partition)
  const remove: Pod[] = []
  let missing = 0
  for (const ordinal of places.toReversed()) {
    if (missing >= allowed) break
    const pod = at(ordinal)
    const isStale = pod !== undefined && revisionOfPod(pod) !== revisions.update && !isGoing(pod)
    if (isStale) remove.push(pod)
    if (isStale || pod === undefined || !isHealthy(situation, pod)) missing++
  }
  return { ...nothing, remove }
}

function isHealthy({ set, now }: Situation, pod: Pod): boolean {
  const isRunning = pod.status?.phase === 'Running' && isReady(pod) && !isGoing(pod)
  return isRunning && isAvailable(pod, set.spec.minReadySeconds ?? 0, now)
}
