/**
 * Decides which objects take their next step: several objects concurrently, one step at a time per object. After each write the
 * object is evaluated again.
 */
import type { Logger } from '@kubewright/core'
import { track } from '@kubewright/core/tasks'
import { nextStep, type Step } from '../ring/placement.ts'
import type { MainObject } from './known-objects.ts'
import { type MarkStep, MarkWriter, type MarkWriterOptions, type MoveCounts } from './mark-writer.ts'
import { MisplacedObjects } from './misplaced-objects.ts'
import { MoveRetries } from './move-retries.ts'
import { concurrentWrites } from './write-limits.ts'

export interface MoverOptions extends Omit<MarkWriterOptions, 'retries' | 'requeue'> {
  readonly log: Logger
  /** How many objects may move concurrently. */
  readonly concurrentMoves: () => number
}

/** Maximum concurrent reads of objects whose drain is overdue. */
const concurrentRereads = 16

export class Mover {
  readonly #options: MoverOptions
  readonly #signal: AbortSignal
  readonly #writer: MarkWriter
  readonly #retries: MoveRetries
  readonly #misplaced: MisplacedObjects
  /** Objects to evaluate, in order. */
  readonly #due = new Set<string>()
  /** Objects to drain once there is room. They are not evaluated until then. */
  readonly #queued = new Set<string>()
  readonly #writing = new Set<string>()
  /** Objects whose shard was asked to release them and has not done so yet. */
  readonly #draining = new Set<string>()
  /** Objects that wait for all shards to confirm that they do not act on them. */
  readonly #ofUnknownOwner = new Set<string>()

  constructor(options: MoverOptions, signal: AbortSignal) {
    this.#options = options
    this.#signal = signal
    this.#retries = new MoveRetries(options.clock)
    this.#misplaced = new MisplacedObjects(options.clock)
    const requeue = (uid: string) => void this.#due.add(uid)
    this.#writer = new MarkWriter({ ...options, retries: this.#retries, requeue }, signal)
    signal.addEventListener('abort', () => this.#retries[Symbol.dispose](), { once: true })
  }

  get counts(): MoveCounts {
    return this.#writer.counts
  }

  get draining(): number {
    return this.#draining.size
  }

  /** Number of objects waiting to be evaluated or written. */
  get pending(): number {
    return this.#due.size + this.#queued.size + this.#writing.size
  }

  /** Misplaced objects, the longest misplaced first. */
  get misplaced(): MisplacedObjects['oldestFirst'] {
    return this.#misplaced.oldestFirst
  }

  get ofUnknownOwner(): ReadonlySet<string> {
    return this.#ofUnknownOwner
  }

  /** The object or the ring changed. */
  evaluate(uid: string): void {
    this.#queued.delete(uid)
    this.#due.add(uid)
    this.startSteps()
  }

  evaluateAll(): void {
    this.#queued.clear()
    for (const { placed } of this.#options.objects.mains) this.#due.add(placed.uid)
    for (const uid of this.#misplaced.uids) this.#due.add(uid) // some may be deleted
    this.startSteps()
  }

  /**
   * Reads objects whose drain takes long. An object that was deleted meanwhile kept the label of its shard to the end, so no
   * watch delivers the deletion, and it would occupy a place among the moving objects.
   */
  rereadLateDrains(): void {
    const { objects, mayAct } = this.#options
    let reads = 0
    for (const uid of this.#draining) {
      const main = objects.main(uid)
      if (main === undefined) this.evaluate(uid)
      if (main === undefined || this.#writing.has(uid)) continue
      if (!this.#misplaced.isLate(uid) || ++reads > concurrentRereads || !mayAct()) continue
      this.#misplaced.noteRead(uid)
      void track(`read ${main.key}`, this.#reread(main))
    }
  }

  async #reread(main: MainObject): Promise<void> {
    try {
      await this.#writer.reread(main)
      this.evaluate(main.placed.uid)
    } catch (error) {
      if (!this.#signal.aborted)
        this.#options.log.warn('object that is being moved could not be read, will retry', { object: main.key, error })
    }
  }

  /** Starts as many steps as there is room for. */
  startSteps(): void {
    if (this.#signal.aborted || !this.#options.mayAct()) return
    for (const uid of this.#due) {
      if (this.#writing.size >= concurrentWrites) return
      if (!this.#writing.has(uid)) this.#startStep(uid)
    }
    for (const uid of this.#queued) {
      if (this.#writing.size >= concurrentWrites || !this.#hasRoom) return
      this.#queued.delete(uid)
      this.#startStep(uid)
    }
  }

  get #hasRoom(): boolean {
    return this.#draining.size < this.#options.concurrentMoves()
  }

  #startStep(uid: string): void {
    const main = this.#options.objects.main(uid)
    if (main === undefined) return this.#forget(uid)
    const step = nextStep(main.placed, this.#options.viewOf(main))
    const isDrain = 'marks' in step && step.marks.isDraining
    this.#noteStep(uid, step)
    this.#due.delete(uid)
    if (isDrain && !this.#draining.has(uid) && !this.#hasRoom) return void this.#queued.add(uid)
    if (!('marks' in step)) return
    if (isDrain) this.#draining.add(uid)
    this.#writing.add(uid)
    void track(`move ${main.key}`, this.#carryOut(main, step))
  }

  #noteStep(uid: string, step: Step): void {
    const waitsFor = step.do === 'wait' ? step.for : undefined
    if (waitsFor === 'owner inquiry') this.#ofUnknownOwner.add(uid)
    else this.#ofUnknownOwner.delete(uid)
    if (waitsFor === 'drain') this.#draining.add(uid)
    else if (!('marks' in step && step.marks.isDraining)) this.#endDrain(uid)
    if (step.do === 'nothing') this.#misplaced.remove(uid)
    else this.#misplaced.add(uid)
  }

  /** Another object can drain in its place. */
  #endDrain(uid: string): void {
    if (this.#draining.delete(uid)) queueMicrotask(() => this.startSteps())
  }

  #forget(uid: string): void {
    this.#due.delete(uid)
    this.#queued.delete(uid)
    this.#ofUnknownOwner.delete(uid)
    this.#retries.clear(uid)
    this.#writer.forget(uid)
    this.#misplaced.remove(uid)
    this.#endDrain(uid)
  }

  async #carryOut(main: MainObject, step: MarkStep): Promise<void> {
    const { uid } = main.placed
    try {
      await this.#writer.write(main, step)
    } catch (error) {
      // Frees its place among the moving objects: a policy may reject this one for ever.
      if (!main.placed.isDraining) this.#draining.delete(uid)
      this.#retryLater(main, error)
    } finally {
      this.#writing.delete(uid)
      this.startSteps()
    }
  }

  #retryLater({ placed: { uid, namespace }, key, resource }: MainObject, error: unknown): void {
    if (this.#signal.aborted) return
    const { log, permissions } = this.#options
    const failures = this.#retries.noteFailure(uid)
    if (!permissions.note('mark', resource, error, namespace))
      log.warn('object could not be assigned or moved, will retry', { object: key, failures, error })
    this.#retries.schedule(uid, () => this.evaluate(uid))
  }
}
