/** One step of one container: from its status and its observed state to its next status. Pure. */
import { formatTime, parseTime } from '@kubewright/core/time'
import type { Container, ContainerStateTerminated, ContainerStatus } from '@kubewright/kubernetes/core/v1'
import { crashBackOffMs } from './back-off.ts'
import type { Broken, ContainerObservation, Exited, Running, Unpullable } from './container-observation.ts'

export interface ContainerLook {
  readonly container: Container
  /** Its status in the API. */
  readonly before: ContainerStatus | undefined
  readonly observation: ContainerObservation
  /** Whether the containers before it allow it to start. */
  readonly mayStart: boolean
  /** Whether it is restarted after exiting with this code. */
  readonly restartsAfter: (exitCode: number) => boolean
  /** The number of exits in a row. */
  readonly crashes: number
  /** The name of the pod in messages: `web_default(uid)`. */
  readonly pod: string
  readonly now: number
}

export interface ContainerStep {
  readonly status: ContainerStatus
  /** Whether to start it now. */
  readonly starts: boolean
  /** Whether it has exited for good. */
  readonly isOver: boolean
  /** When to check again, even if nothing changes. */
  readonly wakeAt?: number | undefined
  readonly events: readonly PodEvent[]
}

export interface PodEvent {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly note: string
}

/** How long a failed pull is shown as `ErrImagePull` before it becomes `ImagePullBackOff`. */
const freshPullMs = 1_000

export function stepContainer(look: ContainerLook): ContainerStep {
  const { observation } = look
  switch (observation.is) {
    case 'absent':
      return absent(look)
    case 'preparing':
      return { ...waiting(look, 'ContainerCreating'), wakeAt: observation.changesAt }
    case 'unpullable':
      return unpullable(look, observation)
    case 'broken':
      return broken(look, observation)
    case 'running':
      return running(look, observation)
    case 'exited':
      return exited(look, observation)
  }
}

export const idPrefix = 'kubewright://'

function absent(look: ContainerLook): ContainerStep {
  const past = rememberedExit(look)
  if (past !== undefined) return exited(look, past)
  const step = waiting(
    look,
    look.mayStart ? 'ContainerCreating' : (look.before?.state?.waiting?.reason ?? 'PodInitializing'),
  )
  return { ...step, starts: look.mayStart }
}

/** The exit of a container that the runtime does not know, from its status: it exited, or was lost with its runtime. */
function rememberedExit({ before, now }: ContainerLook): Exited | undefined {
  const ended = before?.state?.terminated ?? before?.lastState?.terminated
  const { running: ran } = before?.state ?? {}
  if (ran !== undefined) {
    const message = 'The container could not be located when the pod was looked at'
    const startedAt = timeOf(ran.startedAt, now)
    const id = (before?.containerID ?? '').slice(idPrefix.length)
    return { is: 'exited', id, startedAt, finishedAt: now, exitCode: 137, reason: 'ContainerStatusUnknown', message }
  }
  if (ended === undefined) return undefined
  return {
    is: 'exited',
    id: (ended.containerID ?? '').slice(idPrefix.length),
    startedAt: timeOf(ended.startedAt, now),
    finishedAt: timeOf(ended.finishedAt, now),
    exitCode: ended.exitCode,
    reason: ended.reason ?? 'Error',
    message: ended.message,
    signal: ended.signal,
  }
}

function timeOf(time: string | null | undefined, otherwise: number): number {
  return typeof time === 'string' ? parseTime(time) : otherwise
}

function waiting(look: ContainerLook, reason: string, message?: string): ContainerStep {
  const last = lastTerminated(look.before)
  const state = { waiting: message === undefined ? { reason } : { reason, message } }
  const id = look.before?.containerID
  const status: ContainerStatus = {
    ...base(look),
    ready: false,
    started: false,
    state,
    lastState: last === undefined ? {} : { terminated: last },
    ...(id === undefined ? {} : { containerID: id }),
  }
  return { status, starts: false, isOver: false, events: [] }
}

function base({ container, before }: ContainerLook) {
  return {
    name: container.name,
    image: container.image ?? '',
    imageID: before?.imageID ?? '',
    restartCount: before?.restartCount ?? 0,
  }
}

function lastTerminated(before: ContainerStatus | undefined): ContainerStateTerminated | undefined {
  return before?.state?.terminated ?? before?.lastState?.terminated
}

function unpullable(look: ContainerLook, { failedAt, retryAt, message }: Unpullable): ContainerStep {
  const { now, mayStart } = look
  const image = look.container.image ?? ''
  const isFresh = now < failedAt + freshPullMs
  const backOff = `Back-off pulling image "${image}"`
  const step = isFresh
    ? waiting(look, 'ErrImagePull', message)
    : waiting(look, 'ImagePullBackOff', `${backOff}: ErrImagePull: ${message}`)
  const reason = isFresh ? 'ErrImagePull' : 'ImagePullBackOff'
  const first = isFresh
    ? warning('Failed', `Failed to pull image "${image}": ${message}`)
    : { type: 'Normal' as const, reason: 'BackOff', note: backOff }
  const isNew = look.before?.state?.waiting?.reason !== reason
  return {
    ...step,
    starts: mayStart && now >= retryAt,
    wakeAt: isFresh ? failedAt + freshPullMs : mayStart ? retryAt : undefined,
    events: isNew ? [first, warning('Failed', `Error: ${reason}`)] : [],
  }
}

