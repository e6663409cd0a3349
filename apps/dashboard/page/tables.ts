/** The state of the page: a table for each open topic. Components are notified of changes at most ten times a second. */
import type { ServerInfo, StreamEvent } from '@kubewright/dashboard/topics'
import { later } from './browser-clock.ts'

export interface Table<Value = unknown> {
  readonly entries: ReadonlyMap<string, Value>
  /** Whether it has ever been complete. */
  readonly isComplete: boolean
  /** Why it may be stale or incomplete. */
  readonly problem: string | undefined
  /** Incremented with every change. */
  readonly version: number
}

export type Link = 'connecting' | 'live' | 'lost' | 'locked'

interface Kept {
  entries: Map<string, unknown>
  isComplete: boolean
  problem: string | undefined
  version: number
}

const empty: Table = { entries: new Map(), isComplete: false, problem: undefined, version: 0 }
const tellMs = 100

export class Tables {
  readonly #tables = new Map<string, Kept>()
  readonly #listeners = new Set<() => void>()
  #isTold = false
  /** Counts over all tables, so that a component that switches tables sees a different version. */
  #versions = 0
  server: ServerInfo | undefined
  link: Link = 'connecting'
  /** When the last message of the server arrived, by its clock. */
  heardAt = 0
  /** Why the connection is down. */
  trouble = ''

  table(topic: string): Table {
    return this.#tables.get(topic) ?? empty
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Drops topics without viewers. */
  keepOnly(topics: readonly string[]): void {
    for (const topic of this.#tables.keys()) if (!topics.includes(topic)) this.#tables.delete(topic)
  }

  setLink(link: Link, trouble = ''): void {
    if (link === this.link && trouble === this.trouble) return
    this.link = link
    this.trouble = trouble
    this.#soon()
  }

  take(event: StreamEvent): void {
    this.#apply(event)
    this.#soon()
  }

  #apply(event: StreamEvent): void {
    if (event.type === 'hello') {
      this.server = event.server
      return
    }
    if (event.type === 'alive') return
    const kept = this.#kept(event.topic)
    kept.version = ++this.#versions
    if (event.type === 'problem') kept.problem = event.message ?? undefined
    else if (event.type === 'snapshot') {
      kept.entries = new Map(event.entries)
      kept.isComplete = true
    } else {
      for (const [key, value] of event.set) kept.entries.set(key, value)
      for (const key of event.removed) kept.entries.delete(key)
    }
  }

  #kept(topic: string): Kept {
    const known = this.#tables.get(topic)
    if (known !== undefined) return known
    const made: Kept = { entries: new Map(), isComplete: false, problem: undefined, version: 0 }
    this.#tables.set(topic, made)
    return made
  }

  #soon(): void {
    if (this.#isTold) return
    this.#isTold = true
    later(tellMs, () => {
      this.#isTold = false
      for (const listener of this.#listeners) listener()
    })
  }
}
