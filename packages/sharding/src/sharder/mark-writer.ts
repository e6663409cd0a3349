/**
 * Writes the marks of objects. Every write uses optimistic concurrency, and is still the right step when it is sent. After a
 * conflict the object is read again.
 */
import { type Client, isConflict, isNotFound } from '@kubewright/client'
import type { Clock } from '@kubewright/core'
import type { MissingPermissions } from '../missing-permissions.ts'
import { marksPatch } from '../ring/marks.ts'
import { nextStep, type RingView, type Step } from '../ring/placement.ts'
import type { ChildLabels } from './child-labels.ts'
import type { KnownObjects, MainObject } from './known-objects.ts'
import type { MoveRetries } from './move-retries.ts'
import { quickRetries, writeTimeout } from './write-limits.ts'

/** A step that changes the marks of an object. */
export type MarkStep = Extract<Step, { readonly marks: unknown }>

export interface MarkWriterOptions {
  readonly client: Client
  readonly clock: Clock
  readonly ring: string
  readonly objects: KnownObjects
  readonly children: Pick<ChildLabels, 'writeAll'>
  readonly retries: MoveRetries
  /** The current view of the ring for an object. */
  readonly viewOf: (main: MainObject) => RingView
  /** Whether the process leads right now. */
  readonly mayAct: () => boolean
  readonly permissions: MissingPermissions
  /** The object has to be evaluated again. */
  readonly requeue: (uid: string) => void
}

export interface MoveCounts {
  readonly assignments: number
  readonly moves: number
  readonly drains: number
  readonly restores: number
}

export class MarkWriter {
  readonly #options: MarkWriterOptions
  readonly #signal: AbortSignal
  /**
   * The version of an object on which a write without an answer was based. The write may have been stored, or may still arrive,
   * until the object is known in a newer version.
   */
  readonly #unanswered = new Map<string, string>()
  readonly #counts = { assignments: 0, moves: 0, drains: 0, restores: 0 }

  constructor(options: MarkWriterOptions, signal: AbortSignal) {
    this.#options = options
    this.#signal = signal
  }

  get counts(): MoveCounts {
    return this.#counts
  }

  /** Failure: rejects if the write has to be retried later. */
  write(main: MainObject, step: MarkStep): Promise<void> {
    return step.do === 'assign' ? this.#assign(main, step) : this.#write(main, step)
  }

  /** Reads an object from the server. */
  async reread({ resource, placed: { uid, namespace, name } }: MainObject): Promise<void> {
    const { client, objects } = this.#options
    const ref = namespace === undefined ? { name } : { namespace, name }
    try {
      const found = await client.metadata.get(resource, ref, { signal: this.#signal })
      if (found.metadata.uid === uid) objects.noteMain(resource, found)
      else objects.remove(uid)
    } catch (error) {
      if (!isNotFound(error)) throw error
      objects.remove(uid)
    }
  }

  /** The object is gone. */
  forget(uid: string): void {
    this.#unanswered.delete(uid)
  }

  /** Children first, so that the new shard sees them when it gets the object. See decision 0241. */
  async #assign(main: MainObject, step: MarkStep): Promise<void> {
    const { objects, children } = this.#options
    const { uid, resourceVersion } = main.placed
    const isUncertain = this.#unanswered.get(uid) === resourceVersion
    if (!isUncertain) {
      this.#unanswered.delete(uid)
      await children.writeAll(main, step.marks.label)
    }
    await this.#write(main, step)
    // The object may have been assigned to another shard, unknown to us. Only its own write, by optimistic concurrency, proves otherwise.
    if (isUncertain && objects.main(uid)?.placed.note === step.marks.label)
      await children.writeAll(main, step.marks.label)
  }

  async #write(main: MainObject, { do: what, marks }: MarkStep): Promise<void> {
    const { client, clock, ring, objects, retries, viewOf, mayAct, permissions, requeue } = this.#options
    const { uid, namespace, name } = main.placed
    const ref = namespace === undefined ? { name } : { namespace, name }
    // Moving the children took time: the step must still be the right one.
    const now = nextStep(main.placed, viewOf(main))
    if (!mayAct() || now.do !== what || !('marks' in now) || now.marks.label !== marks.label) return requeue(uid)
    try {
      const patch = marksPatch(main.placed, marks, { ring, now: clock.now() })
      const options = { signal: this.#signal, timeout: writeTimeout }
      const written = await client.metadata.patch(main.resource, ref, patch as never, options as never)
      permissions.allow('mark', main.resource, namespace)
      this.#count(what, main)
      retries.clear(uid)
      objects.noteMain(main.resource, written)
    } catch (error) {
      if (isNotFound(error)) objects.remove(uid)
      else if (isConflict(error)) await this.#resolveConflict(main, error)
      else {
        this.#unanswered.set(uid, main.placed.resourceVersion)
        throw error
      }
    }
    requeue(uid)
  }

  /** Failure: rejects with the conflict after repeated ones, so that the object is left alone for a while. */
  async #resolveConflict(main: MainObject, conflict: unknown): Promise<void> {
    await this.reread(main)
    const { uid } = main.placed
    if (this.#options.retries.failuresOf(uid) >= quickRetries) throw conflict
    this.#options.retries.noteFailure(uid)
  }

  #count(what: string, { hadShard }: MainObject): void {
    if (what === 'assign') this.#counts[hadShard ? 'moves' : 'assignments']++
    else if (what === 'drain') this.#counts.drains++
    else if (what === 'restore') this.#counts.restores++
  }
}
