/** A scenario for replicas that divide clusters: their numbers, and the faults over time. Deterministic for a seed. */
import { type Random, randomInt, seededRandom } from '@kubewright/core/random'
import { type Noise, quiet } from './simulated-process.ts'

export type DivisionIncident =
  | 'crash'
  | 'restart'
  | 'scale out'
  | 'scale in'
  | 'stand still'
  | 'sleep'
  | 'cut from home'
  | 'lose renewals'
  | 'cut a link'
  | 'keep a link cut'
  | 'outage'
  | 'set a clock'
  | 'start a twin'
  | 'delete a lease'
  | 'delete a lease and restart another'
  | 'shorten a lease'
  | 'add a cluster'
  | 'remove a cluster'
  | 're-key a cluster'

export interface DivisionEvent {
  readonly at: number
  readonly what: DivisionIncident
  /** Selects the target. */
  readonly pick: number
  /** How long it lasts. */
  readonly ms: number
}

export interface DivisionStory {
  readonly seed: number
  readonly theme: string
  readonly replicas: number
  readonly clusters: number
  /** Probability of a long reconcile that ignores its signal, from 0 to 1. */
  readonly stubborn: number
  readonly noise: Noise
  readonly events: readonly DivisionEvent[]
}

interface Theme {
  readonly what: readonly DivisionIncident[]
  /** Incidents that happen in every story. */
  readonly sure?: readonly DivisionIncident[]
  readonly noise?: Noise
  readonly stubborn?: number
}

const restless: Noise = { slow: 0.05, slowWork: 0.3, lost: 0.02, givenUp: 0.05 }
const changes: readonly DivisionIncident[] = ['add a cluster', 'remove a cluster', 'scale out', 'scale in', 'restart']

export const divisionThemes = {
  everything: {
    what: [
      ...changes,
      're-key a cluster',
      'crash',
      'stand still',
      'sleep',
      'cut from home',
      'lose renewals',
      'cut a link',
      'outage',
    ],
    noise: restless,
    stubborn: 0.1,
  },
  pauses: { what: ['stand still', 'sleep', 'set a clock', 'restart'], sure: ['stand still', 'sleep'], stubborn: 0.3 },
  'slow requests': {
    what: ['scale out', 'restart', 'scale in', 'cut a link'],
    sure: ['scale out'],
    noise: { slow: 0, slowWork: 0.8, lost: 0.02, givenUp: 0.2 },
  },
  membership: { what: changes, sure: ['scale out', 'remove a cluster', 'add a cluster'], stubborn: 0.1 },
  partitions: {
    what: ['cut from home', 'lose renewals', 'cut a link', 'outage', 'crash'],
    sure: ['lose renewals'],
    noise: restless,
  },
  'cut links': { what: ['cut a link', 'keep a link cut', 'restart'], sure: ['keep a link cut'] },
  leases: {
    what: ['delete a lease', 'shorten a lease', 'delete a lease and restart another', 'stand still'],
    sure: ['delete a lease and restart another', 'delete a lease and restart another'],
    noise: { ...quiet, slow: 0.2 },
  },
  'new connections': {
    what: ['re-key a cluster', 'restart', 'scale out'],
    sure: ['re-key a cluster', 're-key a cluster', 're-key a cluster'],
    stubborn: 0.3,
  },
  twins: { what: ['start a twin', 'stand still', 'restart'], sure: ['start a twin', 'start a twin'], stubborn: 0.3 },
} satisfies Record<string, Theme>

export type DivisionTheme = keyof typeof divisionThemes
export const divisionThemeNames = Object.keys(divisionThemes) as DivisionTheme[]

/** Durations on either side of `renewWithin`, and of a lease. */
const spans = [
  [50, 3_000],
  [8_000, 14_000],
  [14_000, 20_000],
  [20_000, 45_000],
] as const

export function divisionStoryOf(seed: number, only?: DivisionTheme): DivisionStory {
  const random = seededRandom(`division ${seed}`)
  const theme = only ?? divisionThemeNames[seed % divisionThemeNames.length]!
  const { what, sure = [], noise = quiet, stubborn = 0 }: Theme = divisionThemes[theme]
  const more = Array.from({ length: randomInt(random, 5) }, () => oneOf(random, what))
  // The first seconds, in which everything is free, are as interesting as the rest.
  const from = random.next() < 0.2 ? 0 : 20_000
  const events = [...sure, ...more].map((one) => {
    const [least, most] = oneOf(random, spans)
    const ms = Math.floor(least + random.next() * (most - least))
    return { at: Math.floor(from + random.next() * 40_000), what: one, pick: randomInt(random, 1_000), ms }
  })
  events.sort((one, two) => one.at - two.at)
  return {
    seed,
    theme,
    replicas: 2 + randomInt(random, 3),
    clusters: 2 + randomInt(random, 7),
    stubborn,
    noise,
    events,
  }
}

function oneOf<One>(random: Random, all: readonly One[]): One {
  return all[randomInt(random, all.length)]!
}
