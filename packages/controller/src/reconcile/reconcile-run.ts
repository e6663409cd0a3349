/** One reconcile of one object, from the state in the cache to the last write. */
import { type Cache, type CacheReads, readYourWrites } from '@kubewright/cache'
import { type Client, isNotFound } from '@kubewright/client'
import {
  type Clock,
  formatDuration,
  formatRef,
  type KubeObject,
  type Logger,
  type Ref,
  toMs,
  yes,
} from '@kubewright/core'
import { onAbort } from '@kubewright/core/tasks'
import { deadline } from '@kubewright/core/time'
import type { Resource } from '@kubewright/resource'
import type { AppliedChildren } from '../children/applied-children.ts'
import type { AppliedStatus } from '../status/applied-status.ts'
import { type CallKind, CallLedger, type ForgottenCall } from './call-ledger.ts'
import type { Cluster, ClusterSet } from '../cluster.ts'
import type { Children, Context } from '../definition/context.ts'
import type { Partition } from '../host/partition.ts'
import type { ChildIndexes } from '../children/child-indexes.ts'
import type { Controller } from '../definition/define-controller.ts'
import { controllerErrors } from '../errors.ts'
import type { EventSink } from '../events/event-sink.ts'
import type { FailingObjects } from './failing-objects.ts'
import { failedReason, reportsIn, stalled, stalledIn } from '../definition/failure-report.ts'
import { writingAs } from './field-manager.ts'
import { addFinalizer, hasFinalizer, removeFinalizer } from './finalizer.ts'
import { pausedAnnotation } from '../names.ts'
import type { GroupContext, Grouping } from '../definition/group-controller.ts'
import { warnIfLate } from './late-reconcile.ts'
import type { LostChildren } from '../children/lost-children.ts'
import type { Outcome } from '../definition/outcome.ts'
import { ownChildren } from '../children/own-children.ts'
import { publicMessage } from './public-message.ts'
import type { Reason } from '../request/reason.ts'
import { isGone, recreationGuard } from '../children/recreation-guard.ts'
import { requestKey } from '../request/request-key.ts'
import { StatusWriter } from '../status/status-writer.ts'
import { isTerminal } from '../definition/terminal-error.ts'
import { writerOf } from '../request/writer.ts'
import { trackedClient } from './tracked-client.ts'
import { trackedCluster, trackedClusters } from './tracked-clusters.ts'
import { countingWrites, type WriteCount } from './write-count.ts'

/** Shared by all reconciles of a controller. */
export interface RunEnvironment {
  readonly controller: Controller
  readonly client: Client
  readonly cache: Cache
  readonly cluster: Cluster
  readonly clusters: ClusterSet
  /** Prefers the sources the controller watches. */
  readonly reads: CacheReads
  readonly clock: Clock
  readonly events: EventSink
  readonly owned: readonly Resource[]
  readonly indexes: ChildIndexes
  readonly applied: AppliedChildren
  /** Lines with unawaited calls that have been reported already. */
  readonly reportedCalls: Set<string>
  /** Kinds passed to `own` but missing from `owns` that have been reported already. */
  readonly warnedKinds: Set<string>
  /** By uid, for objects in the cache. */
  readonly appliedStatus: Map<string, AppliedStatus>
  /** See `StatusWriterOptions`. */
  readonly generations: { areDropped: boolean }
  readonly failing: FailingObjects
  readonly lost: LostChildren
  /** Uids of objects the server has deleted while the cache still shows them. */
  readonly gone: Set<string>
  /** The partition of this process, if the work is shared. */
  readonly partition?: Pick<Partition, 'childLabels' | 'fencingToken'> | undefined
}

export interface RunRequest {
  readonly ref: Ref
  readonly id: string
  readonly reasons: readonly Reason[]
  readonly log: Logger
  /** Aborted at the deadline of the reconcile, and with `lifetime`. */
  readonly signal: AbortSignal
  /** Aborted when the reconcile must end so that its object can move to another process. */
  readonly until?: AbortSignal | undefined
  /** Aborted when all work here must end. Until then the status is written even after a reconcile that timed out. */
  readonly lifetime: AbortSignal
  readonly writes: WriteCount
  /** Filled with the calls that the reconcile did not await. */
  readonly notAwaited: string[]
}

/** A reconcile that can abort itself. */
interface EndableRequest extends RunRequest {
  /** Aborts its signal. */
  readonly leave: (reason: Error) => void
}

