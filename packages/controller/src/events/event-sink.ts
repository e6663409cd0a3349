/**
 * Writes Events in order and off the reconcile path: a reconcile never waits for them. When the server is slow or rejects them they
 * are dropped and counted.
 *
 * The same event within six minutes becomes a series: one object with a count. An event that could not be written, or was deleted,
 * is created again at its next occurrence.
 */
import { type Client, ignoreNotFound } from '@kubewright/client'
import type { Clock, KubeObject, Logger } from '@kubewright/core'
import type { Ids } from '@kubewright/core/random'
import { form, formatProblems } from '@kubewright/core/input'
import { track } from '@kubewright/core/tasks'
import { Event } from '@kubewright/kubernetes/events/v1'
import { controllerErrors } from '../errors.ts'
import type { EventOptions, EventRecorder } from './event-recorder.ts'

export interface EventSinkOptions {
  readonly client: Client
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Logger
  readonly reporter: { readonly controller: string; readonly instance: string }
}

/** Bound of the write backlog. */
const longestQueue = 1_000
/** How many event series are remembered. */
const mostSeries = 1_000
const seriesMs = 6 * 60_000
/** A continuing series is written this often, and once more after it has been quiet for as long. */
const refreshMs = 10_000
/** Limits of the server, in bytes. */
const [mostNoteBytes, mostWordBytes] = [1_024, 128]

interface Series {
  readonly name: string
  readonly namespace: string
  /** The event as of its first occurrence. */
  readonly event: object
  /** Whether the server is known to have it. */
  isWritten: boolean
  count: number
  lastAt: number
  writtenAt: number
  /** Timer for the final write of the series; `undefined` once written. */
  ending: Disposable | undefined
}

interface Occurrence extends EventOptions {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly note: string
}

const eventOptions = form.fields({}, { action: form.text, related: form.anything }, 'the options of an event')

/** Failure: `KW_CONTROLLER_OPTION`. */
function assertOptions(reason: string, options: EventOptions = {}): void {
  const problems = eventOptions(options, '')
  if (problems.length === 0) return
  throw controllerErrors('KW_CONTROLLER_OPTION', {
    what: `record the event ${reason}`,
    why: formatProblems(problems),
    next: "Correct these options, for example { action: 'Provision' }.",
    details: { problems },
  })
}

export class EventSink implements AsyncDisposable {
  readonly #options: EventSinkOptions
  readonly #series = new Map<string, Series>()
  readonly #waiting: (() => Promise<unknown>)[] = []
  #writing: Promise<void> | undefined
  #dropped = 0
  readonly #stop = new AbortController()

  constructor(options: EventSinkOptions) {
    this.#options = options
  }

  /** How many events could not be written. */
  get dropped(): number {
    return this.#dropped
  }

  recorderFor(regarding: KubeObject): EventRecorder {
    return {
      normal: (reason, note, how) => {
        assertOptions(reason, how)
        this.#record(regarding, { ...how, type: 'Normal', reason, note })
      },
      warning: (reason, note, how) => {
        assertOptions(reason, how)
        this.#record(regarding, { ...how, type: 'Warning', reason, note })
      },
    }
  }

  /** Resolves once the backlog has been written or dropped. */
  async drained(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { ending } of this.#series.values()) ending?.[Symbol.dispose]()
    this.#series.clear()
    this.#waiting.length = 0
    this.#stop.abort()
    await this.drained()
  }

  #record(regarding: KubeObject, occurrence: Occurrence): void {
    const now = this.#options.clock.now()
    const key = keyOf(regarding, occurrence)
    const series = this.#series.get(key)
    if (series === undefined || now - series.lastAt > seriesMs) return this.#begin(key, regarding, occurrence, now)
    series.count++
    series.lastAt = now
    series.ending?.[Symbol.dispose]()
    series.ending = undefined
    if (series.count <= 2 || now - series.writtenAt >= refreshMs) return this.#refresh(series, now)
    series.ending = this.#options.clock.schedule(refreshMs, () => this.#refresh(series, this.#options.clock.now()))
  }

  #refresh(series: Series, now: number): void {
    series.ending = undefined
    series.writtenAt = now
    this.#enqueue(() => this.#put(series))
  }

  #begin(key: string, regarding: KubeObject, occurrence: Occurrence, now: number): void {
    const { metadata } = regarding
    const namespace = metadata.namespace ?? 'default'
    const name = `${metadata.name.slice(0, 230)}.${this.#options.ids.uuid().replaceAll('-', '').slice(0, 16)}`
    const event = this.#eventOf(regarding, occurrence, { name, namespace, now })
    const once = { isWritten: false, count: 1, lastAt: now, writtenAt: now, ending: undefined }
    const series: Series = { name, namespace, event, ...once }
    this.#forget(key)
    this.#series.set(key, series)
    if (this.#series.size > mostSeries) this.#forget(this.#series.keys().next().value!)
    this.#enqueue(() => this.#put(series))
  }

  #forget(key: string): void {
    this.#series.get(key)?.ending?.[Symbol.dispose]()
    this.#series.delete(key)
  }

  /** Recreates the event if it expired during the series: the server deletes Events after an hour. */
  async #put(series: Series): Promise<void> {
    const { client } = this.#options
    const { name, namespace, event, count, lastAt } = series
    const { signal } = this.#stop
    const body = count === 1 ? {} : { series: { count, lastObservedTime: microTime(lastAt) } }
    if (series.isWritten) {
      const left = await client.patch(Event, { name, namespace }, body as never, { signal }).catch(ignoreNotFound)
      if (left !== undefined) return
    }
    series.isWritten = false
    await client.create(Event, { ...event, ...body } as never, { signal })
    series.isWritten = true
  }

  #eventOf(
    regarding: KubeObject,
    occurrence: Occurrence,
    at: { name: string; namespace: string; now: number },
  ): object {
    const { type, reason, note, action = 'Reconcile', related } = occurrence
    const { controller, instance } = this.#options.reporter
    return {
      metadata: { name: at.name, namespace: at.namespace },
      eventTime: microTime(at.now),
      type,
      reason: cut(reason, mostWordBytes),
      note: cut(note, mostNoteBytes),
      action: cut(action, mostWordBytes),
      reportingController: controller,
      reportingInstance: cut(instance, mostWordBytes),
      regarding: referenceTo(regarding),
      ...(related === undefined ? {} : { related: referenceTo(related) }),
    }
  }

  #enqueue(write: () => Promise<unknown>): void {
    if (this.#stop.signal.aborted) return
    if (this.#waiting.length >= longestQueue) return void this.#dropped++
    this.#waiting.push(write)
    this.#writing ??= track('write events', this.#write())
  }

  async #write(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        await next()
      } catch (error) {
        this.#dropped++
        this.#options.log.debug('event could not be written, dropping it', { error })
      }
    }
    this.#writing = undefined
  }
}

function keyOf({ metadata }: KubeObject, { type, reason, note, action, related }: Occurrence): string {
  return JSON.stringify([metadata.uid, type, reason, note, action, related?.metadata.uid])
}

function referenceTo({ apiVersion, kind, metadata }: KubeObject): object {
  const { name, namespace, uid, resourceVersion } = metadata
  return { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }), uid, resourceVersion }
}

/** Truncates to at most `mostBytes` of UTF-8, without splitting a character. */
function cut(text: string, mostBytes: number): string {
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(mostBytes)).read)
}

/** RFC 3339 with microseconds, the `MicroTime` format of Events. */
function microTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z')
}
