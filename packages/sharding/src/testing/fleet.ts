/**
 * A whole fleet under one time and one seed: shards, sharders, and everything that can go wrong with them. The same seed
 * always gives the same story.
 */
import { type LogFields, type Logger, type Random, randomInt, seededRandom } from '@kubewright/core'
import { hashRing } from '../hash-ring.ts'
import { assignmentAnnotation, drainLabel, shardLabel, shardLeaseName } from '../names.ts'
import { partitionKey } from '../partition-key.ts'
import { shard } from '../shard.ts'
import { Ledger } from './ledger.ts'
import { SimulatedApi } from './simulated-api.ts'
import type { World } from './simulated-process.ts'
import { SimulatedReplica, Website } from './simulated-replica.ts'
import { SimulatedTime } from './simulated-time.ts'

export const ring = 'websites'
const namespace = 'web-system'

/** One thing that goes wrong, or that somebody does. */
export interface Incident {
  readonly at: number
  readonly what: keyof typeof incidents
  /** Drawn from the seed: which replica, which object, how long. */
  readonly pick: number
  readonly ms: number
}

export interface Story {
  readonly seed: number
  readonly shards: number
  readonly objects: number
  readonly incidents: readonly Incident[]
}

export interface Report {
  readonly violations: readonly string[]
  readonly reconciles: number
  readonly writes: number
  /** What happened, for people. */
  readonly told: readonly string[]
}

/** For how long things go wrong. */
const troubleMs = 90_000
/**
 * Within this time after the last trouble, every object is its shard's: one lease duration until somebody leads, two until a
 * shard that ended is taken over, and 20 s for restarts, retries and requests.
 */
export const boundMs = 3 * 15_000 + 20_000

export function storyOf(seed: number): Story {
  const random = seededRandom(`story ${seed}`)
  const names = Object.keys(incidents) as Incident['what'][]
  const count = randomInt(random, 9)
  const list = Array.from({ length: count }, () => ({
    at: Math.floor(random.next() * troubleMs),
    what: names[randomInt(random, names.length)]!,
    pick: randomInt(random, 1_000),
    ms: Math.floor(random.next() * random.next() * 70_000),
  }))
  const sorted = list.sort((one, two) => one.at - two.at)
  return { seed, shards: 2 + randomInt(random, 4), objects: 3 + randomInt(random, 6), incidents: sorted }
}

export async function play(story: Story): Promise<Report> {
  const fleet = new Fleet(story)
  return fleet.play()
}

/** The same story with everything left out that does not matter to its end. */
export async function shrink(story: Story): Promise<Story> {
  let smallest = story
  for (let index = 0; index < smallest.incidents.length; ) {
    const incidents = smallest.incidents.filter((_, at) => at !== index)
    const candidate = { ...smallest, incidents }
    if ((await play(candidate)).violations.length > 0) smallest = candidate
    else index++
  }
  return smallest
}

class Fleet {
  readonly story: Story
  readonly random: Random
  readonly time = new SimulatedTime()
  readonly api = new SimulatedApi()
  readonly ledger = new Ledger()
  readonly world: World
  /** The newest process of each shard, and those that go on beside it. */
  readonly replicas: SimulatedReplica[] = []
  /** Shards that shall run. */
  readonly wanted = new Set<string>()
  readonly told: string[] = []
  #processes = 0
  #shards = 0
  #objects = 0
  /** When the last trouble is over. */
  #calmAt = 0
  isOver = false

  constructor(story: Story) {
    this.story = story
    this.random = seededRandom(`fleet ${story.seed}`)
    this.world = { time: this.time, api: this.api, random: this.random, isOut: false, isNoisy: true }
  }

  tell(text: string): void {
    this.told.push(`${Math.round(this.time.now)}: ${text}`)
  }

  /** Trouble lasts at least until then. */
  trouble(until: number): void {
    this.#calmAt = Math.max(this.#calmAt, until)
  }

