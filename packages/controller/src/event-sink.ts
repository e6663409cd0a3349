/**
 * Writes events, in the order they were made and never in the way of what they are about: a reconcile does not wait for them,
 * and when the server is slow or refuses them they are dropped and counted.
 *
 * The same event again, within six minutes, becomes a series: one object with a count.
 */
import type { Client } from '@kubewright/client'
import { type Clock, type Ids, type KubeObject, type Logger, track } from '@kubewright/core'
import { Event } from '@kubewright/kubernetes/events/v1'
import type { EventOptions, EventRecorder } from './event-recorder.ts'

export interface EventSinkOptions {
  readonly client: Client
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Logger
  readonly reporter: { readonly controller: string; readonly instance: string }
}

/** What may wait to be written. */
const longestQueue = 1_000
/** Of how many events it is remembered that they were written. */
const mostSeries = 1_000
const seriesMs = 6 * 60_000
/** A series that goes on is written this often. */
const refreshMs = 10_000

interface Series {
  readonly name: string
  readonly namespace: string
  count: number
  lastAt: number
  writtenAt: number
}

interface Occurrence extends EventOptions {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly note: string
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

  /** How many events were not written. */
  get dropped(): number {
    return this.#dropped
  }

  recorderFor(regarding: KubeObject): EventRecorder {
    return {
      normal: (reason, note, how) => this.#record(regarding, { ...how, type: 'Normal', reason, note }),
      warning: (reason, note, how) => this.#record(regarding, { ...how, type: 'Warning', reason, note }),
    }
  }

  /** Resolves once everything that waits has been written, or could not be. */
  async drained(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
  }

  async [Symbol.asyncDispose](): Promise<void> {
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
    if (series.count > 2 && now - series.writtenAt < refreshMs) return
    series.writtenAt = now
    this.#enqueue(() => this.#continue(series))
  }

  #begin(key: string, regarding: KubeObject, occurrence: Occurrence, now: number): void {
    const { metadata } = regarding
    const namespace = metadata.namespace ?? 'default'
    const name = `${metadata.name.slice(0, 230)}.${this.#options.ids.uuid().replaceAll('-', '').slice(0, 16)}`
    this.#series.delete(key)
    this.#series.set(key, { name, namespace, count: 1, lastAt: now, writtenAt: now })
    if (this.#series.size > mostSeries) this.#series.delete(this.#series.keys().next().value!)
    const event = this.#eventOf(regarding, occurrence, { name, namespace, now })
    this.#enqueue(() => this.#options.client.create(Event, event as never, { signal: this.#stop.signal }))
  }

  #continue({ name, namespace, count, lastAt }: Series): Promise<unknown> {
    const series = { count, lastObservedTime: microTime(lastAt) }
    return this.#options.client.patch(Event, { name, namespace }, { series } as never, { signal: this.#stop.signal })
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
      reason: reason.slice(0, 128),
      note: note.slice(0, 1_024),
      action: action.slice(0, 128),
      reportingController: controller,
      reportingInstance: instance.slice(0, 128),
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
        this.#options.log.debug('an event could not be written', { error })
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

/** RFC 3339 with microseconds, as events have it. */
function microTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z')
}
