/** The run of a failure as a sequence of messages between user, operator, server and things outside: for a diagram. Pure. */
import { formatDuration, isJsonObject, type JsonObject } from '@kubewright/core'
import { clusterOfKind } from './cluster-place.ts'
import type { Finding } from './failure.ts'
import { withoutFaults } from './plan.ts'
import { sentInShort } from './sent-in-short.ts'
import { newestReasons, toldPart, withoutIdleLooks } from './story-part.ts'
import type { TraceEntry } from './trace.ts'

/** An object after something has changed it. */
export interface StoryObject {
  /** `configmaps default/blog`; in another cluster `configmaps@east default/blog` */
  readonly name: string
  /** As JSON, without what the server makes of its own, such as managed fields; `null` once it is gone, absent if it is too long to be kept. */
  readonly state?: string | null
}

/** A fault of a single call, and where it struck: before the server heard of it, as its answer, or on the way back. */
export interface StruckCall {
  readonly text: string
  readonly at: 'request' | 'refusal' | 'answer'
}

export interface StoryMoment {
  readonly type: 'step' | 'call' | 'event' | 'begin' | 'end' | 'fault' | 'note' | 'wait' | 'quiet' | 'gap'
  /** Who acts: `user`, `operator 1`, `process 1`, `cluster`; of an event, the server. Absent where everything is concerned. */
  readonly from?: string
  /** Whom it reaches: `server`, `server east`, or a thing outside. */
  readonly to?: string
  /** `create configmaps default/blog` */
  readonly text: string
  /** The body that was sent, in short. */
  readonly sent?: string
  /** `201`, or `200, nothing changes`; absent if the caller never got to the server. */
  readonly answer?: string
  readonly struck?: StruckCall
  /** Objects that it changed, as far as the run has them. */
  readonly objects?: readonly StoryObject[]
}

export interface StorySequence {
  /** The objects that were there before the first moment. */
  readonly before: readonly StoryObject[]
  readonly moments: readonly StoryMoment[]
}

const mostMoments = 300
/** Moments kept from the beginning of a sequence that is too long. */
const keptFirst = 100
const longestState = 8_000

export interface SequenceParts {
  readonly finding: Pick<Finding, 'step'>
  readonly wrong: string
  readonly entries: readonly TraceEntry[]
}

/** The same part of the run that its story tells, with what is too long for a text. */
export function sequenceOf({ finding, wrong, entries }: SequenceParts): StorySequence {
  const part = toldPart(entries, finding.step, wrong === withoutFaults)
  const earlier = part.length === 0 ? [] : entries.slice(0, entries.indexOf(part[0]!))
  const moments = withoutIdleLooks(part).flatMap((entry) => momentOf(entry) ?? [])
  const begun = moments[0]?.type === 'quiet' && moments.length > 1 ? moments.slice(1) : moments
  return { before: last(earlier.flatMap(changedBy)).filter(({ state }) => state !== null), moments: shortened(begun) }
}

/** Moments that are left out still change objects. */
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

/** Each object once, as it is after all of these. */
function last(objects: readonly StoryObject[]): readonly StoryObject[] {
  return [...new Map(objects.map((one) => [one.name, one])).values()]
}

function momentOf(entry: TraceEntry): StoryMoment | undefined {
  switch (entry.type) {
    case 'step':
      return { type: 'step', from: 'user', text: `step ${entry.step}: ${entry.text}` }
    case 'quiet':
      return { type: 'quiet', text: 'all is quiet' }
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
const consequence = / starts$| stands by$|gets it$|^the outage is over|^the cluster removes|^time passes/

function noteOf(text: string): StoryMoment {
  const [actor] = /^(?:operator|process) \d+/.exec(text) ?? []
  return { type: consequence.test(text) ? 'note' : 'fault', ...(actor === undefined ? {} : { from: actor }), text }
}

function reconcileOf({ by, phase, object, controller, what }: Extract<TraceEntry, { type: 'reconcile' }>): StoryMoment {
  return phase === 'begins'
    ? { type: 'begin', from: by, text: `reconciles ${object} (${controller}: ${newestReasons(what)})` }
    : { type: 'end', from: by, text: `is done with ${object}: ${what}` }
}

/** Watches, reads of the user and reads of the cluster are left out unless a fault struck them. */
function callMoment(entry: Extract<TraceEntry, { type: 'call' }>): StoryMoment | undefined {
  const { by, call, status, fate, sent, changed, writes } = entry
  const isUntold = call.startsWith('watch ') || (by === 'user' && !writes) || (by === 'cluster' && !changed)
  if (isUntold && fate === undefined) return undefined
  const short = writes && sent !== undefined ? sentInShort(sent) : ''
  const objects = changedBy(entry)
  return {
    type: 'call',
    from: by,
    to: receiverOf(call),
    text: call,
    ...(short === '' ? {} : { sent: short }),
    ...(status === undefined ? {} : { answer: `${status}${writes && !changed ? ', nothing changes' : ''}` }),
    ...(fate === undefined ? {} : { struck: { text: fate, at: placeOf(fate, status !== undefined) } }),
    ...(objects.length === 0 ? {} : { objects }),
  }
}

function placeOf(fate: string, isDone: boolean): StruckCall['at'] {
  if (isDone) return 'answer'
  return fate.startsWith('answered with') ? 'refusal' : 'request'
}

/** `dns.ensure` is no request to a server. */
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

/** Without its subresource; with the name that the server gave it. */
function nameOf(call: string, kind: string, { kind: answered, metadata }: JsonObject): string {
  const plain = kind.split('/')[0]!
  if (answered === 'Status' || !isJsonObject(metadata)) return [plain, ...call.split(' ').slice(2)].join(' ')
  const { namespace, name } = metadata
  return `${plain} ${[namespace, name].filter((part) => typeof part === 'string').join('/')}`
}

/** An object that is deleted stays until its last finalizer is removed. */
function isGone(verb: string, { kind, metadata }: JsonObject): boolean {
  if (kind === 'Status') return verb === 'delete'
  if (!isJsonObject(metadata)) return false
  const { deletionTimestamp, finalizers } = metadata
  const isHeld = Array.isArray(finalizers) && finalizers.length > 0
  return !isHeld && (verb === 'delete' || deletionTimestamp !== undefined)
}

/** They differ from write to write and say nothing about the story. */
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
