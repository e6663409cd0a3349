/** A cloud whose API a test can observe, slow down and break. It records all calls. */
import { type Clock, toMs, type Duration } from '@kubewright/core'
import type { ExternalVerb } from '@kubewright/external/calls'

export interface Thing {
  readonly id: string
  /** The owner's identity. */
  readonly owner: string
  readonly name: string
  readonly size: number
  readonly version: string
  readonly zone: string
}

interface Stored extends Thing {
  /** When reads begin to show it. */
  readonly visibleAt: number
  /** When its creation or update completes. */
  readonly busyUntil: number
  /** When its deletion completes, if it is being deleted. */
  readonly goneAt?: number
  readonly isBroken?: boolean
  /** The stale state that reads return, and until when. */
  readonly before?: { readonly thing: Thing; readonly until: number }
}

export interface CloudOptions {
  readonly clock: Clock
  /** The duration of creations, updates and deletions. @default 0, at once */
  readonly operationTime?: Duration
  /** How long a new thing is invisible to reads. @default 0 */
  readonly hiddenFor?: Duration
  /** Rejects a duplicate name, as APIs with chosen names do. @default false: it makes another one */
  readonly refusesTwins?: boolean
  /** How long reads return the state before an update. @default 0 */
  readonly staleFor?: Duration
  /** Deleting a missing thing succeeds, like `Map.delete`. @default false: with 404 */
  readonly deletesSilently?: boolean
}

export type Failure = { readonly error: Error; readonly isDone: boolean }

export type Seen = Thing & { readonly phase: 'Ready' | 'InProgress' | 'Deleting' | 'Error' }

export class FakeCloud {
  readonly #clock: Clock
  readonly #operationMs: number
  readonly #hiddenMs: number
  readonly #refusesTwins: boolean
  readonly #staleMs: number
  readonly #deletesSilently: boolean
  readonly #things = new Map<string, Stored>()
  readonly #failures: { readonly verb: ExternalVerb; readonly failure: Failure }[] = []
  #lastId = 0
  /** Every call, in order: `create shop`. */
  readonly calls: string[] = []
  /** The number of things ever created through the API. */
  made = 0
  /** Awaited at the start of each call. */
  before: (verb: ExternalVerb, name: string, signal: AbortSignal | undefined) => Promise<void> = async () => undefined

  constructor({ clock, operationTime = 0, hiddenFor = 0, staleFor = 0, ...how }: CloudOptions) {
    this.#refusesTwins = how.refusesTwins ?? false
    this.#deletesSilently = how.deletesSilently ?? false
    this.#staleMs = toMs(staleFor)
    this.#clock = clock
    this.#operationMs = toMs(operationTime)
    this.#hiddenMs = toMs(hiddenFor)
  }

  /** All existing things, visible or not. */
  get things(): readonly Thing[] {
    return this.#living().map(({ id, owner, name, size, version, zone }) => ({ id, owner, name, size, version, zone }))
  }

  named(name: string): Thing | undefined {
    return this.things.find((one) => one.name === name)
  }

  /** Makes the next call of the verb fail, before or after taking effect. */
  failNext(verb: ExternalVerb, error: Error = new Error('the cloud is out of order'), isDone = false): void {
    this.#failures.push({ verb, failure: { error, isDone } })
  }

  /** Clears all pending failures. */
  forgive(): void {
    this.#failures.length = 0
  }

  /** An out-of-band change by another party. */
  tamper(name: string, change: Partial<Thing & { readonly isBroken: boolean }>): void {
    const thing = this.#living().find((one) => one.name === name)
    if (thing !== undefined) this.#things.set(thing.id, { ...thing, ...change })
  }

