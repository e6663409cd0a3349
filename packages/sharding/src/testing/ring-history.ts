/**
 * Which shards the ring may have had, and when, by what the leases on the server said. A sharder sees that a little later, and a
 * new one does not know of a lease that was deleted before: so there may be several rings at a time.
 */
import type { KubeObject } from '@kubewright/core'
import { type HashRing, hashRing } from '../hash-ring.ts'
import { reservedAnnotation, ringLabel, sharderHolder, shardNameLabel } from '../names.ts'
import { ring } from './simulated-kinds.ts'

interface Epoch {
  readonly since: number
  readonly rings: readonly HashRing[]
}

/** Rings that are known already, by their shards. A thread plays thousands of stories, and most rings are those of many. */
const known = new Map<string, HashRing>()
const mostKnown = 300

export class RingHistory {
  readonly #epochs: Epoch[] = [{ since: 0, rings: [] }]
  readonly #members = new Set<string>()
  /** Shards whose lease is gone: some sharders know them yet. */
  readonly #missing = new Set<string>()

  note(before: KubeObject | undefined, after: KubeObject | undefined, now: number): void {
    const shard = shardOf(after) ?? shardOf(before)
    if (shard === undefined) return
    const was = this.#members.has(shard) || this.#missing.has(shard)
    this.#members.delete(shard)
    this.#missing.delete(shard)
    if (isMember(after)) this.#members.add(shard)
    else if (was && shardOf(after) === undefined) this.#missing.add(shard)
    this.#epochs.push({ since: now, rings: this.#rings() })
  }

  /** Whether some ring since then names this shard for the key. */
  hasNamed(key: string, shard: string, since: number): boolean {
    for (let at = this.#epochs.length - 1; at >= 0; at--) {
      const { rings, since: begun } = this.#epochs[at]!
      if (rings.some((one) => one.ownerOf(key) === shard)) return true
      if (begun <= since) return false
    }
    return false
  }

  #rings(): readonly HashRing[] {
    let sets = [[...this.#members]]
    for (const one of this.#missing) sets = sets.flatMap((set) => [set, [...set, one]])
    return sets.map(ringOf)
  }
}

function ringOf(shards: readonly string[]): HashRing {
  const key = [...shards].sort().join()
  const made = known.get(key) ?? hashRing(shards)
  if (known.size >= mostKnown) known.clear()
  known.set(key, made)
  return made
}

function shardOf(lease: KubeObject | undefined): string | undefined {
  const labels = lease?.metadata.labels
  return labels?.[ringLabel] === ring ? labels[shardNameLabel] : undefined
}

/** Held by its shard, or let go and reserved for it. */
function isMember(lease: KubeObject | undefined): boolean {
  if (lease === undefined || shardOf(lease) === undefined) return false
  const holder = (lease as { spec?: { holderIdentity?: string } }).spec?.holderIdentity ?? ''
  if (holder === '') return lease.metadata.annotations?.[reservedAnnotation] !== undefined
  return holder !== sharderHolder
}
