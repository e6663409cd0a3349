/**
 * Holds the tables that have viewers, and sends changes to every viewer.
 *
 * Guarantees
 * - A topic is collected once, regardless of the number of viewers, and not at all without viewers.
 * - Changes are debounced for 100 ms: of an entry that changes often, only the last state is sent.
 * - A viewer gets the whole table first, then every later state of each entry, in order.
 */
import type { Clock } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import type { StreamEvent } from './stream-event.ts'
import type { OpenTopic, Publisher, TopicSource } from './topic.ts'

export type Viewer = (event: StreamEvent) => void

const gatherMs = 100

export class TopicHub {
  readonly #source: TopicSource
  readonly #clock: Clock
  readonly #tables = new Map<string, Table>()

  constructor(source: TopicSource, clock: Clock) {
    this.#source = source
    this.#clock = clock
  }

  /** The number of collected topics. */
  get size(): number {
    return this.#tables.size
  }

  /** Sends the viewer the table and its changes until the result is disposed, or a problem if there is no such topic. */
  follow(topic: string, viewer: Viewer): Disposable {
    const open = this.#provider(topic)
    const table = this.#tables.get(topic) ?? (open === undefined ? undefined : this.#begin(topic, open))
    if (table === undefined) {
      viewer({ type: 'problem', topic, message: 'This dashboard has no such topic.' })
      return { [Symbol.dispose]: () => undefined }
    }
    table.add(viewer)
    return {
      [Symbol.dispose]: () => {
        if (table.delete(viewer) > 0 || this.#tables.get(topic) !== table) return
        this.#tables.delete(topic)
        table[Symbol.dispose]()
      },
    }
  }

  #provider(topic: string): OpenTopic | undefined {
    const [name = '', ...rest] = topic.split(':')
    return this.#source(name, rest.join(':'))
  }

  #begin(topic: string, open: OpenTopic): Table {
    const table = new Table(topic, this.#clock)
    this.#tables.set(topic, table)
    table.open(open)
    return table
  }
}

/** The pending change of a key. */
type News = { readonly value: unknown } | 'removed'

class Table implements Disposable, Publisher {
  readonly #topic: string
  readonly #clock: Clock
  readonly #entries = new Map<string, unknown>()
  readonly #viewers = new Set<Viewer>()
  readonly #news = new Map<string, News>()
  #isReady = false
  #problem: string | undefined
  #provider: Disposable | undefined
  #timer: Disposable | undefined

  constructor(topic: string, clock: Clock) {
    this.#topic = topic
    this.#clock = clock
  }

  open(open: OpenTopic): void {
    this.#provider = open(this)
  }

  /** Pending changes are sent to the other viewers first: the new viewer gets them with the snapshot. */
  add(viewer: Viewer): void {
    this.#flush()
    this.#viewers.add(viewer)
    if (this.#isReady) viewer(this.#snapshot())
    if (this.#problem !== undefined) viewer({ type: 'problem', topic: this.#topic, message: this.#problem })
  }

  /** @returns the number of remaining viewers */
  delete(viewer: Viewer): number {
    this.#viewers.delete(viewer)
    return this.#viewers.size
  }

  put(key: string, value: unknown): void {
    if (this.#entries.has(key) && deepEqual(this.#entries.get(key), value)) return
    this.#entries.set(key, value)
    this.#note(key, { value })
  }

  remove(key: string): void {
    if (this.#entries.delete(key)) this.#note(key, 'removed')
  }

  clear(): void {
    for (const key of this.#entries.keys()) this.remove(key)
  }

  ready(): void {
    if (this.#isReady) return
    this.#isReady = true
    this.#news.clear()
    this.#tell(this.#snapshot())
  }

  problem(message: string | undefined): void {
    if (message === this.#problem) return
    this.#problem = message
    this.#tell({ type: 'problem', topic: this.#topic, message: message ?? null })
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]()
    this.#provider?.[Symbol.dispose]()
  }

  #snapshot(): StreamEvent {
    return { type: 'snapshot', topic: this.#topic, entries: [...this.#entries] }
  }

  #note(key: string, news: News): void {
    if (!this.#isReady) return
    this.#news.set(key, news)
    this.#timer ??= this.#clock.schedule(gatherMs, () => this.#flush())
  }

  #flush(): void {
    this.#timer?.[Symbol.dispose]()
    this.#timer = undefined
    if (this.#news.size === 0) return
    const set: [string, unknown][] = []
    const removed: string[] = []
    for (const [key, news] of this.#news) {
      if (news === 'removed') removed.push(key)
      else set.push([key, news.value])
    }
    this.#news.clear()
    this.#tell({ type: 'change', topic: this.#topic, set, removed })
  }

  #tell(event: StreamEvent): void {
    for (const viewer of this.#viewers) viewer(event)
  }
}
