/** A scenario for a group of simulated clusters, as data: generated from a seed, replayed exactly, and shrunk when it fails. */
import { type Random, randomInt, seededRandom } from '@kubewright/core/random'

export type Incident = { readonly at: number } & (
  | { readonly do: 'crash'; readonly cluster: number; readonly forMs: number }
  | {
      readonly do: 'cut' | 'slow' | 'lose-answers'
      readonly cluster: number
      readonly peer: number
      readonly forMs: number
    }
  | { readonly do: 'outage'; readonly cluster: number; readonly forMs: number }
  | { readonly do: 'restore'; readonly cluster: number; readonly ageMs: number }
  | { readonly do: 'rekey'; readonly cluster: number; readonly peer: number }
  | { readonly do: 'leave'; readonly cluster: number; readonly peer: number; readonly forMs: number }
  | {
      readonly do: 'create' | 'delete' | 'edit-spec' | 'forge-status' | 'untie'
      readonly cluster: number
      readonly object: number
    }
  | { readonly do: 'send'; readonly cluster: number; readonly object: number; readonly to: readonly number[] }
  | {
      readonly do: 'edit-replica' | 'unlabel-replica' | 'delete-replica' | 'steal-replica' | 'hold-replica'
      readonly cluster: number
      readonly peer: number
      readonly object: number
    }
  | { readonly do: 'squat'; readonly cluster: number; readonly peer: number; readonly object: number }
)

export interface Story {
  readonly seed: number
  readonly clusters: number
  /** The number of object names; the same in all clusters. */
  readonly objects: number
  readonly incidents: readonly Incident[]
  /** How far the clock of each cluster is ahead, or behind. @default all agree */
  readonly aheadMs?: readonly number[]
}

/** No incidents start after this. */
export const storyMs = 240_000

/**
 * The scenario of a seed.
 *
 * @param only the incidents allowed, besides changes of originals; anything if omitted
 */
export function storyOf(seed: number, only?: readonly Incident['do'][]): Story {
  const random = seededRandom(`story ${seed}`)
  // Most faults need two or three clusters; eight are for those that need many.
  const clusters = random.next() < 0.8 ? 2 + randomInt(random, 2) : 4 + randomInt(random, 5)
  const objects = 1 + randomInt(random, 3)
  const count = 6 + randomInt(random, 18)
  const troubles = Array.from({ length: count }, () => incidentOf(random, { clusters, objects, kinds: kindsOf(only) }))
  const incidents = [...beginningOf(random, clusters, objects), ...troubles]
  const sorted = incidents.sort((one, other) => one.at - other.at)
  return { seed, clusters, objects, incidents: sorted, aheadMs: clocksOf(seed, clusters) }
}

/** A third of the clocks is an hour away. With a random source of its own, so that the incidents of a seed do not depend on it. */
function clocksOf(seed: number, clusters: number): readonly number[] {
  const random = seededRandom(`clocks ${seed}`)
  return Array.from({ length: clusters }, () => [0, 0, 0, 0, 3_600_000, -3_600_000][randomInt(random, 6)]!)
}

/** Most clusters start with objects to replicate, under the same names. */
function beginningOf(random: Random, clusters: number, objects: number): readonly Incident[] {
  const all = Array.from({ length: Math.min(clusters, 4) * objects }, (_, at) => at)
  return all
    .filter(() => random.next() < 0.6)
    .map((at) => {
      const cluster = at % clusters
      const peer = (cluster + 1 + randomInt(random, clusters - 1)) % clusters
      return {
        at: randomInt(random, 10_000),
        do: 'send',
        cluster,
        object: Math.floor(at / clusters) % objects,
        to: [peer],
      }
    })
}

const kinds = [
  ['crash', 4],
  ['cut', 4],
  ['slow', 2],
  ['lose-answers', 3],
  ['outage', 3],
  ['restore', 3],
  ['rekey', 2],
  ['leave', 2],
  ['create', 4],
  ['delete', 4],
  ['edit-spec', 6],
  ['forge-status', 2],
  ['untie', 1],
  ['send', 5],
  ['edit-replica', 3],
  ['unlabel-replica', 2],
  ['delete-replica', 2],
  ['steal-replica', 1],
  ['hold-replica', 2],
  ['squat', 1],
] as const satisfies readonly (readonly [Incident['do'], number])[]

type WeightedKinds = readonly (readonly [Incident['do'], number])[]

const always: ReadonlySet<Incident['do']> = new Set(['delete', 'edit-spec', 'send'])

function kindsOf(only: readonly Incident['do'][] | undefined): WeightedKinds {
  return only === undefined ? kinds : kinds.filter(([kind]) => always.has(kind) || only.includes(kind))
}

function kindOf(random: Random, among: WeightedKinds): Incident['do'] {
  let at = randomInt(
    random,
    among.reduce((sum, [, weight]) => sum + weight, 0),
  )
  for (const [kind, weight] of among) if ((at -= weight) < 0) return kind
  return 'crash'
}

interface Scope {
  readonly clusters: number
  readonly objects: number
  readonly kinds: WeightedKinds
}

function incidentOf(random: Random, { clusters, objects, kinds: among }: Scope): Incident {
  const cluster = randomInt(random, clusters)
  const peer = (cluster + 1 + randomInt(random, clusters - 1)) % clusters
  const to = Array.from({ length: clusters }, (_, at) => at).filter((at) => at !== cluster && random.next() < 0.4)
  const fields = {
    at: Math.floor(random.next() * storyMs),
    do: kindOf(random, among),
    cluster,
    peer,
    object: randomInt(random, objects),
    forMs: 500 + Math.floor(random.next() ** 2 * 60_000),
    ageMs: Math.floor(random.next() * 60_000),
    to: random.next() < 0.5 ? [peer] : to,
  }
  return fields as Incident
}

/** Candidates for shrinking, the largest reduction first. */
export function* smallerStories(story: Story): Generator<Story> {
  const { incidents, aheadMs, ...others } = story
  if (aheadMs?.some((ms) => ms !== 0)) yield { ...others, incidents }
  for (let size = Math.ceil(incidents.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < incidents.length; from += size) {
      yield { ...story, incidents: incidents.filter((_, at) => at < from || at >= from + size) }
    }
  }
  for (const clusters of [2, 3]) {
    if (clusters >= story.clusters) continue
    const isInside = (at: number) => at < clusters
    const kept = incidents.filter((one) => isInside(one.cluster) && (!('peer' in one) || isInside(one.peer)))
    yield {
      ...story,
      clusters,
      incidents: kept.map((one) => (one.do === 'send' ? { ...one, to: one.to.filter(isInside) } : one)),
    }
  }
}
