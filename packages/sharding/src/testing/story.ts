/** A scenario for a simulated fleet, generated from a seed: its size, its workload, and all faults. */
import { type Random, randomInt, seededRandom } from '@kubewright/core/random'
import { incidentNames, type What } from './incidents.ts'
import { type Noise, quiet } from './simulated-process.ts'

/** Events an incident can wait for: the next such write to the server. */
export const triggers = ['takeover', 'drain', 'release', 'assignment', 'owner inquiry', 'new leader'] as const
export type Trigger = (typeof triggers)[number]

/** A fault, or an action of a user. */
export interface Incident {
  readonly at: number
  /** It waits for this event, and happens `delayMs` later. */
  readonly on?: Trigger
  readonly delayMs: number
  /** How long the story waits for the event at most; 0 if the incident is optional. */
  readonly patienceMs: number
  readonly what: What
  /** Its target: any replica, the leading sharder, or the shard of the awaited write. */
  readonly whom: 'anybody' | 'leader' | 'shard concerned'
  readonly pick: number
  /** How long it lasts. */
  readonly ms: number
}

export interface Story {
  readonly seed: number
  readonly theme: ThemeName
  readonly shards: number
  /** How many of them are sharders; at most all. */
  readonly sharders: number
  readonly websites: number
  readonly tenants: number
  /** Number of controllers for websites. */
  readonly controllers: number
  /** Whether a webhook assigns objects on creation. */
  readonly assignsOnCreate: boolean
  readonly drainWithinMs: number
  readonly reserveMs: number
  readonly againMs: number
  /** Retry period of the shard leases. */
  readonly retryMs: number
  readonly long: number
  readonly noise: Noise
  readonly incidents: readonly Incident[]
}

interface Theme {
  readonly incidents: readonly What[]
  /** Incidents that always happen, with the given properties. */
  readonly sure?: readonly Sure[]
  readonly most: number
  /** Probability that an incident waits for an event, from 0 to 1. */
  readonly waiting?: number
  /** Maximum delay after that event. @default a second */
  readonly promptMs?: number
  readonly assignsOnCreate?: boolean
  /** Maximum number of sharders. */
  readonly sharders?: number
  readonly noise?: Noise
  readonly reserveMs?: number
  readonly drainWithinMs?: number
  readonly long?: number
  readonly againMs?: number
  readonly retryMs?: number
  readonly spans?: readonly Span[]
}

/** Longer than a leader election, and longer than a lost shard keeps its objects. */
const patienceMs = 40_000

type Sure = What | (Pick<Incident, 'what'> & Partial<Pick<Incident, 'whom' | 'on'>>)

/** Minimum and maximum. */
type Span = readonly [number, number]

const restless: Noise = { slow: 0.02, slowWork: 0.1, lost: 0.01, givenUp: 0.005 }
const slow: Noise = { slow: 0.3, slowWork: 0.3, lost: 0.03, givenUp: 0.1 }
const slowWork: Noise = { slow: 0.02, slowWork: 0.7, lost: 0.01, givenUp: 0.02 }

