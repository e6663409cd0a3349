/**
 * The rings that a sharder may have seen over time, according to the leases on the server. It sees each with a delay, or a
 * long one if its watch stalls, but its own writes at once; a new sharder does not know of a lease that was deleted before.
 * So several rings are possible at a time: any subset of the shards that were present at some time, with all that were
 * present throughout.
 */
import type { KubeObject } from '@kubewright/core'
import { type HashRing, hashRing } from '../ring/hash-ring.ts'
import { reservedAnnotation, ringLabel, sharderHolder, shardNameLabel } from '../names.ts'
import { ring } from './simulated-kinds.ts'

/** `maybe`: its lease is deleted, but some sharders may still know it. */
type Membership = 'in' | 'maybe' | 'out'

interface Epoch {
  readonly since: number
  readonly is: Membership
}

/** Memoized rings, by their shards. A thread plays thousands of stories, and most rings recur. */
const known = new Map<string, HashRing>()
const mostKnown = 300

export class RingHistory {
  /** The epochs of each shard, oldest first. */
  readonly #epochs = new Map<string, Epoch[]>()

  note(before: KubeObject | undefined, after: KubeObject | undefined, now: number): void {
    const shard = shardOf(after) ?? shardOf(before)
    if (shard === undefined) return
    const epochs = this.#epochs.get(shard) ?? []
    const was = epochs.at(-1)?.is ?? 'out'
    const isGone = shardOf(after) === undefined
    const is = isMember(after) ? 'in' : was !== 'out' && isGone ? 'maybe' : 'out'
    if (is === was) return
    this.#epochs.set(shard, [...epochs, { since: now, is }])
  }

  /** Whether some possible ring since then assigns the key to this shard. With fewer other shards, a shard owns more keys. */
  hasNamed(key: string, shard: string, since: number): boolean {
    const others = [...this.#epochs.keys()].filter((one) => this.#since(one, since).every((is) => is === 'in'))
    return this.#since(shard, since).some((is) => is !== 'out') && ringOf([...others, shard]).ownerOf(key) === shard
  }

  /** All memberships of a shard since then. */
  #since(shard: string, since: number): readonly Membership[] {
    const epochs = this.#epochs.get(shard) ?? []
    const before = epochs.findLast((one) => one.since <= since)
    return [before?.is ?? 'out', ...epochs.filter((one) => one.since > since).map(({ is }) => is)]
  }
}

function ringOf(shards: readonly string[]): HashRing {
  const key = [...new Set(shards)].sort().join()
  const made = known.get(key) ?? hashRing(shards)
  if (known.size >= mostKnown) known.clear()
  known.set(key, made)
  return made
}

function shardOf(lease: KubeObject | undefined): string | undefined {
  const labels = lease?.metadata.labels
  return labels?.[ringLabel] === ring ? labels[shardNameLabel] : undefined
}

/** Held by its shard, or released and reserved for it. */
function isMember(lease: KubeObject | undefined): boolean {
  if (lease === undefined || shardOf(lease) === undefined) return false
  const holder = (lease as { spec?: { holderIdentity?: string } }).spec?.holderIdentity ?? ''
  if (holder === '') return lease.metadata.annotations?.[reservedAnnotation] !== undefined
  return holder !== sharderHolder
}
