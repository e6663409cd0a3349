/** What a daemon set does next: one pod on each node that is to have one, and updates a few at a time. Pure. */
import { parseTime } from '@kubewright/core'
import type { DaemonSet, Node, Pod } from '@kubewright/kubernetes'
import { revisionHashLabel } from '../../names.ts'
import { resolveShare } from '../int-or-percent.ts'
import { isAvailable, isFinished, isGoing, isReady } from '../pod-state.ts'
import { eligibility, nodeOf } from './daemon-pod.ts'

export interface DaemonSetPlan {
  /** Nodes that get a pod. */
  readonly create: readonly string[]
  readonly remove: readonly Pod[]
}

export interface DaemonSituation {
  readonly nodes: readonly Node[]
  readonly pods: readonly Pod[]
  /** Of the present template. */
  readonly hash: string
  readonly now: number
}

/** The pods of a set by the node they are on, or meant for. */
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

/** Pods that ended, which makes room for new ones; and of several, all but the oldest, while no update runs. */
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
  // The old one may go once the new one serves.
  const { minReadySeconds = 0 } = set.spec
  const isServing = isAvailable(newest, minReadySeconds, now)
  const old = running.filter((pod) => pod !== newest)
  return [...ended, ...(isServing ? old : old.filter((pod) => !isReady(pod)))]
}

/** Pods of nodes that are gone, before they were bound. Those that were bound go with the node. */
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

/** Old pods that do not serve go at once; others as long as enough are left, or beside a new one where that is allowed. */
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
