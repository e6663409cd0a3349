/**
 * Executes the steps that objects need: several objects concurrently, one step at a time per object. Every write uses
 * optimistic concurrency; after a conflict the object is evaluated again.
 */
import { type Client, isConflict, isNotFound } from '@kubewright/client'
import { backOffMs, type Clock, type Logger, track } from '@kubewright/core'
import { marksPatch } from '../ring/marks.ts'
import { shardLabel } from '../names.ts'
import type { ChildObject, MainObject, KnownObjects } from './known-objects.ts'
import { nextStep, type RingView, type Step } from '../ring/placement.ts'
import type { MissingPermissions } from './missing-permissions.ts'

export interface MoverOptions {
  readonly client: Client
  readonly clock: Clock
  readonly log: Logger
  readonly ring: string
  readonly book: KnownObjects
  /** The current view of the ring for an object. */
  readonly viewOf: (main: MainObject) => RingView
  /** How many objects may move concurrently. */
  readonly concurrentMoves: () => number
  /** Whether the process leads right now. */
  readonly mayAct: () => boolean
  readonly refusals: MissingPermissions
}

export interface MoveCounts {
  readonly assignments: number
  readonly moves: number
  readonly drains: number
  readonly restores: number
}

/** Concurrent writes. The client would not send more either. */
const concurrentWrites = 16
const writeTimeout = '5s'
const firstRetryMs = 500
const longestRetryMs = 30_000
/** How often a write is retried without delay after a conflict. */
const quickRetries = 3

interface Astray {
  /** Since when, in wall clock time. */
  readonly since: number
  /** When it was last read because it is late, as `clock.elapsed()`. */
  checkedAt: number
}

/** An object that takes longer than this may have been deleted, which no watch of the sharder delivers. */
const lateAfterMs = 10_000
/** How many of those are read at once. */
const lateReads = 16

export class Mover {
  readonly #options: MoverOptions
  readonly #signal: AbortSignal
  /** Objects to evaluate, in order. */
  readonly #due = new Set<string>()
  /** Objects to drain once there is room. They are not evaluated until then. */
  readonly #queued = new Set<string>()
  readonly #writing = new Set<string>()
  /** Objects whose shard was asked to release them and has not done so yet. */
  readonly #draining = new Set<string>()
  /** Objects that wait for all shards to confirm that they do not act on them. */
  readonly #unproven = new Set<string>()
  /** Exactly the objects that were misplaced at their last evaluation. */
  readonly #astray = new Map<string, Astray>()
  readonly #failures = new Map<string, number>()
  /**
   * The version of an object on which a write without an answer was based. The write may have been stored, or may still arrive, until
   * the object is known in a newer version.
   */
  readonly #unanswered = new Map<string, string>()
  readonly #timers = new Set<Disposable>()
  readonly #counts = { assignments: 0, moves: 0, drains: 0, restores: 0 }

