/** The next actions of a DaemonSet: one pod on each eligible node, and rolling updates. Pure. */
import { parseTime } from '@kubewright/core/time'
import type { DaemonSet, Node, Pod } from '@kubewright/kubernetes'
import { revisionHashLabel } from '../../names.ts'
import { resolveShare } from '../int-or-percent.ts'
import { isAvailable, isFinished, isGoing, isReady } from '../pod-state.ts'
import { eligibility, nodeOf } from './daemon-pod.ts'

export interface DaemonSetPlan {
  /** Nodes that need a pod. */
  readonly create: readonly string[]
  readonly remove: readonly Pod[]
}

export interface DaemonSituation {
  readonly nodes: readonly Node[]
  readonly pods: readonly Pod[]
  /** The hash of the current template. */
  readonly hash: string
  readonly now: number
}

/** The pods of a set by the node they are bound or pinned to. */
export function podsByNode(pods: readonly Pod[]): ReadonlyMap<string, readonly Pod[]> {
  const byNode = new Map<string, Pod[]>()
  for (const pod of pods) {
    const node = nodeOf(pod)
    if (node !== undefined) byNode.set(node, [...(byNode.get(node) ?? []), pod])
  }
  return byNode
}

export function planDaemonSet(set: DaemonSet, situation: DaemonSituation): DaemonSetPlan {
  const placing = planPlaces(set, situation)
  const isBusy = placing.create.length + placing.remove.length > 0
  return isBusy ? placing : planUpdate(set, situation)
}

function planPlaces(set: DaemonSet, { nodes, pods, hash, now }: DaemonSituation): DaemonSetPlan {
  const byNode = podsByNode(pods)
  const create: string[] = []
  const remove: Pod[] = []
  for (const node of nodes) {
    const { runs, stays } = eligibility(set, node)
    const there = byNode.get(node.metadata.name) ?? []
    if (runs && there.length === 0) create.push(node.metadata.name)
    if (!stays) remove.push(...there.filter((pod) => !isGoing(pod)))
    else remove.push(...superfluous(set, there, { hash, now }))
  }
  return { create, remove: [...remove, ...strays(nodes, pods)] }
}

/** Finished pods, which are replaced; and all but the oldest of several running pods, unless a surge is in progress. */
function superfluous(
  set: DaemonSet,
  there: readonly Pod[],
  { hash, now }: { hash: string; now: number },
): readonly Pod[] {
  const present = there.filter((pod) => !isGoing(pod))
  const ended = present.filter(isFinished)
  const running = present.filter((pod) => !isFinished(pod)).sort(byAge)
  if (running.length <= 1) return ended
  const [newest] = running.filter((pod) => isOf(pod, hash))
  const isSurging = surgeOf(set, 1) > 0 && newest !== undefined && running.some((pod) => !isOf(pod, hash))
  if (!isSurging) return [...ended, ...running.slice(1)]
  // The old pod can be deleted once the new one is available.
  const { minReadySeconds = 0 } = set.spec
  const isServing = isAvailable(newest, minReadySeconds, now)
  const old = running.filter((pod) => pod !== newest)
  return [...ended, ...(isServing ? old : old.filter((pod) => !isReady(pod)))]
}

/** Unbound pods of nodes that are gone. Bound pods are deleted with their node. */
function strays(nodes: readonly Node[], pods: readonly Pod[]): readonly Pod[] {
  const names = new Set(nodes.map(({ metadata }) => metadata.name))
  return pods.filter((pod) => !isGoing(pod) && !pod.spec.nodeName && !names.has(nodeOf(pod) ?? ''))
}

function byAge(one: Pod, two: Pod): number {
  const apart = parseTime(one.metadata.creationTimestamp) - parseTime(two.metadata.creationTimestamp)
  return apart !== 0 ? apart : one.metadata.name < two.metadata.name ? -1 : 1
}

export function isOf({ metadata }: Pod, hash: string): boolean {
  return metadata.labels?.[revisionHashLabel] === hash
}

function surgeOf({ spec }: DaemonSet, desired: number): number {
  return resolveShare(spec.updateStrategy?.rollingUpdate?.maxSurge ?? 0, desired, 'up')
}

/** Old pods that are unavailable are deleted at once; others within `maxUnavailable`, or after a surge pod is available. */
function planUpdate(set: DaemonSet, { nodes, pods, hash, now }: DaemonSituation): DaemonSetPlan {
  const { updateStrategy, minReadySeconds = 0 } = set.spec
  if (updateStrategy?.type === 'OnDelete') return { create: [], remove: [] }
  const wanted = nodes.filter((node) => eligibility(set, node).runs).map(({ metadata }) => metadata.name)
  const byNode = podsByNode(pods)
  const surge = surgeOf(set, wanted.length)
  const serves = (pod: Pod) => !isGoing(pod) && isAvailable(pod, minReadySeconds, now)
  const missing = wanted.filter((node) => !(byNode.get(node) ?? []).some(serves)).length
  const stale = wanted.flatMap((node) => (byNode.get(node) ?? []).filter((pod) => !isGoing(pod) && !isOf(pod, hash)))
  if (surge > 0) {
    const surging = wanted.filter((node) => (byNode.get(node) ?? []).filter((pod) => !isGoing(pod)).length > 1).length
    return {
      create: stale
        .map((pod) => nodeOf(pod)!)
        .filter((node) => byNode.get(node)!.length === 1)
        .slice(0, Math.max(0, surge - surging)),
      remove: [],
    }
  }
  const allowed = Math.max(1, resolveShare(updateStrategy?.rollingUpdate?.maxUnavailable ?? 1, wanted.length, 'up'))
  const idle = stale.filter((pod) => !serves(pod))
  const busy = stale.filter(serves).slice(0, Math.max(0, allowed - missing))
  return { create: [], remove: [...idle, ...busy] }
}
