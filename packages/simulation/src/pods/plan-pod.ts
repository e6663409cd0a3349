/**
 * The lifecycle of a pod on its node, as a function from the pod, the observed containers and the time to its next status and actions.
 * Called after each step and at `wakeAt`, it takes a pod from its binding to its end in the order of a real kubelet.
 */
import { formatTime } from '@kubewright/core/time'
import type { Container, ContainerStatus, Pod, PodStatus } from '@kubewright/kubernetes/core/v1'
import type { ContainerObservation } from './container-observation.ts'
import { type ContainerStep, type PodEvent, stepContainer } from './container-step.ts'
import { type PodFacts, podConditions } from './pod-conditions.ts'

export interface PodLook {
  readonly pod: Pod
  readonly hostIp: string
  readonly podIp: string
  /** By the name of the container; missing containers are absent. */
  readonly observations: ReadonlyMap<string, ContainerObservation>
  /** The number of exits in a row of a container, by its name. */
  readonly crashes: ReadonlyMap<string, number>
  /** Why the pod is evicted, if it is. */
  readonly eviction?: string | undefined
  readonly now: number
}

export interface PodPlan {
  readonly status: PodStatus
  /** Containers to start now, in this order. */
  readonly starts: readonly string[]
  /** Containers to stop. */
  readonly stops: readonly string[]
  /** The deadline after which they are killed. The deadline of a container that is already stopping is not extended. */
  readonly stopBy?: number
  /** Whether nothing is left on the node, so that the pod can be removed from the API. */
  readonly removes: boolean
  readonly wakeAt?: number
  readonly events: readonly PodEvent[]
}

type Phase = PodFacts['phase']

/** No container is restarted while the pod is ending. */
type Look = PodLook & { readonly isEnding?: boolean }

export function planPod(look: PodLook): PodPlan {
  const { pod } = look
  const isGoing = pod.metadata.deletionTimestamp !== undefined
  const phase = pod.status?.phase
  if (phase === 'Succeeded' || phase === 'Failed') return over(pod)
  const ending = isGoing ? { reason: 'deleted' as const } : endingOf(look)
  return ending === undefined ? alive(look) : leave(look, ending)
}

/** A finished pod is removed at once when it is deleted; finalizers may keep it. */
function over({ metadata, status }: Pod): PodPlan {
  const removes = metadata.deletionTimestamp !== undefined && metadata.deletionGracePeriodSeconds !== 0
  return { status: status!, starts: [], stops: [], removes, events: [] }
}

interface Ending {
  readonly reason: 'deleted' | 'Evicted' | 'DeadlineExceeded'
  readonly message?: string
}

function endingOf({ pod, eviction, now }: PodLook): Ending | undefined {
  if (eviction !== undefined) return { reason: 'Evicted', message: eviction }
  const deadline = deadlineOf(pod)
  if (deadline === undefined || now < deadline) return undefined
  return { reason: 'DeadlineExceeded', message: 'Pod was active on the node longer than the specified deadline' }
}

function deadlineOf({ spec, status }: Pod): number | undefined {
  const { activeDeadlineSeconds: seconds } = spec
  if (seconds === undefined || typeof status?.startTime !== 'string') return undefined
  return Date.parse(status.startTime) + seconds * 1_000
}

/** Steps each container, then derives the status of the pod. */
function alive(look: PodLook): PodPlan {
  const { pod, now } = look
  const begun = stepInit(look)
  const main = (pod.spec.containers ?? []).map((container) => step(look, container, begun.isDone && !begun.hasFailed))
  const isMainOver = main.every(({ isOver }) => isOver)
  const init = isMainOver || begun.hasFailed ? stepInit({ ...look, isEnding: true }) : begun
  const steps = [...init.steps, ...main]
  const lingering = isMainOver || begun.hasFailed ? stillThere(look, namesOf(pod)) : []
  const phase = phaseOf({ init, main, isSettled: lingering.length === 0 })
  const isOver = phase === 'Succeeded' || phase === 'Failed'
  const wakes = [...steps.map(({ wakeAt }) => wakeAt), isOver ? undefined : deadlineOf(pod)]
  const wakeAt = soonest(wakes, now)
  return {
    status: statusOf(look, { phase, init, main: main.map(({ status }) => status) }),
    starts: isMainOver || begun.hasFailed ? [] : [...init.starts, ...namesStarting(main)],
    stops: nextToStop(pod, lingering),
    stopBy: stopTimeOf(pod, now),
    removes: false,
    ...(wakeAt === undefined ? {} : { wakeAt }),
    events: steps.flatMap(({ events }) => events),
  }
}