  constructor(options: MoverOptions, signal: AbortSignal) {
    this.#options = options
    this.#signal = signal
    signal.addEventListener('abort', () => this.#stop(), { once: true })
  }

  get counts(): MoveCounts {
    return this.#counts
  }

  get draining(): number {
    return this.#draining.size
  }

  /** Number of objects waiting to be evaluated or written. */
  get pending(): number {
    return this.#due.size + this.#queued.size + this.#writing.size
  }

  /** Misplaced objects, the longest waiting first. */
  get late(): readonly { readonly uid: string; readonly since: number }[] {
    return [...this.#astray].map(([uid, { since }]) => ({ uid, since })).sort((one, two) => one.since - two.since)
  }

  get unproven(): ReadonlySet<string> {
    return this.#unproven
  }

  /** The object or the ring changed. */
  look(uid: string): void {
    this.#queued.delete(uid)
    this.#due.add(uid)
    this.pump()
  }

  lookAtAll(): void {
    this.#queued.clear()
    for (const { placed } of this.#options.book.mains) this.#due.add(placed.uid)
    for (const uid of this.#astray.keys()) this.#due.add(uid) // some may be deleted
    this.pump()
  }

  /**
   * Reads objects whose drain takes long. An object that was deleted meanwhile kept the label of its shard to the end, so no
   * watch delivers the deletion, and it would occupy a place among the moving objects.
   */
  lookAtLate(): void {
    const { clock, book, mayAct } = this.#options
    const now = clock.elapsed()
    let reads = 0
    for (const uid of this.#draining) {
      const astray = this.#astray.get(uid)
      const main = book.main(uid)
      if (main === undefined) this.look(uid)
      if (main === undefined || astray === undefined || this.#writing.has(uid)) continue
      if (now - astray.checkedAt < lateAfterMs || ++reads > lateReads || !mayAct()) continue
      astray.checkedAt = now
      void track(`read ${main.key}`, this.#reread(main))
    }
  }

  async #reread(main: MainObject): Promise<void> {
    try {
      await this.#read(main)
      this.look(main.placed.uid)
    } catch (error) {
      if (!this.#signal.aborted)
        this.#options.log.warn('moving object could not be read, will retry', { object: main.key, error })
    }
  }

  /** Starts as many steps as there is room for. */
  pump(): void {
    if (this.#signal.aborted || !this.#options.mayAct()) return
    for (const uid of this.#due) {
      if (this.#writing.size >= concurrentWrites) return
      if (!this.#writing.has(uid)) this.#begin(uid)
    }
    for (const uid of this.#queued) {
      if (this.#writing.size >= concurrentWrites || !this.#hasRoom) return
      this.#queued.delete(uid)
      this.#begin(uid)
    }
  }

  get #hasRoom(): boolean {
    return this.#draining.size < this.#options.concurrentMoves()
  }

  #begin(uid: string): void {
    const main = this.#options.book.main(uid)
    if (main === undefined) return this.#forget(uid)
    const step = nextStep(main.placed, this.#options.viewOf(main))
    const isDrain = 'marks' in step && step.marks.isDraining
    this.#setWaiting(uid, step)
    this.#setAstray(uid, step)
    this.#due.delete(uid)
    if (isDrain && !this.#draining.has(uid) && !this.#hasRoom) return void this.#queued.add(uid)
    if (!('marks' in step)) return
    if (isDrain) this.#draining.add(uid)
    this.#writing.add(uid)
    void track(`move ${main.key}`, this.#carryOut(main, step))
  }

  #setWaiting(uid: string, step: Step): void {
    const waitsFor = step.do === 'wait' ? step.for : undefined
    if (waitsFor === 'roll call') this.#unproven.add(uid)
    else this.#unproven.delete(uid)
    const isDraining = waitsFor === 'drain' || ('marks' in step && step.marks.isDraining)
    if (isDraining && waitsFor === 'drain') this.#draining.add(uid)
    else if (!isDraining && this.#draining.delete(uid)) queueMicrotask(() => this.pump())
  }

  #setAstray(uid: string, step: Step): void {
    const { clock } = this.#options
    if (step.do === 'nothing') this.#astray.delete(uid)
    else if (!this.#astray.has(uid)) this.#astray.set(uid, { since: clock.now(), checkedAt: clock.elapsed() })
  }

  #forget(uid: string): void {
    this.#due.delete(uid)
    this.#queued.delete(uid)
    this.#unproven.delete(uid)
    this.#failures.delete(uid)
    this.#unanswered.delete(uid)
    this.#astray.delete(uid)
    if (this.#draining.delete(uid)) queueMicrotask(() => this.pump())
  }

  async #carryOut(main: MainObject, step: Extract<Step, { readonly marks: unknown }>): Promise<void> {
    const { uid } = main.placed
    try {
      if (step.do === 'assign') await this.#assign(main, step)
      else await this.#write(main, step)
    } catch (error) {
      // Frees its place among the moving objects: a policy may reject this one for ever.
      if (!main.placed.isDraining) this.#draining.delete(uid)
      this.#later(main, error)
    } finally {
      this.#writing.delete(uid)
      this.pump()
    }
  }

  /** Children first, so that the new shard sees them when it gets the object. See decision 0241. */
  async #assign(main: MainObject, step: Extract<Step, { readonly marks: unknown }>): Promise<void> {
    const { uid, resourceVersion } = main.placed
    const isUncertain = this.#unanswered.get(uid) === resourceVersion
    if (!isUncertain) {
      this.#unanswered.delete(uid)
      await this.#bringChildren(main, step.marks.label)
    }
    await this.#write(main, step)
    // The object may have been assigned to another shard, unknown to us. Only its own write, by optimistic concurrency, proves otherwise.
    if (isUncertain && this.#options.book.main(uid)?.placed.note === step.marks.label)
      await this.#bringChildren(main, step.marks.label)
  }

  async #write(main: MainObject, { do: what, marks }: Extract<Step, { readonly marks: unknown }>): Promise<void> {
    const { client, clock, ring, book, viewOf, mayAct, refusals } = this.#options
    const { uid, namespace, name } = main.placed
    const ref = namespace === undefined ? { name } : { namespace, name }
    // Moving the children took time: the step must still be the right one.
    const now = nextStep(main.placed, viewOf(main))
    if (!mayAct() || now.do !== what || !('marks' in now) || now.marks.label !== marks.label) {
      this.#due.add(uid)
      return
    }
    try {
      const patch = marksPatch(main.placed, marks, { ring, now: clock.now() })
      const options = { signal: this.#signal, timeout: writeTimeout }
      const written = await client.metadata.patch(main.resource, ref, patch as never, options as never)
      refusals.allow('mark', main.resource, namespace)
      this.#tally(what, main)
      this.#failures.delete(uid)
      book.noteMain(main.resource, written)
    } catch (error) {
      if (isNotFound(error)) book.remove(uid)
      else if (isConflict(error)) await this.#reconcileWith(main, error)
      else {
        this.#unanswered.set(uid, main.placed.resourceVersion)
        throw error
      }
    }
    this.#due.add(uid)
  }

  /** A conflict. After repeated conflicts the object is left alone for a while. */
  async #reconcileWith(main: MainObject, conflict: unknown): Promise<void> {
    await this.#read(main)
    const { uid } = main.placed
    const failures = this.#failures.get(uid) ?? 0
    if (failures >= quickRetries) throw conflict
    this.#failures.set(uid, failures + 1)
  }

  #tally(what: string, { hadShard }: MainObject): void {
    if (what === 'assign') this.#counts[hadShard ? 'moves' : 'assignments']++
    else if (what === 'drain') this.#counts.drains++
    else if (what === 'restore') this.#counts.restores++
  }

  async #read({ resource, placed: { uid, namespace, name } }: MainObject): Promise<void> {
    const { client, book } = this.#options
    const ref = namespace === undefined ? { name } : { namespace, name }
    try {
      const found = await client.metadata.get(resource, ref, { signal: this.#signal })
      if (found.metadata.uid === uid) book.noteMain(resource, found)
      else book.remove(uid)
    } catch (error) {
      if (!isNotFound(error)) throw error
      book.remove(uid)
    }
  }

  async #bringChildren({ placed: { uid } }: MainObject, shard: string): Promise<void> {
    for (let left = quickRetries; left > 0; left--) {
      const astray = this.#options.book.childrenOf(uid).filter(({ placed }) => placed.label !== shard)
      const brought = await Promise.all(astray.map((child) => this.bring(child, shard)))
      if (brought.every((isDone) => isDone)) return
    }
  }

  /**
   * Labels a child with optimistic concurrency: a delayed request must not move it to a former shard of its owner. Best
   * effort: the label only makes the child visible, and its owner decides who may act. Resolves to false after a conflict,
   * when it was read again.
   */
  async bring({ resource, placed }: ChildObject, shard: string): Promise<boolean> {
    const { client, ring, book, log, mayAct, refusals } = this.#options
    if (!mayAct()) return true
    const { uid, resourceVersion, namespace, name } = placed
    const ref = namespace === undefined ? { name } : { namespace, name }
    const labels = { [shardLabel(ring)]: shard === '' ? null : shard }
    const options = { signal: this.#signal, timeout: writeTimeout } as never
    try {
      const patch = { metadata: { uid, resourceVersion, labels } }
      book.noteChild(resource, await client.metadata.patch(resource, ref, patch as never, options))
      refusals.allow('mark', resource, namespace)
    } catch (error) {
      if (isConflict(error)) return !(await this.#rereadChild({ resource, placed }))
      if (isNotFound(error)) book.remove(uid)
      else if (!this.#signal.aborted && !refusals.note('mark', resource, error, namespace))
        log.warn('child could not be labelled, will retry', { child: name, error })
    }
    return true
  }

  /** Resolves to whether it exists and its current state is known. An unreadable child is found by the next list. */
  async #rereadChild({ resource, placed: { uid, namespace, name } }: Omit<ChildObject, 'owner'>): Promise<boolean> {
    const { client, book, log } = this.#options
    book.remove(uid)
    const ref = namespace === undefined ? { name } : { namespace, name }
    try {
      const found = await client.metadata.get(resource, ref, { signal: this.#signal })
      return found.metadata.uid === uid && book.noteChild(resource, found) !== undefined
    } catch (error) {
      if (!isNotFound(error) && !this.#signal.aborted)
        log.warn('child could not be read, will retry', { child: name, error })
      return false
    }
  }

  /** Retries with back-off. */
  #later({ placed: { uid, namespace }, key, resource }: MainObject, error: unknown): void {
    if (this.#signal.aborted) return
    const { clock, log, refusals } = this.#options
    const failures = (this.#failures.get(uid) ?? 0) + 1
    this.#failures.set(uid, failures)
    if (!refusals.note('mark', resource, error, namespace))
      log.warn('object could not be moved, will retry', { object: key, failures, error })
    const timer = clock.schedule(backOffMs(failures, firstRetryMs, longestRetryMs), () => {
      this.#timers.delete(timer)
      this.look(uid)
    })
    this.#timers.add(timer)
  }

  #stop(): void {
    for (const timer of this.#timers) timer[Symbol.dispose]()
    this.#timers.clear()
  }
}
