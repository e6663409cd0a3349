/** The observed state of a simulated container: a function of its start, its behaviour, and the time. Pure. */
import type { Container } from '@kubewright/kubernetes/core/v1'
import { pullBackOffMs } from './back-off.ts'
import type { Behaviour, BehaviourName } from './behaviour.ts'
import type { ContainerObservation, Exited } from './container-observation.ts'

/** One start of a container. */
export interface SimulatedRun {
  readonly id: string
  /** When it begins to run: after the start delay. */
  readonly startsAt: number
  /** The last failed image pull, and the number of attempts. */
  readonly pullFailure?: { readonly at: number; readonly attempts: number }
  /** The stop request: its time, and its deadline. */
  readonly stop?: { readonly at: number; readonly by: number }
  /** Its final state. */
  readonly exit?: Exited
}

export function seeSimulated(
  run: SimulatedRun,
  container: Container,
  behaviour: Behaviour,
  now: number,
): ContainerObservation {
  if (run.exit !== undefined) return run.exit
  if (run.pullFailure !== undefined) return unpullable(run.pullFailure, container)
  if (run.stop !== undefined) return stopping(run, run.stop, { container, behaviour, now })
  if (now < run.startsAt) return { is: 'preparing', changesAt: run.startsAt }
  const end = endings[behaviour.does]?.(behaviour)
  const endsAt = end === undefined ? undefined : run.startsAt + behaviour.afterMs
  if (end !== undefined && now >= endsAt!) return exitOf(run, now, end)
  return running(run, { container, behaviour, now, endsAt })
}

type End = Pick<Exited, 'exitCode' | 'reason' | 'message'>

const endings: Partial<Readonly<Record<BehaviourName, (behaviour: Behaviour) => End>>> = {
  completes: () => ({ exitCode: 0, reason: 'Completed' }),
  crashes: ({ exitCode, message }) => ({ exitCode, reason: exitCode === 0 ? 'Completed' : 'Error', message }),
  'out-of-memory': () => ({ exitCode: 137, reason: 'OOMKilled' }),
  unhealthy: () => ({ exitCode: 137, reason: 'Error' }),
}

function exitOf({ id, startsAt }: SimulatedRun, now: number, end: End): Exited {
  return { is: 'exited', id, startedAt: Math.min(startsAt, now), finishedAt: now, ...end }
}

/** Stops after its stop delay, or is killed at the deadline. A container that never ran stops at once. */
function stopping(
  run: SimulatedRun,
  { at, by }: { at: number; by: number },
  look: Omit<Run, 'endsAt'>,
): ContainerObservation {
  const { behaviour, now } = look
  const stopsAt = behaviour.does === 'stubborn' ? Infinity : run.startsAt > at ? at : at + behaviour.stopDelayMs
  if (now >= stopsAt) return exitOf(run, now, { exitCode: 0, reason: 'Completed' })
  if (now >= by) return exitOf(run, now, { exitCode: 137, reason: 'Error' })
  return running(run, { ...look, endsAt: Math.min(stopsAt, by) })
}

interface Run {
  readonly container: Container
  readonly behaviour: Behaviour
  readonly now: number
  readonly endsAt: number | undefined
}

/** Probes succeed at their first attempt. */
function running({ id, startsAt }: SimulatedRun, { container, behaviour, now, endsAt }: Run): ContainerObservation {
  const startedAt = startsAt + delayMs(container.startupProbe)
  const readyAt = startedAt + delayMs(container.readinessProbe)
  const isEverReady = behaviour.does !== 'never-ready'
  const coming = [startedAt, ...(isEverReady ? [readyAt] : []), ...(endsAt === undefined ? [] : [endsAt])]
  const next = coming.filter((time) => time > now)
  return {
    is: 'running',
    id,
    startedAt: startsAt,
    isStarted: now >= startedAt,
    isReady: isEverReady && now >= readyAt,
    ...(next.length === 0 ? {} : { changesAt: Math.min(...next) }),
  }
}

function delayMs(probe: Container['readinessProbe']): number {
  return (probe?.initialDelaySeconds ?? 0) * 1_000
}

function unpullable(
  { at, attempts }: { at: number; attempts: number },
  { image = '' }: Container,
): ContainerObservation {
  const why = 'pull access denied, repository does not exist or may require authorization'
  const message = `failed to pull and unpack image "${image}": failed to resolve reference "${image}": ${why}`
  return { is: 'unpullable', failedAt: at, retryAt: at + pullBackOffMs(attempts), message }
}