export type RunResult = { readonly type: 'gone' | 'paused' } | { readonly type: 'ran'; readonly outcome: Outcome }

/** Failure: rejects with the error of the reconcile, or with `KW_CONTROLLER_TIMEOUT`. */
export async function runReconcile(
  environment: RunEnvironment,
  object: KubeObject,
  request: RunRequest,
): Promise<RunResult> {
  // A uid is never reused.
  if (environment.gone.has(object.metadata.uid)) return { type: 'gone' }
  if (object.metadata.annotations?.[pausedAnnotation] === 'true') return { type: 'paused' }
  return await limited(environment, request, (limit) => runWithin(environment, object, limit))
}

/** The same for a group. Handling paused members is up to the group's reconcile. */
export async function runGroup(
  environment: RunEnvironment & { readonly grouping: Grouping },
  key: string,
  members: readonly KubeObject[],
  request: RunRequest,
): Promise<RunResult> {
  const { controller, grouping } = environment
  return await limited(environment, request, async (limit) => {
    const run = { environment, client: clientOf(environment, limit), request: limit }
    const outcome = await complete(run, (calls) => {
      const ctx = sharedContext(run, calls)
      return grouping.reconcile(key, members as never, ctx)
    })
    return { type: 'ran', outcome: definite(outcome, controller.name, request.ref) }
  })
}

/** Runs with a signal that is aborted at the deadline. A failure after that is reported as a timeout. */
async function limited(environment: RunEnvironment, request: RunRequest, run: Running): Promise<RunResult> {
  const { controller, clock } = environment
  const { timeout, name } = controller
  if (timeout === undefined) return await endable(request, run)
  const late = () => tooLate(name, request.ref, toMs(timeout))
  using limit = deadline(clock, timeout, late, request.signal)
  using _ = warnIfLate(clock, timeout, request.log, request.signal)
  try {
    return await endable({ ...request, signal: limit.signal }, run)
  } catch (error) {
    throw limit.signal.aborted && !request.signal.aborted ? limit.signal.reason : error
  }
}

type Running = (request: EndableRequest) => Promise<RunResult>

/**
 * Gives each reconcile its own signal, so that a leaked abort listener is garbage collected with it. A reconcile that was aborted
 * because the object is gone has not failed, whatever error it ended with.
 */
async function endable(request: RunRequest, run: Running): Promise<RunResult> {
  const own = new AbortController()
  using _ = following(own, request.signal)
  using _1 = request.until && following(own, request.until)
  try {
    return await run({ ...request, signal: own.signal, leave: (reason) => own.abort(reason) })
  } catch (error) {
    if (isGone(own.signal.reason)) return { type: 'gone' }
    throw error
  }
}

/** Not `AbortSignal.any`: in Node 20 its results are retained by source signals that live as long as the process. */
function following(own: AbortController, parent: AbortSignal): Disposable | undefined {
  const follow = () => own.abort(parent.reason)
  if (!parent.aborted) return onAbort(parent, follow)
  follow()
  return undefined
}

async function runWithin(environment: RunEnvironment, object: KubeObject, request: EndableRequest): Promise<RunResult> {
  const { controller } = environment
  const { finalizer } = controller
  const client = clientOf(environment, request)
  const run = { environment, client, request }
  const write = { client, resource: controller.for, signal: request.signal }
  const isGoing = object.metadata.deletionTimestamp !== undefined
  if (isGoing && finalizer !== undefined && hasFinalizer(object, finalizer.name)) {
    const outcome = await call(run, object, (ctx) => finalizer.cleanup(object as never, ctx as never))
    if (outcome.kind === 'done')
      await removeFinalizer(latest(environment, object), finalizer.name, write).catch(ignoreGone)
    return { type: 'ran', outcome }
  }
  if (isGoing && controller.seesDeletion !== true) return { type: 'gone' }
  const guarded =
    isGoing || finalizer === undefined || hasFinalizer(object, finalizer.name)
      ? object
      : await addFinalizer(object, finalizer.name, write).catch(ignoreGone)
  if (guarded === undefined) return { type: 'gone' }
  const outcome = await call(run, guarded, (ctx) => controller.reconcile(guarded as never, ctx as never))
  return { type: 'ran', outcome }
}