function namesStarting(steps: readonly ContainerStep[]): readonly string[] {
  return steps.filter(({ starts }) => starts).map(({ status }) => status.name)
}

interface InitSteps {
  readonly steps: readonly ContainerStep[]
  readonly starts: readonly string[]
  readonly isDone: boolean
  /** An init container failed, and is not restarted. */
  readonly hasFailed: boolean
}

/** In order: each waits until the previous one has completed, or, for a sidecar, has started. */
function stepInit(look: Look): InitSteps {
  const { pod } = look
  const wasDone =
    pod.status?.conditions?.some(({ type, status }) => type === 'Initialized' && status === 'True') === true
  const steps: ContainerStep[] = []
  let [isTurn, hasFailed] = [true, false]
  for (const container of pod.spec.initContainers ?? []) {
    const next = step(look, container, isTurn && !hasFailed)
    steps.push(next)
    hasFailed ||= next.isOver && next.status.state?.terminated?.exitCode !== 0
    isTurn &&= isStay(container) ? wasDone || next.status.started === true : endedWell(next.status)
  }
  return { steps, starts: namesStarting(steps), isDone: wasDone || isTurn, hasFailed: hasFailed && !wasDone }
}

function endedWell({ state }: ContainerStatus): boolean {
  return state?.terminated?.exitCode === 0
}

/** A sidecar: an init container that keeps running. */
function isStay({ restartPolicy }: Container): boolean {
  return restartPolicy === 'Always'
}

function sidecarsOf({ spec }: Pod): ReadonlySet<string> {
  return new Set((spec.initContainers ?? []).filter(isStay).map(({ name }) => name))
}

function step(look: Look, container: Container, mayStart: boolean): ContainerStep {
  const { pod, now } = look
  const { metadata } = pod
  const before = statusBefore(pod, container.name)
  return stepContainer({
    container,
    before,
    observation: look.observations.get(container.name) ?? { is: 'absent' },
    mayStart,
    restartsAfter: look.isEnding === true ? () => false : restartsAfter(pod, container),
    // Without a count, it is estimated from the restart count.
    crashes: look.crashes.get(container.name) ?? (before?.restartCount ?? 0) + 1,
    pod: `${metadata.name}_${metadata.namespace}(${metadata.uid})`,
    now,
  })
}

function statusBefore({ status }: Pod, name: string): ContainerStatus | undefined {
  const all = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])]
  return all.find((one) => one.name === name)
}

/** An init container that has completed is never restarted, whatever the pod's policy. */
function restartsAfter({ spec }: Pod, container: Container): (exitCode: number) => boolean {
  const isInit = (spec.initContainers ?? []).includes(container)
  const policy = container.restartPolicy ?? spec.restartPolicy ?? 'Always'
  if (policy === 'Never') return () => false
  return (exitCode) => exitCode !== 0 || (policy === 'Always' && (!isInit || isStay(container)))
}

function phaseOf({
  init,
  main,
  isSettled,
}: {
  init: InitSteps
  main: readonly ContainerStep[]
  isSettled: boolean
}): Phase {
  if (init.hasFailed) return isSettled ? 'Failed' : 'Pending'
  if (!init.isDone) return 'Pending'
  if (main.length > 0 && main.every(({ isOver }) => isOver)) {
    if (!isSettled) return 'Running'
    return main.every(({ status }) => endedWell(status)) ? 'Succeeded' : 'Failed'
  }
  const hasRun = ({ status: { state, lastState } }: ContainerStep) =>
    state?.running !== undefined || state?.terminated !== undefined || lastState?.terminated !== undefined
  // A container that waits for its first image pull keeps the whole pod pending.
  return main.every(hasRun) ? 'Running' : 'Pending'
}

function stillThere({ observations }: PodLook, names: Iterable<string>): readonly string[] {
  return [...names].filter((name) => {
    const is = observations.get(name)?.is
    return is === 'running' || is === 'preparing'
  })
}

function namesOf({ spec }: Pod): readonly string[] {
  return [...(spec.initContainers ?? []), ...(spec.containers ?? [])].map(({ name }) => name)
}

/** Sidecars stop last, one after the other, in reverse order of their start. */
function nextToStop(pod: Pod, lingering: readonly string[]): readonly string[] {
  const sidecars = sidecarsOf(pod)
  const others = lingering.filter((name) => !sidecars.has(name))
  return others.length > 0 ? others : lingering.slice(-1)
}

