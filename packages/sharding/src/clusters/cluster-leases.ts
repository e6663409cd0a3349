/** The leases of all clusters of a ring, as of the last list. */
import { ignoreNotFound, isConflict } from '@kubewright/client'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import { ageOf, type Moment, momentOf } from '@kubewright/lease'
import type { ObjectOf } from '@kubewright/resource'
import { askedByAnnotation, clusterRingLabel } from '../names.ts'
import type { ClusterLeaseSettings } from './cluster-lease-settings.ts'

export type StoredLease = ObjectOf<typeof Lease>

/** A lease that was not written for so long beyond its duration belongs to a cluster that was removed while no replica ran. */
const staleAfterMs = 60_000

export class ClusterLeases {
  readonly #settings: ClusterLeaseSettings
  #byName: ReadonlyMap<string, StoredLease> = new Map()
  #listed: Moment | undefined
  /** Start of the period in which every list has succeeded in time. */
  #listingSince = 0
  /** When a previously listed lease was first missing. */
  readonly #goneAt = new Map<string, number>()
  /** Since when each lease has had its version. */
  readonly #unchanged = new Map<string, { readonly version: string; readonly since: number }>()

  constructor(settings: ClusterLeaseSettings) {
    this.#settings = settings
  }

  get all(): readonly StoredLease[] {
    return [...this.#byName.values()]
  }

  find(name: string): StoredLease | undefined {
    return this.#byName.get(name)
  }

  /**
   * Whether a lease has been missing for a whole duration. Within that time, the holder of a deleted lease recreates it or
   * stops writing.
   */
  isMissingLongEnough(name: string): boolean {
    const { clock, timing } = this.#settings
    if (this.#listed === undefined || this.#byName.has(name)) return false
    const missingSince = Math.max(this.#listingSince, this.#goneAt.get(name) ?? -Infinity)
    return clock.elapsed() - missingSince >= timing.durationMs
  }

  /** Failure: rejects as the client does. */
  async list(signal: AbortSignal): Promise<void> {
    const { client, clock, ring, namespace, timing } = this.#settings
    const begun = momentOf(clock)
    const { items } = await client.list(Lease, { namespace, labels: `${clusterRingLabel}=${ring}`, signal })
    const isContinued = this.#listed !== undefined && ageOf(this.#listed, clock) < timing.renewWithinMs
    if (!isContinued) this.#listingSince = begun.elapsed
    this.#listed = begun
    const before = this.#byName
    this.#byName = new Map(items.map((lease) => [lease.metadata.name, lease as StoredLease]))
    this.#noteGone(before)
    this.#noteVersions()
  }

  /** Requests a cluster from its holder. No-op if the lease has changed since: it may have been handed over. */
  async ask({ metadata }: StoredLease, self: string, signal: AbortSignal): Promise<void> {
    const { name, namespace, uid, resourceVersion } = metadata
    const patch = { metadata: { uid, resourceVersion, annotations: { [askedByAnnotation]: self } } }
    await this.#settings.client.patch(Lease, { namespace, name }, patch as never, { signal }).catch(unlessChanged)
  }

  /** Whether the lease has not been written for longer than its duration. */
  isStale(name: string, beyondMs = 0): boolean {
    const { clock, timing } = this.#settings
    const durationMs = Math.max(timing.durationMs, (this.find(name)?.spec?.leaseDurationSeconds ?? 0) * 1_000)
    const { since = Infinity } = this.#unchanged.get(name) ?? {}
    return clock.elapsed() - since >= durationMs + beyondMs
  }

  /** Deletes the leases of clusters that were removed while no replica ran. */
  async sweep(isKnown: (name: string) => boolean, signal: AbortSignal): Promise<void> {
    const { client, log } = this.#settings
    for (const { metadata } of this.all) {
      const { name, namespace, uid, resourceVersion } = metadata
      if (isKnown(name) || !this.isStale(name, staleAfterMs)) continue
      const preconditions = { uid, resourceVersion }
      const deleted = client.delete(Lease, { namespace, name }, { preconditions, signal }).then(() => true)
      if ((await deleted.catch(unlessChanged)) !== undefined)
        log.info('deleted the lease of a cluster that no shard works on', { lease: name })
    }
  }

  #noteGone(before: ReadonlyMap<string, StoredLease>): void {
    const { clock, timing } = this.#settings
    const now = clock.elapsed()
    for (const [name, at] of this.#goneAt)
      if (this.#byName.has(name) || now - at >= timing.durationMs) this.#goneAt.delete(name)
    for (const name of before.keys()) if (!this.#byName.has(name)) this.#goneAt.set(name, now)
  }

  #noteVersions(): void {
    const now = this.#settings.clock.elapsed()
    for (const name of this.#unchanged.keys()) if (!this.#byName.has(name)) this.#unchanged.delete(name)
    for (const [name, { metadata }] of this.#byName) {
      const version = `${metadata.uid} ${metadata.resourceVersion}`
      if (this.#unchanged.get(name)?.version !== version) this.#unchanged.set(name, { version, since: now })
    }
  }
}

/** Another process was faster: the next list shows the current state. */
function unlessChanged(error: unknown): undefined {
  if (!isConflict(error)) ignoreNotFound(error)
  return undefined
}