/** Another client finished the deletion, or deleted it just now: nothing is left to write to. */
function ignoreGone(error: unknown): undefined {
  if (!isNotFound(error)) throw error
}

/** Writes of this reconcile may have changed the object since it began. */
function latest({ reads, controller }: RunEnvironment, object: KubeObject): KubeObject {
  const now = reads.get(controller.for, object.metadata) as KubeObject | undefined
  return now?.metadata.uid === object.metadata.uid ? now : object
}

function clientOf({ controller, client, cache, reads }: RunEnvironment, { ref, writes }: RunRequest): Client {
  const named = writingAs(controller.name, client)
  const noted = readYourWrites(named, cache, writerOf(controller.name, requestKey(ref)))
  return countingWrites(noted, writes, (resource, subject) => known(reads, resource, subject))
}

/** The cached state of an object about to be written. */
function known(cache: CacheReads, resource: Resource, subject: unknown): KubeObject | undefined {
  const ref = ((subject as { metadata?: Ref } | undefined)?.metadata ?? subject) as Ref | undefined
  if (ref?.name === undefined) return undefined
  try {
    return cache.get(resource, ref) as KubeObject | undefined
  } catch {
    return undefined // a kind without a source
  }
}

type Work = (ctx: Context) => Promise<Outcome>

/** One reconcile, with the client that attributes its writes to it. */
interface Run {
  readonly environment: RunEnvironment
  readonly client: Client
  readonly request: EndableRequest
}

/** Runs user code, and writes the status it set, whether it succeeds or fails. */
async function call(run: Run, object: KubeObject, work: Work): Promise<Outcome> {
  const { environment, client, request } = run
  const { controller, clock, appliedStatus } = environment
  const status = new StatusWriter({
    resource: controller.for,
    client,
    fieldManager: controller.name,
    now: () => clock.now(),
    applied: appliedStatus,
    generations: environment.generations,
  })
  const flush = () => flushStatus(run, object, status)
  let outcome: Outcome
  try {
    outcome = await complete(run, (calls) => work(contextOf(run, object, status, calls)))
  } catch (error) {
    judgeFailure(run, object, status, error)
    await flush().catch((failure: unknown) =>
      request.log.warn('status of a failed reconcile could not be written, the next reconcile sets it', {
        error: failure,
      }),
    )
    throw error
  }
  definite(outcome, controller.name, request.ref)
  if (stalledIn(latest(environment, object))) status.judge(stalled, undefined)
  await flush()
  return outcome
}

/** Sets the `Stalled` condition if the object keeps failing and the kind has conditions. */
function judgeFailure({ environment, request }: Run, object: KubeObject, status: StatusWriter, error: unknown): void {
  const { controller, failing, clock } = environment
  if (!reportsIn(controller, 'condition') || request.lifetime.aborted) return
  const failure = { isTerminal: isTerminal(error), now: clock.elapsed() }
  if (!failing.isStalled(request.ref, failure) && !stalledIn(latest(environment, object))) return
  status.judge(stalled, yes(failedReason, publicMessage(error)))
}

/** Skips the write without an error if the object is gone. */
async function flushStatus({ environment, request }: Run, object: KubeObject, status: StatusWriter): Promise<void> {
  if (!status.isSet || isGone(request.signal.reason)) return
  const { uid, generation } = object.metadata
  const { controller, reads, appliedStatus } = environment
  const find = () => known(reads, controller.for, object)
  const before = find()
  // The name has been taken by another object that has not been reconciled yet.
  if (before !== undefined && before.metadata.uid !== uid) return
  try {
    await status.flush(before ?? object, generation, request.lifetime)
  } finally {
    // If it is gone, its deletion event has passed: no later event would remove the entry.
    if (find()?.metadata.uid !== uid) appliedStatus.delete(uid)
  }
}

/** Untyped programs may return anything. */
function definite(outcome: Outcome | undefined, controller: string, ref: Ref): Outcome {
  if (outcome?.kind !== 'done' && outcome?.kind !== 'again') throw noOutcome(controller, ref)
  return outcome
}

/**
 * Awaits a reconcile even if it ignores its signal: its key is not free until it ends. A synchronous reconcile may return a plain
 * value.
 */
async function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const value = await work()
  signal.throwIfAborted()
  return value
}