  vanish(name: string): void {
    for (const thing of this.#living()) if (thing.name === name) this.#things.delete(thing.id)
  }

  /** Adds a pre-existing thing. */
  put(thing: Partial<Thing> & { readonly name: string }): Thing {
    const stored = {
      id: this.#nextId(),
      owner: '',
      size: 1,
      version: '1',
      zone: 'a',
      visibleAt: 0,
      busyUntil: 0,
      ...thing,
    }
    this.#things.set(stored.id, stored)
    return stored
  }

  /** Finds by name, owner or id, whichever is given. */
  async find(query: { name?: string; owner?: string; id?: string }, signal?: AbortSignal): Promise<Seen | undefined> {
    return this.#call('verify', query.name ?? query.owner ?? query.id ?? '', signal, () => {
      const now = this.#clock.now()
      const thing = this.#living().find(
        (one) =>
          one.visibleAt <= now &&
          (query.name === undefined || one.name === query.name) &&
          (query.owner === undefined || one.owner === query.owner) &&
          (query.id === undefined || one.id === query.id),
      )
      if (thing === undefined) return undefined
      const isStale = thing.before !== undefined && thing.before.until > now
      const { id, owner, name, size, version, zone } = isStale ? thing.before!.thing : thing
      const phase = thing.isBroken
        ? ('Error' as const)
        : thing.goneAt !== undefined
          ? ('Deleting' as const)
          : thing.busyUntil > now
            ? ('InProgress' as const)
            : ('Ready' as const)
      return { id, owner, name, size, version, zone, phase }
    })
  }

  async create(wanted: Omit<Thing, 'id' | 'zone'>, signal?: AbortSignal): Promise<Thing> {
    return this.#call('create', wanted.name, signal, () => {
      const now = this.#clock.now()
      if (this.#refusesTwins && this.named(wanted.name) !== undefined) {
        throw Object.assign(new Error(`${wanted.name} exists`), { status: 409 })
      }
      const stored = {
        ...wanted,
        id: this.#nextId(),
        zone: 'a',
        visibleAt: now + this.#hiddenMs,
        busyUntil: now + this.#operationMs,
      }
      this.#things.set(stored.id, stored)
      this.made++
      return stored
    })
  }

  /** The state of the operation on the name: done once reads show its result. */
  async standing(name: string, signal?: AbortSignal): Promise<'under way' | 'done'> {
    return this.#call('verify', name, signal, () => {
      const now = this.#clock.now()
      const isBusy = ({ visibleAt, busyUntil, goneAt }: Stored) =>
        visibleAt > now || busyUntil > now || goneAt !== undefined
      return this.#living().some((one) => one.name === name && isBusy(one)) ? 'under way' : 'done'
    })
  }

  async update(name: string, change: Partial<Thing>, signal?: AbortSignal): Promise<void> {
    return this.#call('update', name, signal, () => {
      const thing = this.#living().find((one) => one.name === name)
      if (thing === undefined) throw Object.assign(new Error(`no ${name}`), { status: 404 })
      const now = this.#clock.now()
      const before = { thing, until: now + this.#staleMs }
      this.#things.set(thing.id, { ...thing, ...change, busyUntil: now + this.#operationMs, before })
    })
  }

  async delete(query: { name?: string; id?: string }, signal?: AbortSignal): Promise<void> {
    return this.#call('delete', query.name ?? query.id ?? '', signal, () => {
      const thing = this.#living().find((one) => one.name === query.name || one.id === query.id)
      if (thing === undefined && this.#deletesSilently) return
      if (thing === undefined) throw Object.assign(new Error('no such thing'), { status: 404 })
      if (this.#operationMs === 0) this.#things.delete(thing.id)
      else this.#things.set(thing.id, { ...thing, goneAt: this.#clock.now() + this.#operationMs })
    })
  }

  #nextId(): string {
    return `thing-${++this.#lastId}`
  }

  #living(): readonly Stored[] {
    const now = this.#clock.now()
    for (const { id, goneAt } of this.#things.values())
      if (goneAt !== undefined && goneAt <= now) this.#things.delete(id)
    return [...this.#things.values()]
  }

  async #call<T>(verb: ExternalVerb, name: string, signal: AbortSignal | undefined, work: () => T): Promise<T> {
    this.calls.push(`${verb} ${name}`)
    await this.before(verb, name, signal)
    const at = this.#failures.findIndex((one) => one.verb === verb)
    const failure = at < 0 ? undefined : this.#failures.splice(at, 1)[0]!.failure
    if (failure !== undefined && !failure.isDone) throw failure.error
    const result = work()
    if (failure !== undefined) throw failure.error
    return result
  }
}
