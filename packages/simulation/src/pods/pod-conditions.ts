/** The conditions of a pod that a kubelet manages. Pure. */
import { formatTime } from '@kubewright/core/time'
import type { ContainerStatus, Pod, PodCondition } from '@kubewright/kubernetes/core/v1'

export interface PodFacts {
  readonly pod: Pod
  readonly phase: NonNullable<NonNullable<Pod['status']>['phase']>
  readonly init: readonly ContainerStatus[]
  readonly main: readonly ContainerStatus[]
  /** Names of sidecars. */
  readonly sidecars: ReadonlySet<string>
  /** Whether all init containers have completed, or started if they are sidecars. */
  readonly isInitialized: boolean
  /** Whether the pod sandbox exists. */
  readonly hasSandbox: boolean
  readonly now: number
}

interface Judgement {
  readonly type: string
  readonly status: 'True' | 'False'
  readonly reason?: string | undefined
  readonly message?: string | undefined
}

/** Conditions of other writers, such as readiness gates, are kept. */
export function podConditions(facts: PodFacts): readonly PodCondition[] {
  const { pod, now } = facts
  const before = pod.status?.conditions ?? []
  const own = [sandbox(facts), initialized(facts), ready(facts), containersReady(facts)]
  const scheduled = before.find(({ type }) => type === 'PodScheduled')
  const judged = [...own, ...(scheduled === undefined ? [{ type: 'PodScheduled', status: 'True' } as const] : [])]
  const types = new Set<string>(judged.map(({ type }) => type))
  const conditions = judged.map((one) => written(one, before, pod.metadata.generation, now))
  return [...conditions, ...before.filter(({ type }) => !types.has(type))]
}

function written(
  { type, status, reason, message }: Judgement,
  before: readonly PodCondition[],
  generation: number | undefined,
  now: number,
): PodCondition {
  const old = before.find((condition) => condition.type === type)
  return {
    type,
    status,
    ...(generation === undefined ? {} : { observedGeneration: generation }),
    lastProbeTime: null,
    lastTransitionTime: old?.status === status ? (old.lastTransitionTime ?? null) : formatTime(now),
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
  }
}

function sandbox({ hasSandbox, phase }: PodFacts): Judgement {
  const isOver = phase === 'Succeeded' || phase === 'Failed'
  return { type: 'PodReadyToStartContainers', status: hasSandbox && !isOver ? 'True' : 'False' }
}

function initialized({ isInitialized, phase, init, sidecars }: PodFacts): Judgement {
  const type = 'Initialized'
  if (phase === 'Succeeded') return { type, status: 'True', reason: 'PodCompleted' }
  if (isInitialized) return { type, status: 'True' }
  const names = init
    .filter(({ name, state, started }) => (sidecars.has(name) ? started !== true : state?.terminated?.exitCode !== 0))
    .map(({ name }) => name)
  const message = `containers with incomplete status: [${names.join(' ')}]`
  return { type, status: 'False', reason: 'ContainersNotInitialized', message }
}

function containersReady(facts: PodFacts, type = 'ContainersReady'): Judgement {
  const { phase, main, init, sidecars } = facts
  if (phase === 'Succeeded') return { type, status: 'False', reason: 'PodCompleted' }
  if (phase === 'Failed') return { type, status: 'False', reason: 'PodFailed' }
  const counted = [...main, ...init.filter(({ name }) => sidecars.has(name))]
  const names = counted.filter(({ ready: isReady }) => !isReady).map(({ name }) => name)
  if (names.length === 0) return { type, status: 'True' }
  const message = `containers with unready status: [${names.join(' ')}]`
  return { type, status: 'False', reason: 'ContainersNotReady', message }
}

function ready(facts: PodFacts): Judgement {
  const containers = containersReady(facts, 'Ready')
  if (containers.status === 'False') return containers
  const { pod } = facts
  const messages = (pod.spec.readinessGates ?? []).flatMap(({ conditionType }) => {
    const gate = pod.status?.conditions?.find(({ type }) => type === conditionType)
    if (gate === undefined) return `corresponding condition of pod readiness gate "${conditionType}" does not exist.`
    if (gate.status === 'True') return []
    return `the status of pod readiness gate "${conditionType}" is not "True", but ${gate.status}`
  })
  if (messages.length === 0) return containers
  return { type: 'Ready', status: 'False', reason: 'ReadinessGatesNotReady', message: messages.join(', ') }
}