export const themes = {
  anything: { incidents: incidentNames, most: 8, noise: restless, waiting: 0.2 },
  pauses: {
    incidents: [
      'stand still',
      'sleep with the machine',
      'partition',
      'stall watches',
      'touch',
      'scale out',
      'set a clock',
    ],
    sure: ['stand still', 'sleep with the machine'],
    most: 3,
    spans: [
      [8_000, 20_000],
      [30_000, 45_000],
      [30_000, 45_000],
    ],
    againMs: 3_000,
    noise: restless,
    waiting: 0.2,
  },
  'stale caches': {
    incidents: ['stall some watches', 'stall watches', 'scale out', 'scale in', 'ask for it', 'touch'],
    sure: [
      'scale out',
      'scale out',
      { what: 'stall some watches', whom: 'shard concerned', on: 'drain' },
      { what: 'stall some watches', whom: 'shard concerned', on: 'drain' },
    ],
    most: 1,
    promptMs: 1,
    againMs: 500,
  },
  'stale starts': {
    incidents: ['stall watches', 'scale out', 'crash', 'touch'],
    sure: ['leave it to a blind twin', 'touch', 'touch'],
    most: 1,
    againMs: 5_000,
    reserveMs: 0,
  },
  'slow requests': {
    incidents: ['scale out', 'scale in', 'restart', 'crash', 'ask for it', 'remove all marks', 'touch'],
    sure: ['scale out', 'restart'],
    most: 3,
    noise: slowWork,
    drainWithinMs: 1_500,
    reserveMs: 0,
    long: 0.3,
    againMs: 1_000,
  },
  'lost moves': {
    incidents: ['scale out', 'scale in', 'restart', 'crash'],
    sure: ['scale out', 'scale out', 'scale in'],
    most: 2,
    noise: { slow: 0.4, slowWork: 0, lost: 0.1, givenUp: 0.3 },
    reserveMs: 0,
    againMs: 1_000,
  },
  edits: {
    incidents: [
      'remove all marks',
      'remove every mark',
      'remove the annotation',
      'remove the label',
      'set a label',
      'name nobody',
      'ask for it',
      'mislabel a child',
      'crash',
      'touch',
    ],
    most: 4,
    noise: restless,
    waiting: 0.2,
  },
  'forgotten owners': {
    incidents: ['scale out', 'scale in', 'remove every mark', 'crash', 'stand still', 'touch'],
    sure: ['scale out', 'remove every mark without a leader'],
    most: 2,
    long: 0.3,
    againMs: 1_000,
    noise: slowWork,
  },
  leases: {
    incidents: [
      'delete a lease',
      'strip a lease',
      'shorten a lease',
      'start a twin',
      'stand still',
      'crash',
      'restart',
      'scale out',
      'stall watches',
    ],
    sure: ['delete a lease', 'shorten a lease'],
    most: 4,
    againMs: 2_000,
    long: 0.15,
    waiting: 0.2,
  },
  takeovers: {
    incidents: ['stand still', 'crash', 'restart', 'stall watches', 'outage', 'scale out', 'partition'],
    sure: ['crash'],
    most: 5,
    waiting: 0.7,
    noise: slow,
  },
  'quick restarts': {
    incidents: ['restart', 'touch', 'crash'],
    sure: ['restart', 'restart'],
    most: 2,
    noise: slow,
    reserveMs: 0,
    long: 0.3,
    againMs: 1_000,
    retryMs: 500,
  },
  'rolling updates': {
    incidents: ['rolling update', 'create', 'delete', 'touch'],
    sure: ['rolling update'],
    most: 2,
    reserveMs: 60_000,
  },
  /** A process was paused, or its machine slept, or both while its clock was set. */
  'wrong clocks': {
    incidents: ['set a clock', 'doze off', 'touch', 'scale out'],
    sure: ['wake in the past', 'sleep with a clock set back'],
    most: 1,
    spans: [[32_000, 48_000]],
    againMs: 1_000,
  },
  /** A shard is given up at the moment it resumes. */
  'late wakers': {
    incidents: ['stand still', 'sleep with the machine', 'partition'],
    sure: ['stand still', 'stand still', 'stand still'],
    most: 1,
    spans: [[26_500, 32_500]],
    noise: { slow: 0.7, slowWork: 0.5, lost: 0, givenUp: 0 },
    againMs: 5_000,
  },
  /** The new leader does not know what the former one has done. */
  'new leaders': {
    incidents: ['crash', 'restart', 'touch', 'scale out'],
    sure: [{ what: 'crash', whom: 'leader' }, 'scale out', { what: 'remove every mark', on: 'new leader' }],
    most: 1,
    promptMs: 35,
    long: 0.03,
    againMs: 300,
    noise: { slow: 0.02, slowWork: 0.8, lost: 0.01, givenUp: 0.02 },
  },
  /** The only sharder does not finish a takeover. */
  'lone sharders': {
    incidents: ['touch', 'create', 'lose another for long'],
    sure: ['lose another for long', { what: 'doze off', whom: 'leader', on: 'takeover' }],
    most: 1,
    promptMs: 110,
    sharders: 1,
    spans: [[28_000, 45_000]],
    reserveMs: 0,
  },
  'blind leaders': {
    incidents: ['touch', 'lose another for long'],
    sure: ['lose another for long', { what: 'leave it to a blind leader', on: 'takeover' }],
    most: 1,
    promptMs: 40,
    spans: [[22_000, 29_000]],
    reserveMs: 0,
  },
  twins: {
    incidents: ['start a twin', 'shorten a lease', 'restart', 'stand still', 'touch', 'stand still in mid-drain'],
    sure: ['start a twin', 'start a twin without a lease'],
    most: 2,
    noise: slowWork,
    long: 0.2,
    againMs: 500,
    reserveMs: 0,
  },
  'assigned at birth': {
    incidents: ['create', 'create', 'scale out', 'scale in', 'crash', 'remove all marks', 'stall watches', 'outage'],
    sure: ['create by an old ring', 'create'],
    most: 3,
    assignsOnCreate: true,
    long: 0.3,
    againMs: 1_000,
    noise: slowWork,
  },
  children: {
    incidents: ['mislabel a child', 'scale out', 'scale in', 'crash'],
    sure: ['mislabel a child', 'scale out', 'mislabel a child'],
    most: 2,
    noise: restless,
  },
  /** A process loses its lease while its requests are in flight, and its next write arrives. */
  'lost leases': {
    incidents: ['lose its renewals', 'overload', 'touch'],
    sure: ['lose its renewals', 'lose its renewals', 'lose its renewals'],
    most: 1,
    spans: [[8_500, 13_000]],
    long: 0.03,
    againMs: 300,
    noise: { slow: 0.02, slowWork: 0.9, lost: 0, givenUp: 0.02 },
    reserveMs: 0,
  },
  handovers: {
    incidents: ['touch', 'stand still'],
    sure: ['stand still in mid-drain'],
    most: 1,
    spans: [[19_000, 27_000]],
    noise: slowWork,
    long: 0.2,
    againMs: 500,
    reserveMs: 0,
    drainWithinMs: 30_000,
  },
  outages: {
    incidents: ['outage', 'overload', 'compact', 'break watches', 'crash', 'scale out', 'scale in'],
    sure: ['outage'],
    most: 4,
    againMs: 2_000,
    noise: slowWork,
  },
} satisfies Record<string, Theme>

