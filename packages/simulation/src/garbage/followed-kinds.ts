/** Watches the metadata of every kind that can be garbage collected, including kinds that are added later. */
import type { Change, Source } from '@kubewright/cache'
import type { Served } from '@kubewright/client'
import type { ControllerHost } from '@kubewright/controller/host'
import { onAbort } from '@kubewright/core/tasks'
import { collectableKinds, type Kind, kindName } from './kind.ts'

export interface FollowedKindsOptions {
  readonly host: ControllerHost
  readonly changed: (kind: Kind, change: Change) => void
  /** Called when the kind is not watched any more. */
  readonly lost: (kind: Kind) => void
}

/** Kinds whose changes affect discovery. */
const definitions = new Set(['customresourcedefinitions.apiextensions.k8s.io', 'apiservices.apiregistration.k8s.io'])

/** A server may list a new kind in discovery slightly after it reports the kind as established. */
const secondLookMs = 2_000
/** The retry interval while discovery of some groups fails. */
const retryMs = 30_000

interface Followed {
  readonly kind: Kind
  readonly source: Source
}

export class FollowedKinds implements Disposable {
  readonly #options: FollowedKindsOptions
  readonly #followed = new Map<string, Followed>()
  #served: readonly Kind[] = []
  /** The number of changes that affect discovery. */
  #news = 0
  #wake: () => void = () => {}
  #isLooking = true

  constructor(options: FollowedKindsOptions) {
    this.#options = options
  }

  /** Every kind of the last discovery. */
  get served(): readonly Kind[] {
    return this.#served
  }

  /** The kinds that are not synced yet, as text. A kind that cannot be read does not block the others. */
  get missing(): readonly string[] {
    if (this.#isLooking) return ['discovers the served kinds']
    return [...this.#followed.values()]
      .filter(({ source }) => !source.isSynced && source.state.phase !== 'failing')
      .map(({ kind }) => `reads ${kindName(kind)} for the first time`)
  }

  /** Runs until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    let settled = 0
    while (!signal.aborted) {
      const news = this.#news
      const isComplete = await this.#look(signal)
      this.#isLooking = false
      if (this.#news !== news) continue
      const isFresh = news !== settled
      await this.#rest(isComplete ? (isFresh ? secondLookMs : undefined) : retryMs, signal)
      if (this.#news === news) settled = news
    }
  }

  [Symbol.dispose](): void {
    for (const { source } of this.#followed.values()) source[Symbol.dispose]()
    this.#followed.clear()
  }

  async #look(signal: AbortSignal): Promise<boolean> {
    const { client, log } = this.#options.host
    let served: Served
    try {
      served = await client.discoverAll({ signal })
    } catch (error) {
      if (!signal.aborted) log.warn('garbage collector could not discover the served kinds, will retry', { error })
      return false
    }
    this.#served = served.resources
    this.#follow(collectableKinds(served), new Set(served.stale.map(groupIn)))
    return served.stale.length === 0
  }

  /** @param silent groups whose discovery failed: their kinds are kept */
  #follow(wanted: ReadonlyMap<string, Kind>, silent: ReadonlySet<string>): void {
    for (const [name, { kind, source }] of this.#followed) {
      const next = wanted.get(name)
      const isSame = next?.version === kind.version && next.scope === kind.scope
      if (isSame || (next === undefined && silent.has(kind.group))) continue
      source[Symbol.dispose]()
      this.#followed.delete(name)
      this.#options.lost(kind)
    }
    for (const [name, kind] of wanted) if (!this.#followed.has(name)) this.#begin(name, kind)
  }

  #begin(name: string, kind: Kind): void {
    const source = this.#options.host.cache.source(kind, {}, { metadataOnly: true })
    this.#followed.set(name, { kind, source: source as unknown as Source })
    source.subscribe((change) => {
      this.#options.changed(kind, change)
      if (definitions.has(name) && !change.isInitial) this.#hear()
    })
  }

  #hear(): void {
    this.#news++
    this.#wake()
  }

  /** Waits for a change that affects discovery, or until the time is over. */
  #rest(ms: number | undefined, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        timer?.[Symbol.dispose]()
        listening[Symbol.dispose]()
        resolve()
      }
      const timer = ms === undefined ? undefined : this.#options.host.clock.schedule(ms, end)
      const listening = onAbort(signal, end)
      this.#wake = end
    })
  }
}

function groupIn(groupVersion: string): string {
  return groupVersion.includes('/') ? groupVersion.slice(0, groupVersion.indexOf('/')) : ''
}