  async play(): Promise<Report> {
    for (let count = 0; count < this.story.objects; count++) this.addObject()
    for (let count = 0; count < this.story.shards; count++) this.addShard()
    for (const incident of this.story.incidents) {
      this.time.at(incident.at, () => {
        this.tell(`${incident.what} ${incident.pick} ${incident.ms}`)
        this.trouble(this.time.now)
        incidents[incident.what](this, incident)
      })
    }
    const isBroken = () => this.ledger.violations.length > 0
    // Trouble may make more of it: the bound counts from the last.
    await this.time.runUntil(Math.max(20_000, this.story.incidents.at(-1)?.at ?? 0), isBroken)
    while (!isBroken() && this.time.now < this.#calmAt) await this.time.runUntil(this.#calmAt, isBroken)
    this.world.isNoisy = false
    this.tell('calm')
    await this.time.runUntil(this.time.now + boundMs, isBroken)
    if (!isBroken()) this.#judgeOwners()
    await this.time.runUntil(this.time.now + boundMs / 2, isBroken)
    if (!isBroken()) this.#judgeRing()
    await this.#bury()
    const { violations, reconciles, writes } = this.ledger
    return { violations, reconciles, writes, told: this.told }
  }

  addObject(): void {
    const name = `site-${++this.#objects}`
    this.api.create('Website', {
      apiVersion: 'web.example.dev/v1',
      kind: 'Website',
      metadata: { name, namespace: 'default' },
    })
  }

  addShard(): void {
    const name = `web-${this.#shards++}`
    this.wanted.add(name)
    this.start(name)
  }

  start(name: string): void {
    const id = `${name}#${++this.#processes}`
    const random = seededRandom(`process ${this.story.seed} ${this.#processes}`)
    const reserveFor = this.story.seed % 5 === 0 ? '40s' : '0s'
    const coordination = shard({
      ring,
      namespace,
      identity: name,
      drainWithin: '10s',
      syncEvery: '60s',
      retryEvery: '4s',
      reserveFor,
    })
    const log = this.#logOf(id)
    const options = { shard: name, coordination, world: this.world, ledger: this.ledger, random, log }
    const replica = new SimulatedReplica(id, options)
    this.replicas.push(replica)
    void replica.ended.then(() => this.#ended(replica))
  }

  /** A process that ends is started anew, if its shard shall run. */
  #ended(replica: SimulatedReplica): void {
    this.tell(`${replica.process.name} ended`)
    this.#remove(replica)
    if (!this.isOver && this.wanted.has(replica.shard)) this.restart(replica.shard)
  }

  #remove(replica: SimulatedReplica): void {
    const at = this.replicas.indexOf(replica)
    if (at >= 0) this.replicas.splice(at, 1)
  }

  restart(name: string): void {
    this.time.after(500 + randomInt(this.random, 2_500), () => {
      if (!this.isOver && this.wanted.has(name) && !this.replicas.some((one) => one.shard === name)) this.start(name)
    })
  }

  crash(replica: SimulatedReplica): void {
    replica.process.kill()
    this.#remove(replica)
    this.#dead.push(replica)
    this.restart(replica.shard)
  }

  readonly #dead: SimulatedReplica[] = []

  pickReplica(pick: number): SimulatedReplica | undefined {
    return this.replicas[pick % Math.max(1, this.replicas.length)]
  }

  pickObject(pick: number): string | undefined {
    const all = this.api.list('Website')
    return all[pick % Math.max(1, all.length)]?.metadata.name
  }

  /** Within the bound, every object is a shard's that acts. */
  #judgeOwners(): void {
    const acting = new Set(this.#acting.map((one) => one.shard))
    for (const { metadata } of this.api.list('Website')) {
      const label = metadata.labels?.[shardLabel(ring)] ?? ''
      const note = metadata.annotations?.[assignmentAnnotation(ring)] ?? ''
      if (label === note && acting.has(note)) continue
      this.ledger.violations.push(`${metadata.name} is ${label}’s by label and ${note}’s by right, which does not act`)
    }
  }

  get #acting(): readonly SimulatedReplica[] {
    return this.replicas.filter(({ standing, process }) => standing.isActing && process.isRunning)
  }

  /** In the end every object is the shard's that the ring of all shards names. */
  #judgeRing(): void {
    const acting = this.#acting
    const names = hashRing(acting.map((one) => one.shard))
    if (acting.length !== this.wanted.size) {
      this.ledger.violations.push(`${[...this.wanted].join()} shall act, and ${names.shards.join()} do`)
    }
    for (const { metadata } of this.api.list('Website')) {
      const target = names.ownerOf(partitionKey(Website, metadata))
      const label = metadata.labels?.[shardLabel(ring)]
      const note = metadata.annotations?.[assignmentAnnotation(ring)]
      const isDraining = metadata.labels?.[drainLabel(ring)] !== undefined
      if (label === target && note === target && !isDraining) continue
      const drain = isDraining ? ', and is asked for' : ''
      this.ledger.violations.push(
        `${metadata.name} is ${label}’s by label and ${note}’s by right${drain}: it should be ${target}’s`,
      )
    }
  }

  async #bury(): Promise<void> {
    this.isOver = true
    const all = [...this.replicas, ...this.#dead]
    for (const replica of all) {
      replica.stop()
      replica.process.bury()
    }
    await this.time.runUntil(this.time.now + 60_000, () => all.every(({ isOver }) => isOver))
    for (const replica of all) if (!replica.isOver) this.tell(`${replica.process.name} does not end`)
  }

  #logOf(id: string): Logger {
    const note = (message: string, fields: LogFields = {}) => {
      const error = fields['error'] instanceof Error ? fields['error'].message : ''
      const { error: _, ...rest } = fields
      this.tell(`${id} ${message} ${JSON.stringify(rest)} ${error}`)
    }
    const log: Logger = { debug: note, info: note, warn: note, error: note, with: () => log }
    return log
  }
}

