/**
 * The run of a failure as messages between user, operator, server and external services: for a sequence diagram. Pure.
 * See decision 0407.
 */
import { formatDuration } from '@kubewright/core'
import { isJsonObject, type JsonObject } from '@kubewright/core/json'
import { clusterOfKind } from '../../requests/cluster-place.ts'
import type { Finding } from '../trace/finding.ts'
import { withoutFaults } from '../plan/plan.ts'
import { requestSummary } from './request-summary.ts'
import { newestReasons, relevantPart, withoutIdleLooks } from './story-part.ts'
import type { TraceEntry } from '../trace/trace.ts'

/** An object after a change. */
export interface StoryObject {
  /** `configmaps default/blog`; in another cluster `configmaps@east default/blog` */
  readonly name: string
  /** As JSON, without server-managed fields such as managed fields; `null` once it is deleted, absent if it is too long to keep. */
  readonly state?: string | null
}

/** A fault of a single call, and its place: before the server received it, as its response, or on the way back. */
export interface StruckCall {
  readonly text: string
  readonly at: 'request' | 'refusal' | 'answer'
}

/** One entry of a story sequence: a step, a call, an event, a fault or a pause. */
export interface StoryMoment {
  readonly type: 'step' | 'call' | 'event' | 'begin' | 'end' | 'fault' | 'note' | 'wait' | 'quiet' | 'gap'
  /** The actor: `user`, `operator 1`, `process 1`, `cluster`; for an event, the server. Absent if everything is concerned. */
  readonly from?: string
  /** The receiver: `server`, `server east`, or an external service. */
  readonly to?: string
  /** `create configmaps default/blog` */
  readonly text: string
  /** The request body, shortened. */
  readonly sent?: string
  /** `201`, or `200, no change`; absent if the call did not reach the server. */
  readonly answer?: string
  readonly struck?: StruckCall
  /** The changed objects, as far as the run recorded them. */
  readonly objects?: readonly StoryObject[]
}

/** The run of a failure as data for a sequence diagram: the initial objects, then every message in order. */
export interface StorySequence {
  /** The objects before the first moment. */
  readonly before: readonly StoryObject[]
  readonly moments: readonly StoryMoment[]
}

const mostMoments = 300
/** The number of moments to keep from the start of a long sequence. */
const keptFirst = 100
const longestState = 8_000

export interface SequenceParts {
  readonly finding: Pick<Finding, 'step'>
  readonly wrong: string
  readonly entries: readonly TraceEntry[]
}

/** The part of the run that its story shows, with details that are too long for a text. */
export function sequenceOf({ finding, wrong, entries }: SequenceParts): StorySequence {
  const part = relevantPart(entries, finding.step, wrong === withoutFaults)
  const earlier = part.length === 0 ? [] : entries.slice(0, entries.indexOf(part[0]!))
  const moments = withoutIdleLooks(part).flatMap((entry) => momentOf(entry) ?? [])
  const begun = moments[0]?.type === 'quiet' && moments.length > 1 ? moments.slice(1) : moments
  return { before: last(earlier.flatMap(changedBy)).filter(({ state }) => state !== null), moments: shortened(begun) }
}

/** Omitted moments still change objects. */
function shortened(moments: readonly StoryMoment[]): readonly StoryMoment[] {
  if (moments.length <= mostMoments) return moments
  const [head, tail] = [moments.slice(0, keptFirst), moments.slice(keptFirst - mostMoments)]
  const between = moments.slice(keptFirst, moments.length - tail.length)
  const objects = last(between.flatMap((moment) => moment.objects ?? []))
  return [
    ...head,
    { type: 'gap', text: `${between.length} more between`, ...(objects.length === 0 ? {} : { objects }) },
    ...tail,
  ]
}

/** The latest state of each object. */
function last(objects: readonly StoryObject[]): readonly StoryObject[] {
  return [...new Map(objects.map((one) => [one.name, one])).values()]
}

function momentOf(entry: TraceEntry): StoryMoment | undefined {
  switch (entry.type) {
    case 'step':
      return { type: 'step', from: 'user', text: `step ${entry.step}: ${entry.text}` }
    case 'quiet':
      return { type: 'quiet', text: 'the cluster is idle' }
    case 'wait':
      return { type: 'wait', from: 'user', text: `waits ${formatDuration(entry.ms)}` }
    case 'note':
      return noteOf(entry.text)
    case 'event':
      return {
        type: 'event',
        from: serverOf(entry.kind),
        to: entry.by,
        text: `${entry.kind} ${entry.object} ${entry.change.toLowerCase()}`,
      }
    case 'reconcile':
      return reconcileOf(entry)
    case 'call':
      return callMoment(entry)
  }
}