/** Stops all containers, then sets the final phase. */
function leave(alive: PodLook, ending: Ending): PodPlan {
  const look = { ...alive, isEnding: true }
  const { pod, now } = look
  const lingering = stillThere(look, namesOf(pod))
  const init = { ...stepInit(look), starts: [] }
  const main = (pod.spec.containers ?? []).map((container) => step(look, container, false))
  const stopBy = stopTimeOf(pod, now)
  if (lingering.length > 0) return stopping(look, { init, main, lingering, stopBy })
  const statuses = main.map(({ status }) => status)
  const isWell = ending.reason === 'deleted' && statuses.every(endedWell)
  const failure = ending.reason === 'deleted' ? {} : { reason: ending.reason, message: ending.message }
  const status = statusOf(look, { phase: isWell ? 'Succeeded' : 'Failed', init, main: statuses })
  const note = ending.message ?? ''
  return {
    status: { ...status, ...failure, ...(ending.reason === 'Evicted' ? evictedConditions(status, look) : {}) },
    starts: [],
    stops: [],
    removes: ending.reason === 'deleted',
    events: ending.reason === 'deleted' ? [] : [{ type: 'Warning', reason: ending.reason, note }],
  }
}

interface Stopping {
  readonly init: InitSteps
  readonly main: readonly ContainerStep[]
  readonly lingering: readonly string[]
  readonly stopBy: number
}

/** The pod keeps its phase until its containers have stopped, and none of them is restarted. */
function stopping(look: PodLook, { init, main, lingering, stopBy }: Stopping): PodPlan {
  const steps = [...init.steps, ...main]
  const wakeAt = soonest([...steps.map((one) => one.wakeAt), stopBy > look.now ? stopBy : undefined], look.now)
  const phase = look.pod.status?.phase ?? 'Pending'
  return {
    status: statusOf(look, { phase: phase as Phase, init, main: main.map(({ status }) => status) }),
    starts: [],
    // At the deadline all remaining containers are killed.
    stops: stopBy > look.now ? nextToStop(look.pod, lingering) : lingering,
    stopBy,
    removes: false,
    ...(wakeAt === undefined ? {} : { wakeAt }),
    events: [],
  }
}

function stopTimeOf({ metadata, spec }: Pod, now: number): number {
  if (metadata.deletionTimestamp !== undefined) return Date.parse(metadata.deletionTimestamp)
  return now + (spec.terminationGracePeriodSeconds ?? 30) * 1_000
}

function evictedConditions(
  { conditions = [] }: PodStatus,
  { pod, eviction, now }: PodLook,
): Pick<PodStatus, 'conditions'> {
  const type = 'DisruptionTarget'
  const generation = pod.metadata.generation
  const target = {
    type,
    status: 'True',
    ...(generation === undefined ? {} : { observedGeneration: generation }),
    lastProbeTime: null,
    lastTransitionTime: formatTime(now),
    reason: 'TerminationByKubelet',
    message: eviction ?? '',
  }
  return { conditions: [...conditions.filter((one) => one.type !== type), target] }
}

interface Outcome {
  readonly phase: Phase
  readonly init: InitSteps
  readonly main: readonly ContainerStatus[]
}

function statusOf(look: PodLook, { phase, init, main }: Outcome): PodStatus {
  const { pod, hostIp, podIp, now } = look
  const before: PodStatus = pod.status ?? {}
  const initStatuses = withReadiness(init.steps, sidecarsOf(pod))
  const { generation } = pod.metadata
  const isInitialized = init.isDone && !init.hasFailed
  const sidecars = sidecarsOf(pod)
  const facts = { pod, phase, init: initStatuses, main, sidecars, isInitialized, hasSandbox: true, now }
  return {
    ...before,
    ...(generation === undefined ? {} : { observedGeneration: generation }),
    phase,
    conditions: podConditions(facts),
    hostIP: hostIp,
    hostIPs: [{ ip: hostIp }],
    podIP: podIp,
    podIPs: [{ ip: podIp }],
    startTime: before.startTime ?? formatTime(now),
    ...(initStatuses.length === 0 ? {} : { initContainerStatuses: initStatuses }),
    containerStatuses: main,
  }
}

/** A completed init container counts as ready. */
function withReadiness(steps: readonly ContainerStep[], sidecars: ReadonlySet<string>): readonly ContainerStatus[] {
  return steps.map(({ status }) =>
    sidecars.has(status.name) ? status : { ...status, ready: endedWell(status), started: status.started ?? false },
  )
}

function soonest(times: readonly (number | undefined)[], now: number): number | undefined {
  const given = times.filter((time) => time !== undefined)
  return given.length === 0 ? undefined : Math.max(now, Math.min(...given))
}
