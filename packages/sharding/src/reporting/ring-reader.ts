/** Reads a ring from the API server alone. Writes nothing. */
import { ApiError, type Client, isForbidden, isNotFound, isUnknownKind } from '@kubewright/client'
import { type Clock, formatRef, type KubeObject, type Ref } from '@kubewright/core'
import { parseMicroTime } from '@kubewright/core/time'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import { Namespace } from '@kubewright/kubernetes/core/v1'
import { type LeaseRecord, readLease } from '@kubewright/lease'
import type { Resource } from '@kubewright/resource'
import { ControllerRing } from '../ring/controller-ring.ts'
import { shardingErrors } from '../errors.ts'
import { childOf, explainPlace, type PlaceExplanation } from './explain-place.ts'
import { findRings, type RingName } from '../ring/find-rings.ts'
import { type HashRing, hashRing } from '../ring/hash-ring.ts'
import { readMarks } from '../ring/marks.ts'
import { releasedNote, ringLabel, shardLeaseName, workAnnotation } from '../names.ts'
import { controllerKey, controllingRef, partitionKey } from '../ring/partition-key.ts'
import { type Place, placeOf, type RingSnapshot } from './place-report.ts'
import { kindName } from '../ring/kinds.ts'
import type { KindReport, LeaderReport, RingReport, ShardReport } from './ring-report.ts'
import { isOnRing, assess, livenessOf } from '../ring/shard-state.ts'
import { observeLease, type ObservedShard } from '../ring/observed-shard.ts'
import { readShardLease, type ShardLease } from '../ring/shard-lease.ts'
import { parseWork, type SharedKind, type SharedWork } from '../ring/shared-work.ts'
import { findMismatchedShards, worksOf } from '../sharder/mismatched-shards.ts'

/** Options of `RingReader`. */
export interface RingReaderOptions extends RingName {
  readonly client: Client
  readonly clock: Clock
}

interface Leases {
  readonly leader: LeaderReport | undefined
  readonly work: SharedWork | undefined
}

/**
 * Reads the same ring repeatedly. Shards are evaluated as the sharder does, by the time since their last renewal: on the
 * first read by the times in the lease, which are from another clock; after that by own observation.
 */
export class RingReader {
  readonly #options: RingReaderOptions
  #observations = new Map<string, ObservedShard>()
  /** The leader's lease, and since when it has been unchanged, as `clock.elapsed()`. */
  #leader: { readonly record: LeaseRecord; readonly since: number } | undefined

  constructor(options: RingReaderOptions) {
    this.#options = options
  }