/** Runs user code to its end, including calls that it did not await. */
async function complete(run: Run, work: (calls: CallLedger) => Promise<Outcome>): Promise<Outcome> {
  const { signal } = run.request
  const ledger = new CallLedger((call) => reportForgotten(run, [call]))
  let failure: { readonly error: unknown } | undefined
  let outcome: Outcome | undefined
  try {
    outcome = await unlessAborted(signal, () => work(ledger))
  } catch (error) {
    failure = { error }
  }
  if (!ledger.isSettled) {
    const forgotten = await ledger.close(signal)
    reportForgotten(run, forgotten)
    failure ??= forgotten.find((call) => 'error' in call) as typeof failure
  }
  if (failure !== undefined) throw failure.error
  return outcome as Outcome
}

/** Reports each line once: it is a bug in the program and recurs with every object. */
function reportForgotten({ environment, request }: Run, calls: readonly ForgottenCall[]): void {
  const { reportedCalls } = environment
  for (const { name, line, ...failure } of calls) {
    request.notAwaited.push(`${name} at ${line}`)
    const level = reportedCalls.has(line) ? 'debug' : 'error'
    reportedCalls.add(line)
    const next = 'Put `await` before the call.'
    request.log[level]('reconcile returned before a call finished, await is missing', {
      call: name,
      line,
      next,
      ...failure,
    })
  }
}

function sharedContext({ environment, client: plain, request }: Run, calls: CallLedger): GroupContext {
  const { reads, clock } = environment
  const caller = { controller: environment.controller.name, calls }
  const client = trackedClient(plain, calls)
  const cluster = trackedCluster(environment.cluster, 'cluster', caller)
  const clusters = trackedClusters(environment.clusters, caller)
  const { log, signal, reasons, id } = request
  const now = () => new Date(clock.now())
  return { client, cache: reads, cluster, clusters, log, signal, now, clock, reasons, reconcileId: id }
}

function contextOf(run: Run, object: KubeObject, status: StatusWriter, calls: CallLedger): Context {
  const { environment, client, request } = run
  const { controller, reads, events, owned, indexes, applied, warnedKinds, partition, lost } = environment
  const { log, signal, leave } = request
  const { for: resource } = controller
  const gone = () => noteGone(environment, object)
  const ownAll = (children: Children, how = {}) =>
    ownChildren(object, children, how, {
      controller: controller.name,
      client,
      cache: reads,
      log,
      signal,
      owned,
      indexes,
      applied,
      warnedKinds,
      labels: partition?.childLabels,
      mayCreate: recreationGuard(object, { resource, client, signal, lost, gone, leave }),
    })
  return {
    ...sharedContext(run, calls),
    events: events.recorderFor(object),
    fencingToken: partition?.fencingToken?.(object),
    own: function own(children: Children, how?: object) {
      return calls.track(ownCall, ownAll(children, how), own)
    } as Context['own'],
    setStatus: function setStatus(fields, conditions = {}) {
      // Takes effect at once: an unawaited call matters only if it fails.
      try {
        status.set(fields, conditions)
        return Promise.resolve()
      } catch (error) {
        return calls.track(setStatusCall, Promise.reject(error as Error), setStatus)
      }
    },
  }
}

const ownCall: CallKind = { name: 'own', isWrite: true }
const setStatusCall: CallKind = { name: 'setStatus', isWrite: false }

/** Remembers the uid only while the cache still shows the object. */
function noteGone({ gone, reads, controller }: RunEnvironment, { metadata }: KubeObject): void {
  const { uid } = metadata
  if ((reads.get(controller.for, metadata) as KubeObject | undefined)?.metadata.uid === uid) gone.add(uid)
}

function tooLate(controller: string, ref: Ref, ms: number): Error {
  return controllerErrors('KW_CONTROLLER_TIMEOUT', {
    what: `reconcile ${formatRef(ref)} within ${formatDuration(ms)}`,
    why: `the reconcile of the controller ${controller} was still running`,
    next: 'Pass `ctx.signal` to every call that can block, or give the controller a longer `timeout`.',
    details: { controller, object: formatRef(ref) },
  })
}

function noOutcome(controller: string, ref: Ref): Error {
  return controllerErrors('KW_CONTROLLER_OUTCOME', {
    what: `use the outcome of the reconcile of ${formatRef(ref)}`,
    why: `the controller ${controller} returned neither done() nor again(…)`,
    next: 'Return one of them from every path.',
    details: { controller },
  })
}