export type ThemeName = keyof typeof themes
export const themeNames = Object.keys(themes) as ThemeName[]

/** Durations of incidents: below one lease duration, between one and two, or above two. */
const spans: readonly Span[] = [
  [50, 3_000],
  [8_000, 14_000],
  [14_000, 20_000],
  [28_000, 40_000],
  [28_000, 70_000],
]

export function storyOf(seed: number, only?: ThemeName): Story {
  const random = seededRandom(`story ${seed}`)
  const name = only ?? themeNames[seed % themeNames.length]!
  const theme: Theme = themes[name]
  const shards = oneOf(random, [3, 3, 3, 4, 4, 5, 3 + randomInt(random, 10)])
  const assignsOnCreate = theme.assignsOnCreate ?? random.next() < 0.25
  return {
    seed,
    theme: name,
    shards,
    sharders: Math.min(theme.sharders ?? shards, oneOf(random, [shards, Math.min(shards, 3)])),
    websites: 2 + randomInt(random, 5),
    tenants: oneOf(random, [0, 0, 1, 2]),
    controllers: oneOf(random, [1, 1, 2]),
    assignsOnCreate,
    drainWithinMs: theme.drainWithinMs ?? 10_000,
    reserveMs: theme.reserveMs ?? oneOf(random, [0, 0, 0, 40_000]),
    againMs: theme.againMs ?? oneOf(random, [0, 5_000]),
    retryMs: theme.retryMs ?? 4_000,
    long: theme.long ?? 0.05,
    noise: theme.noise ?? quiet,
    incidents: incidentsOf(theme, random),
  }
}

function incidentsOf(theme: Theme, random: Random): readonly Incident[] {
  const more = randomInt(random, theme.most + 1)
  const drawn = Array.from({ length: more }, () => oneOf(random, theme.incidents))
  const isLong = random.next() < 0.1
  const withinMs = isLong ? 90_000 : 12_000
  // In half of the stories all faults happen close together.
  const [from, span] = random.next() < 0.5 ? [1_500, withinMs] : [1_500 + random.next() * withinMs, 2_000]
  const sure = (theme.sure ?? []).map((one) => (typeof one === 'string' ? { what: one } : one))
  const all = [...sure, ...drawn.map((what) => ({ what }))].map((given): Incident => {
    const on = random.next() < (theme.waiting ?? 0) ? { on: oneOf(random, triggers) } : {}
    const pick = randomInt(random, 1_000)
    return {
      at: Math.floor(from + random.next() * span),
      ...on,
      delayMs: pick % (theme.promptMs ?? 1_000),
      patienceMs: 'on' in given ? patienceMs : 0,
      whom: oneOf(random, ['anybody', 'leader', 'shard concerned']),
      pick,
      ms: Math.floor(between(random, oneOf(random, theme.spans ?? (isLong ? spans : spans.slice(0, 4))))),
      ...given,
    }
  })
  return all.sort((one, two) => one.at - two.at)
}

function oneOf<T>(random: Random, all: readonly T[]): T {
  return all[randomInt(random, all.length)]!
}

function between(random: Random, [least, most]: Span): number {
  return least + random.next() * (most - least)
}