  /** Failure: `KW_SHARDING_UNKNOWN` if there is no such ring; errors of the client. */
  async read(signal: AbortSignal): Promise<RingReport> {
    const { ring, namespace } = this.#options
    const { leader, work } = await this.#readLeases(signal)
    const unknown =
      work === undefined ? ['No shard reports the kinds that it reconciles, so no objects are shown.'] : []
    const unlike = findMismatchedShards(worksOf([...this.#observations.values()], this.#options.clock.elapsed()))
    const said = leader === undefined ? [] : await this.#complaints(signal)
    const problems = new Set([...unknown, ...(unlike === undefined ? [] : [unlike]), ...said])
    const snapshot = await this.#snapshot(work, signal)
    const looks = (work?.mains ?? []).map((kind) => this.#readMains(kind, snapshot, signal))
    const owned = (work?.children ?? []).map((kind) => this.#readChildren(kind, work!, signal))
    const read = await Promise.all([...looks, ...owned].map((look) => look.catch(sentenceOf)))
    const found = read.filter((one) => typeof one !== 'string')
    return {
      ring,
      namespace,
      leader,
      shards: this.#shards(snapshot.hashRing),
      kinds: found.map(({ kind }) => kind),
      moves: found.flatMap(({ moves }) => moves).sort(longestFirst),
      problems: [...problems, ...read.filter((one) => typeof one === 'string')],
    }
  }

  /**
   * Explains where an object belongs; a child is explained by its owner.
   *
   * Failure: `KW_SHARDING_UNKNOWN` for an unknown ring or kind; errors of the client, for example if there is no such object.
   */
  async explain(kind: string, ref: Ref, signal: AbortSignal): Promise<PlaceExplanation> {
    const { client } = this.#options
    const { work } = await this.#readLeases(signal)
    const resource = this.#find(kind, work)
    const snapshot = await this.#snapshot(work, signal)
    const object = await client.metadata.get(resource, ref, { signal })
    const mains = work!.mains.map((one) => one.resource)
    if (mains.includes(resource)) return explainPlace(resource, object, snapshot)
    const owner = controllingRef(object, mains)
    if (owner === undefined) throw this.#uncontrolled(resource, ref)
    const controlling = await client.metadata.get(owner.resource, owner.ref, { signal })
    return { ...explainPlace(owner.resource, controlling, snapshot), child: childOf(resource, object, snapshot.ring) }
  }

  /** The problems that the leader reports in the ring's object, if that exists and is readable. */
  async #complaints(signal: AbortSignal): Promise<readonly string[]> {
    const { client, ring: name, namespace } = this.#options
    const shown = await client.get(ControllerRing, { namespace, name }, { signal }).catch(ignoreUnshown)
    const conditions = shown?.status?.conditions ?? []
    return conditions.filter(isComplaint).map(({ message }) => message)
  }

  async #readLeases(signal: AbortSignal): Promise<Leases> {
    const { client, ring, namespace } = this.#options
    const { items } = await client.list(Lease, { namespace, signal })
    const of = items.filter(({ metadata }) => metadata.labels?.[ringLabel] === ring)
    const proper = of.filter((one) => one.metadata.name === shardLeaseName(ring, readShardLease(one).shard))
    if (proper.length === 0) throw await this.#unknownRing(signal)
    const leases = proper.map((one) => readShardLease(one))
    this.#observations = new Map(leases.map((one) => [one.shard, this.#observe(one)]))
    const leader = items.find(({ metadata }) => metadata.name === ring)
    const works = proper.map((one) => parseWork(one.metadata.annotations?.[workAnnotation] ?? ''))
    return {
      leader: leader && this.#leaderOf(readLease(leader)),
      // Replicas of different versions may work on different kinds: the largest set is shown.
      work: works.reduce((most, one) => (sizeOf(one) > sizeOf(most) ? one : most), undefined),
    }
  }

  /** Evaluated like a shard. */
  #leaderOf(record: LeaseRecord): LeaderReport | undefined {
    const { clock } = this.#options
    const before = this.#leader
    const isOld = before?.record.renewTime === record.renewTime && before.record.holder === record.holder
    const first = clock.elapsed() - renewedMsAgo(record, clock.now())
    const since = before === undefined ? first : isOld ? before.since : clock.elapsed()
    this.#leader = { record, since }
    if (record.holder === '') return undefined
    const ms = clock.elapsed() - since
    return { holder: record.holder, renewedMsAgo: ms, isLate: ms > record.durationMs }
  }

  /** On the first read, the time since the last change is taken from the lease itself. */
  #observe(lease: ShardLease): ObservedShard {
    const { clock } = this.#options
    const before = this.#observations.get(lease.shard)
    if (before !== undefined) return observeLease(before, lease, clock.elapsed())
    return observeLease(undefined, lease, clock.elapsed() - renewedMsAgo(lease, clock.now()))
  }

  async #snapshot(work: SharedWork | undefined, signal: AbortSignal): Promise<RingSnapshot> {
    const { client, clock, ring } = this.#options
    const now = clock.elapsed()
    const members = [...this.#observations.values()].filter((one) => isOnRing(one, now)).map(({ shard }) => shard)
    const selector = work?.namespaces
    const selected =
      selector === undefined ? undefined : await client.metadata.list(Namespace, { labels: selector, signal })
    const names = selected && new Set(selected.items.map(({ metadata }) => metadata.name))
    return {
      ring,
      hashRing: hashRing(members),
      // A shard without a lease may not have ended: the sharder has to confirm it.
      livenessOf: (shard) =>
        this.#observations.has(shard) ? livenessOf(this.#observations.get(shard), now) : 'ending',
      isWanted: (namespace) => namespace === undefined || names === undefined || names.has(namespace),
    }
  }

  #shards(ring: HashRing): readonly ShardReport[] {
    const { clock } = this.#options
    return [...this.#observations.values()]
      .sort((one, two) => (one.shard < two.shard ? -1 : 1))
      .map((observed) => ({
        shard: observed.shard,
        state: assess(observed, clock.elapsed()).state,
        stateByLeader: observed.lease!.label,
        share: ring.shareOf(observed.shard),
        holder: observed.lease!.holder,
        renewedMsAgo: Math.max(0, clock.elapsed() - observed.since),
        transitions: observed.lease!.transitions,
      }))
  }

  async #readMains({ resource, scope }: SharedKind, snapshot: RingSnapshot, signal: AbortSignal): Promise<ReadKind> {
    const objects = await this.#list(resource, scope, signal)
    const tally = new Tally()
    const moves: Place[] = []
    for (const object of objects) {
      const place = placeOf(resource, object, partitionKey(resource, object.metadata), snapshot)
      if (place.actor !== '' || snapshot.isWanted(object.metadata.namespace)) tally.add(place.actor)
      if (place.next !== 'nothing') moves.push(place)
    }
    return { kind: tally.report(resource, false), moves }
  }

  /** Only children of objects of the ring. */
  async #readChildren({ resource, scope }: SharedKind, work: SharedWork, signal: AbortSignal): Promise<ReadKind> {
    const mains = work.mains.map((one) => one.resource)
    const tally = new Tally()
    for (const object of await this.#list(resource, scope, signal)) {
      const { label } = readMarks(object, this.#options.ring)
      if (label !== '' || controllerKey(object, mains) !== undefined) tally.add(label)
    }
    return { kind: tally.report(resource, true), moves: [] }
  }

