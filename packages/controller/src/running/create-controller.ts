/** Runs a controller: starts its watches, maintains its queue, and works through it. */
import type { Change, Source } from '@kubewright/cache'
import {
  formatRef,
  type KubeObject,
  onAbort,
  type Ref,
  refOf,
  TimeSlice,
  toMs,
  track,
  withJitter,
} from '@kubewright/core'
import { type AddOptions, backgroundPriority, type QueueSnapshot, type Task, type WorkQueue } from '@kubewright/queue'
import type { Resource } from '@kubewright/resource'
import { AppliedChildren } from '../children/applied-children.ts'
import { AtMostEvery } from './at-most-every.ts'
import { childKey } from '../children/child.ts'
import { ownerOfLoss } from '../children/child-loss.ts'
import { homeAlone, homeCluster, homeOn } from '../cluster.ts'
import type { ControllerHost } from '../host/controller-host.ts'
import type { HotLoop } from '../host/controller-observer.ts'
import type { RunningController } from '../host/running-controller.ts'
import { ChildIndexes } from '../children/child-indexes.ts'
import { ControllerSources } from '../triggers/controller-sources.ts'
import type { Controller, Owned } from '../definition/define-controller.ts'
import { EventSink } from '../events/event-sink.ts'
import { FailingObjects } from '../reconcile/failing-objects.ts'
import { reportsIn } from '../definition/failure-report.ts'
import { groupsOf } from '../definition/group-controller.ts'
import { tellIfLong } from './long-reconcile.ts'
import { LostChildren } from '../children/lost-children.ts'
import { formatReason, type Reason, wakingReasons } from '../request/reason.ts'
import type { ReconcileRecord, ReconcileResult } from '../host/reconcile-record.ts'
import { type Due, ReconcileReporter } from '../reconcile/reconcile-reporter.ts'
import {
  type RunEnvironment,
  type RunRequest,
  runGroup,
  runReconcile,
  type RunResult,
} from '../reconcile/reconcile-run.ts'
import { RequeuePace } from './requeue-pace.ts'
import { parseRequestKey, requestKey } from '../request/request-key.ts'
import { conclude, fail } from './task-end.ts'
import { TaskDispatcher } from './task-dispatcher.ts'
import type { Trigger } from '../definition/trigger.ts'
import { runTrigger } from '../triggers/run-trigger.ts'
import type { TriggerState } from '../host/trigger-state.ts'
import { TriggerHealth } from '../triggers/trigger-health.ts'
import { lookupIn, onMember, onOwned, onPrimary, onWatched, reasonOf, type Wake } from '../triggers/triggers.ts'
import { StandbyBacklog } from '../triggers/standby-backlog.ts'
import type { WriteCount } from '../reconcile/write-count.ts'

/** Minimum interval between full requeues: each costs one reconcile per object. */
const lookAtAllEveryMs = 1_000

/** The cause of a full requeue. */
interface Occasion {
  readonly reason: Reason
  readonly change: Change
}

/** Starts no watch before `start`, and reconciles nothing before `work`. */
export function createController(controller: Controller, host: ControllerHost): RunningController {
  return new ControllerRun(controller, host)
}

/** Normalizes an entry of `owns`. */
function ownedOf(owned: Resource | Owned): Owned {
  return 'resource' in owned ? owned : { resource: owned }
}

class ControllerRun implements RunningController {
  readonly name: string
  /** For messages: the name, and the cluster if it is not home. */
  readonly #label: string
  readonly #where: { readonly cluster?: string }
  readonly #controller: Controller
  readonly #host: ControllerHost
  readonly #owned: readonly Owned[]
  readonly #line: TaskDispatcher
  readonly #slice: TimeSlice
  readonly #queue: WorkQueue<string, Reason>
  readonly #environment: RunEnvironment
  readonly #events: EventSink
  readonly #reporter: ReconcileReporter
  readonly #sources: ControllerSources
  readonly #running = new Map<string, string>()
  /** When the first change arrived that a queued key has not been reconciled for, as `clock.elapsed()`. */
  readonly #heardAt = new Map<string, number>()
  readonly #stop = new AbortController()
  /** The backlog of a standby; empty while the controller works. */
  readonly #backlog = new StandbyBacklog()
  readonly #everything: AtMostEvery<Occasion>
  readonly #pace: RequeuePace
  readonly #failing = new FailingObjects()
  /** Triggers that have been started. */
  readonly #triggers: TriggerHealth[] = []
  #isWorking = false
  #primary: Source | undefined
  #resync: Disposable | undefined

