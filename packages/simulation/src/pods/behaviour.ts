/**
 * The behaviour of simulated containers: set by an option, by an annotation of the pod, or by `simulation.pods.fail`. The annotation takes
 * precedence.
 */
import { controllerOf, type Duration, parseDuration, toMs } from '@kubewright/core'
import type { Container, Pod } from '@kubewright/kubernetes/core/v1'
import { simulationErrors } from '../errors.ts'
import { behaviourAnnotation, runTimeAnnotation, startDelayAnnotation, stopDelayAnnotation } from '../names.ts'

/** The behaviours of simulated containers, and what each does. */
const words = {
  runs: 'until it is stopped',
  completes: 'ends well after a while',
  crashes: 'ends with code 1 after a while',
  'out-of-memory': 'is killed for its memory after a while',
  'image-missing': 'never starts: there is no such image',
  'never-ready': 'runs, and is never ready',
  unhealthy: 'is killed by its liveness probe after a while',
  stubborn: 'runs, and does not stop when it is asked to',
  evicted: 'its pod has to leave, because the node is short of memory',
} as const

/** The behaviour of a container. */
export type BehaviourName = keyof typeof words

export const behaviourNames = Object.keys(words) as readonly BehaviourName[]

/** The behaviour of a simulated container, by name or with details. */
export type ContainerBehaviour = BehaviourName | BehaviourDetails

/** A container behaviour with its run time, exit code and termination message. */
export interface BehaviourDetails {
  readonly does: BehaviourName
  /** How long a container that exits by itself runs. @default '100ms' */
  readonly after?: Duration
  /** The exit code of a container that crashes. @default 1 */
  readonly exitCode?: number
  /** The termination message of a container that crashes. */
  readonly message?: string
}

/** The start and stop delays of simulated containers, and their behaviour. */
export interface PodOptions {
  /** How long a container takes to start. @default 0 */
  readonly startDelay?: Duration
  /** How long a container takes to stop on request; at most its grace period. @default '100ms' */
  readonly stopDelay?: Duration
  /** The behaviour of a container. @default init containers and those of Jobs complete, sidecars and all others run */
  readonly behaviour?: (pod: Pod, container: Container) => ContainerBehaviour | undefined
}

/** The resolved behaviour of a container. */
export interface Behaviour {
  readonly does: BehaviourName
  readonly afterMs: number
  readonly exitCode: number
  readonly message: string | undefined
  readonly startDelayMs: number
  readonly stopDelayMs: number
}

const [defaultAfter, defaultStopDelay] = ['100ms', '100ms'] as const

/** Failure: `KW_SIMULATION_BEHAVIOUR` for an unknown behaviour or an invalid exit code; `KW_CORE_DURATION` for an invalid time. */
export function behaviourOf(pod: Pod, container: Container, options: PodOptions): Behaviour {
  const annotations = pod.metadata.annotations ?? {}
  const said =
    annotated(annotations[behaviourAnnotation], container.name, roleOf(pod, container)) ??
    options.behaviour?.(pod, container) ??
    usually(pod, container)
  const details: BehaviourDetails = typeof said === 'string' ? { does: said } : said
  if (!Object.hasOwn(words, details.does)) throw unknownWord(String(details.does))
  const [runTime, startDelay, stopDelay] = [runTimeAnnotation, startDelayAnnotation, stopDelayAnnotation].map(
    (name) => annotations[name],
  )
  return {
    does: details.does,
    afterMs: runTime === undefined ? toMs(details.after ?? defaultAfter) : parseDuration(runTime),
    exitCode: exitCodeOf(details),
    message: details.message,
    startDelayMs: startDelay === undefined ? toMs(options.startDelay ?? 0) : parseDuration(startDelay),
    stopDelayMs: stopDelay === undefined ? toMs(options.stopDelay ?? defaultStopDelay) : parseDuration(stopDelay),
  }
}

type Role = 'init' | 'sidecar' | 'main'

function roleOf({ spec }: Pod, { name }: Container): Role {
  const found = (spec.initContainers ?? []).find((one) => one.name === name)
  if (found === undefined) return 'main'
  return found.restartPolicy === 'Always' ? 'sidecar' : 'init'
}

function usually(pod: Pod, container: Container): BehaviourName {
  const role = roleOf(pod, container)
  if (role === 'main') return controllerOf(pod)?.kind === 'Job' ? 'completes' : 'runs'
  return role === 'init' ? 'completes' : 'runs'
}

/**
 * `crashes`, or `web=crashes,proxy=runs`: containers that are not named keep their default. Init containers must be named, because the
 * containers of a pod can only crash after its init containers have completed.
 */
function annotated(text: string | undefined, container: string, role: Role): BehaviourName | undefined {
  if (text === undefined || text.trim() === '') return undefined
  for (const part of text.split(',')) {
    const [name, word] = part.split('=').map((one) => one.trim())
    if (word === undefined) return wordForAll(name as BehaviourName, role)
    if (name === container) return word as BehaviourName
  }
  return undefined
}

/** Unknown words are returned as they are; the caller rejects them. */
function wordForAll(word: BehaviourName, role: Role): BehaviourName | undefined {
  return role === 'init' && Object.hasOwn(words, word) && word !== 'evicted' ? undefined : word
}

function exitCodeOf({ exitCode = 1 }: BehaviourDetails): number {
  if (Number.isInteger(exitCode) && exitCode >= 0 && exitCode <= 255) return exitCode
  throw refused(`end with the code ${exitCode}`, 'that is not an exit code', 'Give a whole number from 0 to 255.')
}

function unknownWord(word: string): Error {
  const known = behaviourNames.join(', ')
  return refused(`behave like ${JSON.stringify(word)}`, 'it is not a known behaviour', `Choose among ${known}.`)
}

function refused(what: string, why: string, next: string): Error {
  return simulationErrors('KW_SIMULATION_BEHAVIOUR', { what, why, next })
}
