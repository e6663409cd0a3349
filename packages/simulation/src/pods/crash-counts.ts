/** The number of exits in a row of each container: in-memory state that a kubelet loses in a restart. */
import type { Pod } from '@kubewright/kubernetes/core/v1'
import { crashesAfter } from './back-off.ts'
import type { ContainerObservation } from './container-observation.ts'
import { idPrefix } from './container-step.ts'

interface Count {
  readonly id: string
  readonly crashes: number
}

export class CrashCounts {
  /** By the uid of the pod and the name of the container. */
  readonly #counts = new Map<string, Map<string, Count>>()

  /** Counts each exit once. */
  note(pod: Pod, observations: ReadonlyMap<string, ContainerObservation>): ReadonlyMap<string, number> {
    const counts = this.#counts.get(pod.metadata.uid) ?? new Map<string, Count>()
    for (const [name, observation] of observations) {
      if (observation.is !== 'exited') continue
      const known = counts.get(name)
      if (known?.id === observation.id) continue
      const before = known?.crashes ?? restartsOf(pod, name, observation.id)
      counts.set(name, {
        id: observation.id,
        crashes: crashesAfter(before, observation.finishedAt - observation.startedAt),
      })
    }
    if (counts.size > 0) this.#counts.set(pod.metadata.uid, counts)
    return new Map([...counts].map(([name, { crashes }]) => [name, crashes]))
  }

  forget(uid: string): void {
    this.#counts.delete(uid)
  }
}

/** Without in-memory state, the count is estimated from the restart count. */
function restartsOf({ status }: Pod, name: string, id: string): number {
  const all = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])]
  const before = all.find((one) => one.name === name)
  if (before === undefined) return 0
  return before.containerID === `${idPrefix}${id}` ? before.restartCount : before.restartCount + 1
}