type Happening = (fleet: Fleet, incident: Incident) => void

/** Changes the marks of an object as somebody with `kubectl` would, whatever is known of them. */
function edit(marks: { label?: string | null; note?: string | null; drain?: string | null }): Happening {
  return (fleet, { pick }) => {
    const name = fleet.pickObject(pick)
    if (name === undefined) return
    const labels = {
      ...(marks.label === undefined ? {} : { [shardLabel(ring)]: marks.label }),
      ...(marks.drain === undefined ? {} : { [drainLabel(ring)]: marks.drain }),
    }
    const annotations = marks.note === undefined ? {} : { [assignmentAnnotation(ring)]: marks.note }
    fleet.api.patch('Website', name, { metadata: { labels, annotations } })
  }
}

const incidents = {
  crash: (fleet, { pick }) => {
    const replica = fleet.pickReplica(pick)
    if (replica !== undefined) fleet.crash(replica)
  },
  'stand still': (fleet, { pick, ms }) => pause(fleet, pick, ms, false),
  'sleep with the machine': (fleet, { pick, ms }) => pause(fleet, pick, ms, true),
  partition: (fleet, { pick, ms }) => {
    const process = fleet.pickReplica(pick)?.process
    if (process === undefined) return
    process.isPartitioned = true
    if (pick % 2 === 0) process.breakStreams()
    fleet.trouble(fleet.time.now + ms)
    fleet.time.after(ms, () => (process.isPartitioned = false))
  },
  'set a clock': (fleet, { pick, ms }) => fleet.pickReplica(pick)?.process.jump(pick % 2 === 0 ? ms * 50 : -ms * 50),
  outage: (fleet, { ms }) => {
    fleet.world.isOut = true
    fleet.trouble(fleet.time.now + ms)
    fleet.time.after(ms, () => (fleet.world.isOut = false))
  },
  'stall watches': (fleet, { pick, ms }) => {
    fleet.pickReplica(pick)?.process.stall(ms)
    fleet.trouble(fleet.time.now + ms)
  },
  'break watches': (fleet, { pick }) => fleet.pickReplica(pick)?.process.breakStreams(),
  compact: (fleet) => fleet.api.compact(),
  'scale out': (fleet) => {
    if (fleet.wanted.size < 8) fleet.addShard()
  },
  'scale in': (fleet, { pick }) => {
    const replica = fleet.pickReplica(pick)
    if (replica === undefined || fleet.wanted.size < 2) return
    fleet.wanted.delete(replica.shard)
    for (const one of fleet.replicas) if (one.shard === replica.shard) one.stop()
  },
  restart: (fleet, { pick }) => fleet.pickReplica(pick)?.stop(),
  /** A pod that was deleted by force goes on beside its successor. */
  'start a twin': (fleet, { pick }) => {
    const name = fleet.pickReplica(pick)?.shard
    if (name !== undefined) fleet.start(name)
  },
  create: (fleet) => fleet.addObject(),
  delete: (fleet, { pick }) => {
    const name = fleet.pickObject(pick)
    if (name !== undefined) fleet.api.delete('Website', name)
  },
  'delete a lease': (fleet, { pick }) => {
    const replica = fleet.pickReplica(pick)
    const lease = replica && shardLeaseName(ring, replica.shard)
    if (lease !== undefined && fleet.api.get('Lease', lease) !== undefined) fleet.api.delete('Lease', lease)
  },
  'remove the label': edit({ label: null }),
  'remove the annotation': edit({ note: null }),
  'remove all marks': edit({ label: null, note: null, drain: null }),
  'set a label': (fleet, incident) => {
    const replica = fleet.pickReplica(incident.ms)
    if (replica !== undefined) edit({ label: replica.shard })(fleet, incident)
  },
  'name nobody': edit({ label: 'nobody', note: null }),
  'ask for it': edit({ drain: 'true' }),
} satisfies Record<string, Happening>

function pause(fleet: Fleet, pick: number, ms: number, isSuspended: boolean): void {
  const process = fleet.pickReplica(pick)?.process
  if (process === undefined) return
  process.pause()
  fleet.trouble(fleet.time.now + ms)
  fleet.time.after(ms, () => process.resume(isSuspended))
}