  constructor(controller: Controller, host: ControllerHost) {
    const cluster = host.cluster ?? homeOn(host.client, host.cache)
    this.name = controller.name
    const isHome = cluster.name === homeCluster
    this.#where = isHome ? {} : { cluster: cluster.name }
    this.#label = isHome ? this.name : `${this.name}@${cluster.name}`
    this.#pace = new RequeuePace(controller.name, this.#where.cluster)
    this.#controller = controller
    this.#host = host
    this.#owned = (controller.owns ?? []).map(ownedOf)
    this.#line = new TaskDispatcher({
      controller: this.#label,
      workers: host.workers,
      clock: host.clock,
      random: host.random,
      fairBy: (key) => this.#turnOf(key),
      ...(host.observer?.queue === undefined ? {} : { observer: host.observer.queue }),
    })
    this.#queue = this.#line.queue
    this.#everything = new AtMostEvery(host.clock, lookAtAllEveryMs, (occasion) => this.#lookAtAll(occasion))
    this.#slice = host.slice ?? new TimeSlice(host.clock)
    this.#events = new EventSink(host)
    this.#sources = new ControllerSources(host.cache, host.partition)
    this.#reporter = new ReconcileReporter({
      controller: controller.name,
      ...this.#where,
      host,
      events: this.#events,
      reportsLoops: controller.reportsLoops !== false,
      failing: this.#failing,
      reportsFailures: reportsIn(controller, 'events'),
      // The key of a group may be the name of an object that has nothing to do with the group.
      find: (object) => (controller['~grouping'] === undefined ? this.#primary?.get(object) : undefined),
      isGone: (object) => this.#isGone(requestKey(object)),
    })
    this.#environment = {
      controller,
      client: host.client,
      cache: host.cache,
      cluster,
      clusters: host.clusters ?? homeAlone(cluster),
      reads: host.cache.preferring(this.#sources.held),
      clock: host.clock,
      events: this.#events,
      owned: this.#owned.map(({ resource }) => resource),
      indexes: new ChildIndexes(),
      applied: new AppliedChildren(controller.name, Object.keys(host.partition?.childLabels ?? {})),
      toldOfKinds: new Set(),
      toldOfCalls: new Set(),
      appliedStatus: new Map(),
      generations: { areDropped: false },
      failing: this.#failing,
      lost: new LostChildren(() => host.clock.elapsed()),
      gone: new Set(),
      partition: host.partition,
    }
  }

  get queue(): QueueSnapshot<string, Reason> {
    return this.#queue.snapshot()
  }

  get triggers(): readonly TriggerState[] {
    return this.#triggers.map(({ state }) => state)
  }

  get droppedEvents(): number {
    return this.#events.dropped
  }

  get activity(): readonly string[] {
    const running = [...this.#running].map(([key, why]) => `${this.#label} reconciles ${key} (${why})`)
    const ready = this.#queue.size
    return ready === 0 ? running : [...running, `${this.#label} has ${ready} objects waiting`]
  }

  get hotLoops(): readonly HotLoop[] {
    return this.#pace.loops
  }

  history(object?: Ref): readonly ReconcileRecord[] {
    return this.#reporter.history(object)
  }

  trigger(object: Ref, by: string): void {
    this.#add(requestKey(object), { type: 'triggered', by })
  }

  async start(signal: AbortSignal): Promise<void> {
    const { applied, indexes } = this.#environment
    const primary = this.#sources.follow(this.#controller.for, this.#controller.scope)
    const owned = this.#owned.map((one) => {
      const source = this.#sources.follow(
        one.resource,
        {},
        { metadataOnly: one.metadataOnly ?? false, inspect: applied.inspect },
      )
      indexes.add(source)
      return [one, source] as const
    })
    const watched = (this.#controller.watches ?? []).map(
      (one) => [one, this.#sources.follow(one.resource, {}, { metadataOnly: one.metadataOnly ?? false })] as const,
    )
    this.#primary = primary
    if (this.#controller['~grouping'] !== undefined) primary.addIndex(this.#controller['~grouping'].index)
    const sources = [primary, ...owned.map(second), ...watched.map(second)]
    for (const index of this.#controller.indexes ?? []) this.#sources.among(sources, index.resource).addIndex(index)
    await Promise.all(sources.map((source) => source.synced({ signal })))
    const [wake, lookup] = [this.#wake, lookupIn(this.#environment.reads)]
    for (const [one, source] of owned) {
      source.subscribe((change) => change.type === 'deleted' && this.#forgetChild(one.resource, change))
      source.subscribe(this.#certainly('owned', one.resource, onOwned(this.#controller, one, wake)))
    }
    for (const [one, source] of watched) {
      const listener = onWatched(this.#controller, one, lookup, wake)
      source.subscribe(afterStart(this.#certainly('watched', one.resource, listener)))
    }
    primary.subscribe(({ type, object }) => type === 'deleted' && this.#forget(object))
    const grouping = this.#controller['~grouping']
    const listener =
      grouping === undefined ? onPrimary(this.#controller, wake) : onMember(this.#controller, grouping, wake)
    const type = grouping === undefined ? 'primary' : 'watched'
    primary.subscribe(this.#certainly(type, this.#controller.for, listener))
    this.#scheduleResync()
    for (const trigger of this.#controller.triggers ?? []) this.#runTrigger(trigger)
  }

  readonly #wake: Wake = (key, reason, { isInitial, heardAt }) => {
    if (!this.#heardAt.has(key)) this.#heardAt.set(key, heardAt)
    this.#add(key, reason, isInitial ? { priority: backgroundPriority } : {})
  }

  #add(key: string, reason: Reason, how: Pick<AddOptions<Reason>, 'priority' | 'after'> = {}): void {
    if (this.#isWorking) this.#queue.add(key, { ...how, reason })
    else if (this.#isGone(key)) this.#forgetKey(key)
    else this.#backlog.add(key, reason, how.priority === backgroundPriority)
  }

  /** The fairness group of a key. A throwing `fairBy` must not stall the object. */
  #turnOf(key: string): string {
    const ref = parseRequestKey(key)
    const { fairBy } = this.#controller
    try {
      return fairBy?.(ref) ?? ref.namespace ?? ''
    } catch (error) {
      this.#reporter.complain('fairBy failed, falling back to the namespace', { object: key, error })
      return ref.namespace ?? ''
    }
  }

  /** Whether the cache has no such object. A group exists even without members. */
  #isGone(key: string): boolean {
    if (this.#primary === undefined || this.#controller['~grouping'] !== undefined) return false
    return this.#primary.get(parseRequestKey(key)) === undefined
  }

  #forgetKey(key: string): void {
    this.#backlog.forget(key)
    this.#heardAt.delete(key)
  }

  /**
   * When a function of the controller throws, the affected objects are unknown: every object is requeued, at a limited rate. A
   * primary object needs no mapping, so only its own key is requeued.
   */
  #certainly(
    type: 'primary' | 'owned' | 'watched',
    resource: Resource,
    listener: (change: Change) => void,
  ): (change: Change) => void {
    return (change) => {
      try {
        listener(change)
      } catch (error) {
        const reason = reasonOf(type === 'owned' ? type : 'watched', resource, change)
        if (type === 'primary') this.#wake(requestKey(refOf(change.object)), reason, change)
        else this.#everything.ask({ reason, change })
        throw error // the cache reports it
      }
    }
  }

  #lookAtAll({ reason, change }: Occasion): void {
    for (const key of this.#allKeys()) this.#wake(key, reason, change)
  }

  #runTrigger(trigger: Trigger): void {
    const { name } = trigger
    const wake = (objects: Iterable<Ref>) => {
      for (const object of objects) this.trigger(object, name)
    }
    const health = new TriggerHealth(name, this.#host.clock)
    this.#triggers.push(health)
    void track(`trigger ${name}`, runTrigger(trigger, { wake, signal: this.#stop.signal, health, tools: this.#host }))
  }

  #scheduleResync(): void {
    const { resync } = this.#controller
    if (resync === undefined || this.#stop.signal.aborted) return
    const { clock, random } = this.#host
    const everyMs = toMs(resync)
    this.#resync = clock.schedule(withJitter(random, everyMs * 0.9, 0.2), () => {
      for (const key of this.#allKeys()) {
        const after = Math.floor(random.next() * everyMs * 0.1)
        this.#add(key, { type: 'resync' }, { priority: backgroundPriority, after })
      }
      this.#scheduleResync()
    })
  }

  #allKeys(): ReadonlySet<string> {
    const index = this.#controller['~grouping']?.index
    const keysOf = (object: KubeObject) =>
      index === undefined ? [requestKey(object.metadata)] : groupsOf(index, object)
    return new Set(this.#primary!.list().flatMap(keysOf))
  }

  async work(stop: AbortSignal, kill: AbortSignal = this.#stop.signal): Promise<void> {
    this.#begin()
    const workers = Array.from({ length: this.#controller.concurrency ?? 1 }, () => this.#workUntil(stop, kill))
    await Promise.all(workers)
    this.#isWorking = false
    await untilAborted(this.#events.drained(), kill)
  }

  #begin(): void {
    // Another replica may have written under the same field manager: read the ownership from the server again.
    this.#environment.appliedStatus.clear()
    this.#environment.generations.areDropped = false
    this.#isWorking = true
    for (const [key, { reasons, isBackground }] of this.#backlog.takeAll()) {
      for (const reason of reasons) this.#add(key, reason, isBackground ? { priority: backgroundPriority } : {})
    }
  }

  async #workUntil(stop: AbortSignal, kill: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      // Reconciles of objects in the desired state never yield: thousands of them would block the event loop.
      if (this.#slice.isOver) await this.#slice.next()
      using assignment = await this.#line.next(stop)
      if (assignment === undefined) return
      const { task } = assignment
      try {
        await this.#process(task, kill)
      } catch (error) {
        // A failure outside the reconcile, such as an observer or logger that throws, must not end the worker.
        this.#reporter.complain('worker failed, will retry the object', { key: task.key, error })
      }
    }
  }

  async #process(task: Task<string, Reason>, kill: AbortSignal): Promise<void> {
    using handedBack = task
    const why = wakingReasons(task.reasons).map(formatReason).join(', ')
    this.#running.set(task.key, why)
    const heardAt = this.#heardAt.get(task.key)
    this.#heardAt.delete(task.key)
    try {
      const subject = this.#subjectOf(task.key)
      if (subject !== undefined) await this.#reconcile(subject, { task: handedBack, heardAt }, kill)
    } catch (error) {
      // It may not have been reconciled: retry.
      task.retry({ reason: { type: 'retry' } })
      throw error
    } finally {
      this.#running.delete(task.key)
    }
  }

  /** The object or group of a key; `undefined` if the object is gone. */
  #subjectOf(key: string): Subject | undefined {
    const [environment, primary, grouping] = [this.#environment, this.#primary!, this.#controller['~grouping']]
    if (grouping !== undefined) {
      const members = primary.find(grouping.index, key)
      return {
        generation: sumOfGenerations(members),
        run: (request) => runGroup({ ...environment, grouping }, key, members, request),
      }
    }
    const object = primary.get(parseRequestKey(key))
    if (object === undefined) return undefined
    return {
      object,
      generation: object.metadata.generation,
      run: (request) => runReconcile(environment, object, request),
    }
  }

  async #reconcile(subject: Subject, due: Due, kill: AbortSignal): Promise<void> {
    const { ids, clock, log: hosts } = this.#host
    const { task } = due
    const [controller, object, id] = [this.name, parseRequestKey(task.key), ids.uuid()]
    const log = hosts.with({ controller, object: formatRef(object), reconcileId: id })
    const [startedAt, begun] = [clock.now(), clock.elapsed()]
    const writes: WriteCount & Required<Pick<WriteCount, 'written'>> = { sent: 0, changed: 0, written: [] }
    const { reasons } = task
    this.#reporter.began(id, object, task)
    using _ = tellIfLong(clock, log)
    const notAwaited: string[] = []
    const request = { ref: object, id, reasons, log, signal: kill, lifetime: kill, writes, notAwaited }
    const result = await this.#attempt(subject, due, request)
    const durationMs = clock.elapsed() - begun
    const record = {
      id,
      controller,
      ...this.#where,
      object,
      reasons,
      startedAt,
      durationMs,
      result,
      writes: { sent: writes.sent, changed: writes.changed },
      ...(writes.written.length === 0 ? {} : { written: writes.written }),
      ...(notAwaited.length === 0 ? {} : { notAwaited }),
    }
    this.#reporter.ended(record, subject.generation, log)
  }

  async #attempt(subject: Subject, due: Due, request: RunRequest): Promise<ReconcileResult> {
    const { partition } = this.#host
    const { task } = due
    const traced = (until?: AbortSignal) =>
      this.#reporter.traced(due, request.id, () => subject.run({ ...request, until }))
    try {
      // Groups need no guard: the partition already narrows the watch of their members.
      const { object } = subject
      const isGuarded = partition !== undefined && object !== undefined
      const result = isGuarded ? await partition.guard(object, traced) : await traced()
      return conclude(task, result ?? { type: 'gone' }, (askedMs) => this.#paced(subject, request, askedMs))
    } catch (error) {
      return fail(task, error, request.signal)
    }
  }

  /** The delay before the next reconcile. An object that requeues immediately without end is backed off. */
  #paced({ generation }: Subject, { ref: object, reasons, writes, log }: RunRequest, askedMs?: number): number {
    const isWoken = reasons.some(({ type }) => type !== 'again')
    const [isBusy, now] = [writes.changed > 0, this.#host.clock.elapsed()]
    const pace = this.#pace.note({ object, afterMs: askedMs, isBusy, isWoken, generation, now })
    if (pace?.loop !== undefined) this.#reporter.loops(pace.loop, log)
    return pace?.afterMs ?? 0
  }

  #forget(object: KubeObject): void {
    this.#pace.forget(refOf(object))
    const { applied, appliedStatus, lost, gone } = this.#environment
    const { uid } = object.metadata
    applied.forgetOwner(uid)
    this.#reporter.forget(object)
    appliedStatus.delete(uid)
    lost.forget(uid)
    gone.delete(uid)
  }

  #forgetChild(resource: Resource, change: Change): void {
    const { applied, lost, controller } = this.#environment
    const { object } = change
    applied.forget(object.metadata.uid)
    const find = (ref: Ref) => this.#primary?.get(ref)
    const owner = ownerOfLoss(change, { controller: this.name, primary: controller.for, find })
    if (owner !== undefined) lost.note(owner, childKey(resource, refOf(object)))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    this.#resync?.[Symbol.dispose]()
    this.#everything[Symbol.dispose]()
    this.#line[Symbol.dispose]()
    this.#sources[Symbol.dispose]()
    await this.#events[Symbol.asyncDispose]()
  }
}

/** The unit of a reconcile: an object, or a group. */
interface Subject {
  readonly object?: KubeObject
  /** Changes when the desired state changes. */
  readonly generation: number | undefined
  run(request: RunRequest): Promise<RunResult>
}

function sumOfGenerations(members: readonly KubeObject[]): number {
  return members.reduce((sum, { metadata }) => sum + (metadata.generation ?? 0), 0)
}

/** Resolves with `work`, or as soon as the signal is aborted. */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  let listening: Disposable | undefined
  const aborted = new Promise<void>((resolve) => (listening = onAbort(signal, resolve)))
  await Promise.race([work, aborted])
  listening?.[Symbol.dispose]()
}

function second<One, Two>([, two]: readonly [One, Two]): Two {
  return two
}

/** Skips the initial list of a watch: every primary object is reconciled at start anyway. */
function afterStart<C extends { readonly isInitial: boolean }>(listener: (change: C) => void): (change: C) => void {
  return (change) => {
    if (!change.isInitial) listener(change)
  }
}
