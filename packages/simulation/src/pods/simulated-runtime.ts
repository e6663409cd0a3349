/** A runtime of simulated containers. State that is lost in a restart is restored from the status of the pods. */
import type { Clock } from '@kubewright/core'
import type { Ids } from '@kubewright/core/random'
import { parseTime } from '@kubewright/core/time'
import type { Container, Pod } from '@kubewright/kubernetes/core/v1'
import { behaviourOf, type PodOptions } from './behaviour.ts'
import type { ContainerObservation } from './container-observation.ts'
import { idPrefix } from './container-step.ts'
import type { PodRuntime } from './pod-runtime.ts'
import { type SimulatedRun, seeSimulated } from './simulated-run.ts'

export class SimulatedRuntime implements PodRuntime {
  readonly #tools: { readonly clock: Clock; readonly ids: Ids }
  readonly #options: PodOptions
  /** By the uid of the pod and the name of the container. */
  readonly #runs = new Map<string, Map<string, SimulatedRun>>()

  constructor(tools: { readonly clock: Clock; readonly ids: Ids }, options: PodOptions) {
    this.#tools = tools
    this.#options = options
  }

  look(pod: Pod, container: Container): ContainerObservation {
    const run = this.#runOf(pod, container)
    if (run === undefined) return { is: 'absent' }
    const behaviour = behaviourOf(pod, container, this.#options)
    const observation = seeSimulated(run, container, behaviour, this.#tools.clock.now())
    if (observation.is === 'exited') this.#keep(pod, container, { ...run, exit: observation })
    return observation
  }

  start(pod: Pod, container: Container): void {
    const { clock, ids } = this.#tools
    const behaviour = behaviourOf(pod, container, this.#options)
    const now = clock.now()
    const id = ids.uuid().replaceAll('-', '')
    if (behaviour.does === 'image-missing') {
      const attempts = (this.#runOf(pod, container)?.pullFailure?.attempts ?? 0) + 1
      return this.#keep(pod, container, { id, startsAt: now, pullFailure: { at: now, attempts } })
    }
    this.#keep(pod, container, { id, startsAt: now + behaviour.startDelayMs })
  }

  stop(pod: Pod, container: Container, stopBy: number): boolean {
    const run = this.#runOf(pod, container)
    if (run === undefined) return false
    const by = Math.min(stopBy, run.stop?.by ?? stopBy)
    this.#keep(pod, container, { ...run, stop: { at: run.stop?.at ?? this.#tools.clock.now(), by } })
    return run.stop === undefined
  }

  forget(uid: string): void {
    this.#runs.delete(uid)
  }

  #keep({ metadata: { uid } }: Pod, { name }: Container, run: SimulatedRun): void {
    const runs = this.#runs.get(uid) ?? new Map<string, SimulatedRun>()
    runs.set(name, run)
    this.#runs.set(uid, runs)
  }

  #runOf({ metadata: { uid }, status }: Pod, { name }: Container): SimulatedRun | undefined {
    const known = this.#runs.get(uid)?.get(name)
    if (known !== undefined) return known
    const all = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])]
    const before = all.find((one) => one.name === name)
    const startedAt = before?.state?.running?.startedAt
    if (typeof startedAt !== 'string') return undefined
    return { id: (before?.containerID ?? '').slice(idPrefix.length), startsAt: parseTime(startedAt) }
  }
}
