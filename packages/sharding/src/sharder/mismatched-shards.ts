/**
 * Detects shards of one ring that work on different kinds: objects are assigned to all of them alike, so some go to a shard
 * that does not watch them. Two programs with the same ring name cause this permanently, a rollout temporarily.
 * See decision 0236.
 */
import type { Clock, Logger } from '@kubewright/core'
import { kindName } from '../ring/kinds.ts'
import type { KnownShards } from './known-shards.ts'
import { isOnRing } from '../ring/shard-state.ts'
import type { ObservedShard } from '../ring/observed-shard.ts'
import { parseWork, type SharedKind } from '../ring/shared-work.ts'

/** Grace period: controllers added at runtime are in the lease with the next renewal. */
const worthTellingMs = 10_000
const namesShown = 3

/** The kinds of the shards that are on the ring, as written in their leases. */
export function worksOf(observations: readonly ObservedShard[], now: number): ReadonlyMap<string, string> {
  const among = observations.filter((observed) => isOnRing(observed, now))
  return new Map(among.map(({ shard, lease }) => [shard, lease?.work ?? '']))
}

/** Describes the kinds of each shard, if they differ. Pure. */
export function findMismatchedShards(works: ReadonlyMap<string, string>): string | undefined {
  if (new Set(works.values()).size < 2) return undefined // the usual case
  const groups = new Map<string, string[]>()
  for (const [shard, text] of works) {
    const kinds = parseWork(text)?.mains.map(kindText).sort().join(', ')
    if (kinds === undefined) continue
    const group = groups.get(kinds) ?? []
    groups.set(kinds, [...group, shard])
  }
  if (groups.size < 2) return undefined
  const parts = [...groups].map(
    ([kinds, shards]) => `${namesOf(shards)} ${shards.length === 1 ? 'reconciles' : 'reconcile'} ${kinds || 'nothing'}`,
  )
  return (
    `Shards reconcile different kinds: ${parts.join('; ')}. Each is assigned objects that it does not reconcile. ` +
    'Unless a rollout is in progress, two programs use the name of this ring: give each a ring of its own.'
  )
}

function kindText({ resource, scope: { namespace, labels, fields } }: SharedKind): string {
  const only = [namespace && `in ${namespace}`, labels, fields].filter((one) => one !== undefined && one !== '')
  return only.length === 0 ? kindName(resource) : `${kindName(resource)} (${only.join(', ')})`
}

function namesOf(shards: readonly string[]): string {
  const hidden = shards.length - namesShown
  return `${shards.slice(0, namesShown).join(', ')}${hidden > 0 ? ` and ${hidden} more` : ''}`
}

export interface MismatchedShardsOptions {
  readonly shards: Pick<KnownShards, 'names' | 'observationOf'>
  readonly clock: Clock
  readonly log: Logger
}

/** The same, once the difference has lasted for a while; each new difference is logged. */
export class MismatchedShards {
  readonly #options: MismatchedShardsOptions
  #seen: string | undefined
  #since = 0
  #logged: string | undefined

  constructor(options: MismatchedShardsOptions) {
    this.#options = options
  }

  get sentence(): string | undefined {
    const { shards, clock, log } = this.#options
    const now = clock.elapsed()
    const observations = shards.names.map((shard) => shards.observationOf(shard)!)
    const sentence = findMismatchedShards(worksOf(observations, now))
    if (sentence === undefined || this.#seen === undefined) this.#since = now
    this.#seen = sentence
    const shown = now - this.#since >= worthTellingMs ? sentence : undefined
    if (shown !== undefined && shown !== this.#logged) log.warn(shown)
    this.#logged = shown
    return shown
  }
}
