/**
 * What simulated containers do: said by an option, by an annotation of the pod, or by `simulation.pods.fail`. The annotation
 * goes first, since it is the nearest to the pod.
 */
import { controllerOf, type Duration, parseDuration, toMs } from '@kubewright/core'
import type { Container, Pod } from '@kubewright/kubernetes/core/v1'
import { simulationErrors } from '../errors.ts'
import { behaviourAnnotation, runTimeAnnotation, startDelayAnnotation } from '../names.ts'

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

/** What a container does. */
export type BehaviourName = keyof typeof words

export const behaviourNames = Object.keys(words) as readonly BehaviourName[]

export type ContainerBehaviour = BehaviourName | BehaviourDetails

export interface BehaviourDetails {
  readonly does: BehaviourName
  /** When a container that ends by itself does. @default '100ms' */
  readonly after?: Duration
  /** The code a container that crashes ends with. @default 1 */
  readonly exitCode?: number
  /** What a container that crashes leaves as its last words. */
  readonly message?: string
}

export interface PodOptions {
  /** How long a container takes to start. @default 0 */
  readonly startDelay?: Duration
  /** What a container does. @default pods of Jobs complete, all others run */
  readonly behaviour?: (pod: Pod, container: Container) => ContainerBehaviour | undefined
}

/** What a container does, with everything decided. */
export interface Behaviour {
  readonly does: BehaviourName
  readonly afterMs: number
  readonly exitCode: number
  readonly message: string | undefined
  readonly startDelayMs: number
}

const defaultAfter = '100ms'

/** Failure: `KW_SIMULATION_BEHAVIOUR` for a word, a time or a code that is none. */
export function behaviourOf(pod: Pod, container: Container, options: PodOptions): Behaviour {
  const annotations = pod.metadata.annotations ?? {}
  const said =
    annotated(annotations[behaviourAnnotation], container.name) ??
    options.behaviour?.(pod, container) ??
    (controllerOf(pod)?.kind === 'Job' ? 'completes' : 'runs')
  const details: BehaviourDetails = typeof said === 'string' ? { does: said } : said
  if (!Object.hasOwn(words, details.does)) throw unknownWord(String(details.does))
  const [runTime, startDelay] = [annotations[runTimeAnnotation], annotations[startDelayAnnotation]]
  return {
    does: details.does,
    afterMs: runTime === undefined ? toMs(details.after ?? defaultAfter) : parseDuration(runTime),
    exitCode: exitCodeOf(details),
    message: details.message,
    startDelayMs: startDelay === undefined ? toMs(options.startDelay ?? 0) : parseDuration(startDelay),
  }
}

/** `crashes`, or `web=crashes,proxy=runs`: then those that are not named do what they would anyway. */
function annotated(text: string | undefined, container: string): BehaviourName | undefined {
  if (text === undefined || text.trim() === '') return undefined
  for (const part of text.split(',')) {
    const [name, word] = part.split('=').map((one) => one.trim())
    if (word === undefined) return name as BehaviourName
    if (name === container) return word as BehaviourName
  }
  return undefined
}

function exitCodeOf({ exitCode = 1 }: BehaviourDetails): number {
  if (Number.isInteger(exitCode) && exitCode >= 0 && exitCode <= 255) return exitCode
  throw refused(`end with the code ${exitCode}`, 'that is no exit code', 'Give a whole number from 0 to 255.')
}

function unknownWord(word: string): Error {
  const known = behaviourNames.join(', ')
  return refused(`behave like ${JSON.stringify(word)}`, 'no container knows how', `Choose among ${known}.`)
}

function refused(what: string, why: string, next: string): Error {
  return simulationErrors('KW_SIMULATION_BEHAVIOUR', { what, why, next })
}