  async #list(resource: Resource, scope: object, signal: AbortSignal): Promise<readonly KubeObject[]> {
    const { items } = await this.#options.client.metadata.list(resource, { ...scope, omitManagedFields: true, signal })
    return items
  }

  #find(kind: string, work: SharedWork | undefined): Resource {
    const kinds = [...(work?.mains ?? []), ...(work?.children ?? [])].map(({ resource }) => resource)
    const wanted = kind.toLowerCase()
    const found = kinds.find((one) => namesOf(one).includes(wanted))
    if (found !== undefined) return found
    const { ring } = this.#options
    throw shardingErrors('KW_SHARDING_UNKNOWN', {
      what: `explain an object of the kind ${JSON.stringify(kind)}`,
      why:
        kinds.length === 0
          ? `no shard of the ring ${ring} reports the kinds that it reconciles`
          : `the ring ${ring} distributes ${kinds.map(kindName).join(', ')}`,
      next: kinds.length === 0 ? 'Check that a shard of the ring runs, with controllers.' : 'Use one of these kinds.',
      details: { ring, kind },
    })
  }

  #uncontrolled(resource: Resource, ref: Ref): Error {
    return shardingErrors('KW_SHARDING_UNKNOWN', {
      what: `explain ${kindName(resource)} ${formatRef(ref)}`,
      why: `its controller reference does not lead to an object that the ring ${this.#options.ring} distributes`,
      next: 'The ring does not assign it. Explain the object that owns it, or one of a distributed kind.',
      details: { ring: this.#options.ring, kind: kindName(resource) },
    })
  }

  async #unknownRing(signal: AbortSignal): Promise<Error> {
    const { client, ring, namespace } = this.#options
    const others = await findRings(client, { signal }).catch(() => [])
    const known = others.map((one) => `${one.ring} in ${one.namespace}`).join(', ')
    return shardingErrors('KW_SHARDING_UNKNOWN', {
      what: `show the ring ${ring} in the namespace ${namespace}`,
      why: 'no shard has a lease of it there',
      next:
        known === ''
          ? 'Check the name and the namespace, or start a replica of the operator, which creates its lease.'
          : `Use one of the existing rings: ${known}.`,
      details: { ring, namespace },
    })
  }
}

interface ReadKind {
  readonly kind: KindReport
  readonly moves: readonly Place[]
}

class Tally {
  readonly #objects = new Map<string, number>()
  #unassigned = 0

  add(shard: string): void {
    if (shard === '' || shard === releasedNote) this.#unassigned++
    else this.#objects.set(shard, (this.#objects.get(shard) ?? 0) + 1)
  }

  report(resource: Resource, isOwned: boolean): KindReport {
    return {
      kind: kindName(resource),
      isOwned,
      objects: Object.fromEntries(this.#objects),
      unassigned: this.#unassigned,
    }
  }
}

/** The object is optional. */
function ignoreUnshown(error: unknown): undefined {
  if (!isNotFound(error) && !isUnknownKind(error) && !isForbidden(error)) throw error
  return undefined
}

/** Moves and lists in progress are visible elsewhere, and temporary. */
function isComplaint({ type, status, reason }: { type: string; status: string; reason: string }): boolean {
  return type !== 'Balanced' && status === 'False' && reason !== 'Listing'
}

function sizeOf(work: SharedWork | undefined): number {
  return work === undefined ? -1 : work.mains.length + work.children.length
}

/** By the reader's clock; a time in the future counts as now. */
function renewedMsAgo({ renewTime, acquireTime }: { renewTime: string; acquireTime: string }, now: number): number {
  const times = [renewTime, acquireTime].flatMap((text) => {
    try {
      return [parseMicroTime(text)]
    } catch {
      return [] // not a valid time
    }
  })
  return times.length === 0 ? 0 : Math.max(0, now - Math.max(...times))
}

function longestFirst(one: Place, two: Place): number {
  return (one.drainingSince ?? Infinity) - (two.drainingSince ?? Infinity) || (one.key < two.key ? -1 : 1)
}

function namesOf(resource: Resource): readonly string[] {
  const { kind, plural, singular, group } = resource
  return [kindName(resource), `${plural}.${group}`, kind, plural, singular].map((name) => name.toLowerCase())
}

/** Reports a kind that cannot be listed, without hiding the others. Failure: rethrows errors that concern the whole server. */
function sentenceOf(error: unknown): string {
  if (error instanceof ApiError && isAboutKind(error.status)) return error.message
  throw error
}

/** The kind comes from a shard's lease: it may not be served, not be listable, or not be readable by this user. */
function isAboutKind(status = 0): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 429
}