/** Notes about consequences of a fault, or about time: not faults themselves. */
const consequence =
  / starts$| starts as standby$| gets the lease$|^the outage is over|^the cluster collects|^time passes/

function noteOf(text: string): StoryMoment {
  const [actor] = /^(?:operator|process) \d+/.exec(text) ?? []
  return { type: consequence.test(text) ? 'note' : 'fault', ...(actor === undefined ? {} : { from: actor }), text }
}

function reconcileOf({ by, phase, object, controller, what }: Extract<TraceEntry, { type: 'reconcile' }>): StoryMoment {
  return phase === 'begins'
    ? { type: 'begin', from: by, text: `reconciles ${object} (${controller}: ${newestReasons(what)})` }
    : { type: 'end', from: by, text: `finishes ${object}: ${what}` }
}

/** Leaves out watches, and reads of the user and the cluster, unless a fault affected them. */
function callMoment(entry: Extract<TraceEntry, { type: 'call' }>): StoryMoment | undefined {
  const { by, call, status, fate, sent, changed, writes } = entry
  const isOmitted = call.startsWith('watch ') || (by === 'user' && !writes) || (by === 'cluster' && !changed)
  if (isOmitted && fate === undefined) return undefined
  const short = writes && sent !== undefined ? requestSummary(sent) : ''
  const objects = changedBy(entry)
  return {
    type: 'call',
    from: by,
    to: receiverOf(call),
    text: call,
    ...(short === '' ? {} : { sent: short }),
    ...(status === undefined ? {} : { answer: `${status}${writes && !changed ? ', no change' : ''}` }),
    ...(fate === undefined ? {} : { struck: { text: fate, at: placeOf(fate, status !== undefined) } }),
    ...(objects.length === 0 ? {} : { objects }),
  }
}

function placeOf(fate: string, isDone: boolean): StruckCall['at'] {
  if (isDone) return 'answer'
  return fate.startsWith('answered with') ? 'refusal' : 'request'
}

/** A label such as `dns.ensure` is a call to an external service. */
function receiverOf(call: string): string {
  const [verb = '', kind] = call.split(' ')
  return kind === undefined ? verb.split('.')[0]! : serverOf(kind)
}

function serverOf(kind: string): string {
  const cluster = clusterOfKind(kind)?.split('/')[0]
  return cluster === undefined ? 'server' : `server ${cluster}`
}

function changedBy(entry: TraceEntry): readonly StoryObject[] {
  if (entry.type !== 'call' || !entry.changed || entry.answer === undefined) return []
  const [verb = '', kind] = entry.call.split(' ')
  const answer = parsed(entry.answer)
  if (kind === undefined || answer === undefined || verb === 'deletecollection') return []
  const name = nameOf(entry.call, kind, answer)
  return [isGone(verb, answer) ? { name, state: null } : { name, ...stateOf(answer) }]
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Without the subresource, and with a generated name resolved. */
function nameOf(call: string, kind: string, { kind: answered, metadata }: JsonObject): string {
  const plain = kind.split('/')[0]!
  if (answered === 'Status' || !isJsonObject(metadata)) return [plain, ...call.split(' ').slice(2)].join(' ')
  const { namespace, name } = metadata
  return `${plain} ${[namespace, name].filter((part) => typeof part === 'string').join('/')}`
}

/** A deleted object exists until its last finalizer is removed. */
function isGone(verb: string, { kind, metadata }: JsonObject): boolean {
  if (kind === 'Status') return verb === 'delete'
  if (!isJsonObject(metadata)) return false
  const { deletionTimestamp, finalizers } = metadata
  const isHeld = Array.isArray(finalizers) && finalizers.length > 0
  return !isHeld && (verb === 'delete' || deletionTimestamp !== undefined)
}

/** Fields that change with every write and are irrelevant to the story. */
const madeByServer: ReadonlySet<string> = new Set([
  'managedFields',
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'generation',
])

function stateOf({ metadata, ...rest }: JsonObject): Pick<StoryObject, 'state'> {
  const fields = Object.entries(isJsonObject(metadata) ? metadata : {})
  const kept = Object.fromEntries(fields.filter(([field]) => !madeByServer.has(field)))
  const { apiVersion, kind, ...others } = rest
  const text = JSON.stringify({ apiVersion, kind, metadata: kept, ...others })
  return text.length > longestState ? {} : { state: text }
}
