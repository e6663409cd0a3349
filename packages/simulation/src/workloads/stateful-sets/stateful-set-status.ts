/** The status of a StatefulSet. Pure. */
import type { Pod, StatefulSet } from '@kubewright/kubernetes'
import type { StatefulSetStatus } from '@kubewright/kubernetes/apps/v1'
import { isAvailable, isGoing, isReady } from '../pod-state.ts'
import { orNothing } from '../write-status.ts'
import { revisionOfPod } from './stateful-pod.ts'
import type { Revisions } from './stateful-set-plan.ts'

export function statefulSetStatus(
  { metadata, spec, status }: StatefulSet,
  pods: readonly Pod[],
  { revisions, now }: { readonly revisions: Revisions; readonly now: number },
): StatefulSetStatus {
  const { replicas: wanted = 1, minReadySeconds = 0, updateStrategy } = spec
  const running = pods.filter((pod) => pod.status?.phase === 'Running' && isReady(pod))
  const there = pods.filter((pod) => !isGoing(pod))
  const of = (revision: string) => there.filter((pod) => revisionOfPod(pod) === revision).length
  const counted = { current: of(revisions.current), updated: of(revisions.update) }
  const numbers = [pods.length, running.length, counted.updated]
  // Once every pod has the update revision, it becomes the current one.
  const isUpdated = updateStrategy?.type !== 'OnDelete' && numbers.every((count) => count === wanted)
  return {
    observedGeneration: metadata.generation,
    replicas: pods.length,
    readyReplicas: orNothing(running.length),
    currentReplicas: orNothing(isUpdated ? counted.updated : counted.current),
    updatedReplicas: orNothing(counted.updated),
    availableReplicas: running.filter((pod) => isAvailable(pod, minReadySeconds, now)).length,
    currentRevision: isUpdated ? revisions.update : revisions.current,
    updateRevision: revisions.update,
    collisionCount: status?.collisionCount ?? 0,
  }
}