function broken(look: ContainerLook, { reason, message, retryAt }: Broken): ContainerStep {
  const isNew = look.before?.state?.waiting?.message !== message
  return {
    ...waiting(look, reason, message),
    starts: look.mayStart && look.now >= retryAt,
    wakeAt: look.mayStart ? retryAt : undefined,
    events: isNew ? [warning('Failed', `Error: ${message}`)] : [],
  }
}

function running(look: ContainerLook, observation: Running): ContainerStep {
  const { before, container } = look
  const containerID = `${idPrefix}${observation.id}`
  const isSame = before?.state?.running !== undefined && before.containerID === containerID
  const last = isSame ? before.lastState?.terminated : lastTerminated(before)
  const restarts = (before?.restartCount ?? 0) + (isSame || last === undefined ? 0 : 1)
  const status: ContainerStatus = {
    ...base(look),
    imageID: container.image ?? '',
    restartCount: restarts,
    containerID,
    ready: observation.isReady,
    started: observation.isStarted,
    state: { running: isSame ? before.state!.running! : { startedAt: formatTime(observation.startedAt) } },
    lastState: last === undefined ? {} : { terminated: last },
  }
  return {
    status,
    starts: false,
    isOver: false,
    wakeAt: observation.changesAt,
    events: isSame ? [] : started(container),
  }
}

function started({ name, image }: Container): readonly PodEvent[] {
  return [
    { type: 'Normal', reason: 'Pulled', note: `Container image "${image}" already present on machine` },
    { type: 'Normal', reason: 'Created', note: `Created container: ${name}` },
    { type: 'Normal', reason: 'Started', note: `Started container ${name}` },
  ]
}

function exited(look: ContainerLook, observation: Exited): ContainerStep {
  const { before, now, crashes, container } = look
  const terminated = terminatedOf(observation)
  const isNoticed =
    lastTerminated(before)?.containerID === terminated.containerID && before?.state?.running === undefined
  const ended = endedStatus(look, terminated)
  if (!look.restartsAfter(observation.exitCode)) return { status: ended, starts: false, isOver: true, events: [] }
  // The exit is shown in the status before its consequences.
  if (!isNoticed) return { status: ended, starts: false, isOver: false, wakeAt: now, events: [] }
  const pauseMs = crashBackOffMs(crashes)
  const due = observation.finishedAt + pauseMs
  if (now >= due) return { status: before!, starts: look.mayStart, isOver: false, events: [] }
  const isNew = before?.state?.waiting?.reason !== 'CrashLoopBackOff'
  const note = `Back-off restarting failed container ${container.name} in pod ${look.pod}`
  const message = `back-off ${goDuration(pauseMs)} restarting failed container=${container.name} pod=${look.pod}`
  return {
    ...waiting(look, 'CrashLoopBackOff', message),
    wakeAt: due,
    events: isNew ? [warning('BackOff', note)] : [],
  }
}

function endedStatus(look: ContainerLook, terminated: ContainerStateTerminated): ContainerStatus {
  const { before } = look
  const isSame = before?.state?.terminated?.containerID === terminated.containerID
  const previous = before?.lastState?.terminated
  // A run that began and ended between two steps counts as a restart.
  const isUnseen = before?.containerID !== terminated.containerID && lastTerminated(before) !== undefined
  const last = isUnseen ? lastTerminated(before) : previous
  return {
    ...base(look),
    imageID: look.container.image ?? '',
    restartCount: (before?.restartCount ?? 0) + (isUnseen ? 1 : 0),
    containerID: terminated.containerID!,
    ready: false,
    started: false,
    state: { terminated: isSame ? before!.state!.terminated! : terminated },
    lastState: last === undefined ? {} : { terminated: last },
  }
}

function terminatedOf({ id, startedAt, finishedAt, exitCode, reason, message, signal }: Exited) {
  return {
    exitCode,
    reason,
    ...(message === undefined ? {} : { message }),
    ...(signal === undefined ? {} : { signal }),
    startedAt: formatTime(startedAt),
    finishedAt: formatTime(finishedAt),
    containerID: `${idPrefix}${id}`,
  } satisfies ContainerStateTerminated
}

function warning(reason: string, note: string): PodEvent {
  return { type: 'Warning', reason, note }
}

/** `10s`, `2m40s`, in Go's format. */
function goDuration(ms: number): string {
  const [minutes, seconds] = [Math.floor(ms / 60_000), (ms % 60_000) / 1_000]
  return minutes === 0 ? `${seconds}s` : `${minutes}m${seconds}s`
}
