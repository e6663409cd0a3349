/** The status of a DaemonSet. Pure. */
import type { DaemonSet } from '@kubewright/kubernetes'
import type { DaemonSetStatus } from '@kubewright/kubernetes/apps/v1'
import { isAvailable, isGoing, isReady } from '../pod-state.ts'
import { orNothing } from '../write-status.ts'
import { eligibility } from './daemon-pod.ts'
import { type DaemonSituation, isOf, podsByNode } from './daemon-set-plan.ts'

export function daemonSetStatus(set: DaemonSet, { nodes, pods, hash, now }: DaemonSituation): DaemonSetStatus {
  const byNode = podsByNode(pods.filter((pod) => !isGoing(pod)))
  const { minReadySeconds = 0 } = set.spec
  const judged = nodes.map((node) => {
    const [first] = byNode.get(node.metadata.name) ?? []
    return { pod: first, isWanted: eligibility(set, node).runs }
  })
  const wanted = judged.filter(({ isWanted }) => isWanted)
  const there = wanted.flatMap(({ pod }) => (pod === undefined ? [] : [pod]))
  const available = there.filter((pod) => isReady(pod) && isAvailable(pod, minReadySeconds, now)).length
  return {
    currentNumberScheduled: there.length,
    desiredNumberScheduled: wanted.length,
    numberMisscheduled: judged.filter(({ isWanted, pod }) => !isWanted && pod !== undefined).length,
    numberReady: there.filter(isReady).length,
    numberAvailable: orNothing(available),
    numberUnavailable: orNothing(wanted.length - available),
    updatedNumberScheduled: orNothing(there.filter((pod) => isOf(pod, hash)).length),
    observedGeneration: set.metadata.generation,
    collisionCount: set.status?.collisionCount,
  }
}
