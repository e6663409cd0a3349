/**
 * A whole fleet under simulated time with a seed: shards, sharders, and every kind of fault. The same story always has the
 * same result.
 * See decision 0191.
 */
import type { KubeObject, LogFields, Logger } from '@kubewright/core'
import { type Random, randomInt, seededRandom } from '@kubewright/core/random'
import { hashRing } from '../ring/hash-ring.ts'
import { readMarks } from '../ring/marks.ts'
import { drainLabel, askedAnnotation, releasedNote, sharderHolder, shardLabel } from '../names.ts'
import { partitionKey } from '../ring/partition-key.ts'
import { shard } from '../shard-coordination.ts'
import { happen } from './incidents.ts'
import { holderOf } from './lease-judge.ts'
import { Ledger } from './ledger.ts'
import { type Logged, SimulatedApi } from './simulated-api.ts'
import { childOf, leaseNamespace, owners, ring, Tenant, Website } from './simulated-kinds.ts'
import { createAsked } from './simulated-creation.ts'
import { quiet, type World } from './simulated-process.ts'
import { SimulatedReplica } from './simulated-replica.ts'
import { SimulatedTime } from './simulated-time.ts'
import type { Incident, Story, Trigger } from './story.ts'
import { WriteJudge } from './write-judge.ts'

export interface Report {
  readonly violations: readonly string[]
  readonly reconciles: number
  readonly writes: number
  /** How often an object changed hands. */
  readonly moves: number
  /** How long after the last fault every object belonged to an acting shard. */
  readonly settledMs: number
  /** Hash of all writes and their times: equal for two runs of the same story. */
  readonly hash: string
  /** Events for display; empty unless requested. */
  readonly told: readonly string[]
}

/** The replica whose webhook handles a new object, and a callback for the stored object. */
interface Asked {
  readonly by?: SimulatedReplica
  readonly made?: (object: KubeObject) => void
}

const durationMs = 15_000
const syncEveryMs = 45_000

/**
 * Within this time after the last fault every object belongs to a live shard: one lease duration until there is a leader, two
 * until an ended shard is taken over, and 20 s for restarts, retries and requests. An object labelled by hand with an unknown
 * shard is found by the next full list, which is why `syncEvery` is at most three durations here.
 */
export const boundMs = 3 * durationMs + 20_000
/**
 * After half as long again it belongs to the shard that the ring names. This holds for reconciles that end: a long one that
 * ignores its signal keeps its object for as long as it runs, and none of those starts after the last fault.
 */
export const restBoundMs = 1.5 * boundMs
/** Far more than any story that ends. */
const mostEvents = 30_000
const lookEveryMs = 1_000
/** How long a settled fleet is observed. */
const afterwardsMs = 2_000

export class Fleet {
  readonly story: Story
  readonly random: Random
  readonly time = new SimulatedTime()
  readonly api = new SimulatedApi()
  readonly ledger = new Ledger(() => this.time.now)
  readonly world: World
  readonly #judge = new WriteJudge(this.api, this.ledger)
  /** The newest process of each shard, and older ones that still run. */
  readonly replicas: SimulatedReplica[] = []
  readonly #dead: SimulatedReplica[] = []
  /** Shards that should run. */
  readonly wanted = new Set<string>()
  readonly #told: string[] | undefined
  #hash = 0x811c9dc5
  readonly #waiting: Incident[] = []
  /** The shard that the last awaited write was about. */
  #concerned = ''
  #processes = 0
  #shards = 0
  #objects = 0
  /** When the last fault ends. */
  #calmAt = 2_000
  #isByHand = false
  #isOver = false

  constructor(story: Story, isTold = false) {
    this.story = story
    this.random = seededRandom(`fleet ${story.seed}`)
    this.world = { time: this.time, api: this.api, random: this.random, outage: 0, noise: story.noise, isCalm: false }
    this.#told = isTold ? [] : undefined
    this.api.onWrite = (logged) => this.#wrote(logged)
  }

  async play(): Promise<Report> {
    const { story, time } = this
    for (let count = 0; count < story.websites; count++) this.addObject('Website', count % 2 === 1)
    for (let count = 0; count < story.tenants; count++) this.addObject('Tenant', false)
    for (let count = 0; count < story.shards; count++) this.addShard()
    for (const incident of story.incidents) time.at(incident.at, () => this.#meet(incident))
    // Faults may cause more faults: the bound counts from the last one.
    this.trouble((story.incidents.at(-1)?.at ?? 0) - time.now)
    while (!this.#isBroken && time.now < this.#calmAt) await time.runUntil(this.#calmAt, () => this.#isBroken)
    this.#waiting.length = 0
    this.world.noise = quiet
    this.world.isCalm = true
    this.tell('calm')
    const settledMs = await this.#comeToRest()
    await this.#bury()
    const { violations, reconciles, writes } = this.ledger
    const hash = (this.#hash >>> 0).toString(16)
    return { violations, reconciles, writes, moves: this.#judge.moves, settledMs, hash, told: this.#told ?? [] }
  }

  tell(text: string): void {
    this.#told?.push(`${Math.round(this.time.now)}: ${text}`)
  }

  /** Faults last for at least this long. */
  trouble(ms: number): void {
    this.#calmAt = Math.max(this.#calmAt, this.time.now + ms)
  }

  /** For this long, some process may not see what happens. */
  blur(ms: number): void {
    this.trouble(ms)
    this.#judge.blur(this.time.now, this.time.now + ms)
  }

  get objects(): readonly KubeObject[] {
    return owners.flatMap(({ kind }) => this.api.list(kind))
  }

  get children(): readonly KubeObject[] {
    return Object.values(childOf).flatMap(({ kind }) => this.api.list(kind))
  }

  /** @param isGenerated whether the server generates the name */
  addObject(kind: 'Website' | 'Tenant', isGenerated: boolean): void {
    if (kind !== 'Tenant' || this.story.tenants > 0) this.api.create(kind, this.#newObject(kind, isGenerated))
  }

  /**
   * Like `addObject`, in a running fleet: if it assigns objects on creation, a replica's webhook is called first.
   *
   * @param made called with the stored object
   */
  create(kind: 'Website' | 'Tenant', isGenerated: boolean, asked: Asked = {}): void {
    if (!this.story.assignsOnCreate) return this.addObject(kind, isGenerated)
    if (kind === 'Tenant' && this.story.tenants === 0) return
    const { by = this.replicas[randomInt(this.random, Math.max(1, this.replicas.length))], made } = asked
    const object = this.#newObject(kind, isGenerated)
    this.trouble(createAsked(this.world, { kind, object, asked: by, ...(made === undefined ? {} : { made }) }))
  }

  #newObject(kind: 'Website' | 'Tenant', isGenerated: boolean): object {
    const number = ++this.#objects
    const name = isGenerated ? { generateName: `${kind.toLowerCase()}-` } : { name: `${kind.toLowerCase()}-${number}` }
    const namespace = kind === 'Tenant' ? {} : { namespace: number % 3 === 0 ? 'other' : 'default' }
    return { apiVersion: 'web.example.dev/v1', kind, metadata: { ...name, ...namespace } }
  }

  /** A write by a client that does not know about rings. */
  editByHand({ kind, metadata }: Pick<KubeObject, 'kind' | 'metadata'>, patch: object): void {
    this.#byHand(() => this.api.patch(kind, metadata, patch))
  }

  deleteByHand({ kind, metadata }: Pick<KubeObject, 'kind' | 'metadata'>): void {
    this.#byHand(() => this.api.delete(kind, metadata))
  }

  #byHand(write: () => void): void {
    this.#isByHand = true
    write()
    this.#isByHand = false
  }

  addShard(): void {
    const name = `web-${this.#shards++}`
    this.wanted.add(name)
    this.start(name)
  }

  /** Whether there is no other sharder. */
  isLastSharder(name: string): boolean {
    return this.#isSharder(name) && ![...this.wanted].some((one) => one !== name && this.#isSharder(one))
  }

  #isSharder(name: string): boolean {
    return Number(name.slice('web-'.length)) < this.story.sharders
  }

  start(name: string): SimulatedReplica {
    const { story, world, ledger } = this
    const id = `${name}#${++this.#processes}`
    const random = seededRandom(`process ${story.seed} ${this.#processes}`)
    const coordination = shard({
      ring,
      namespace: leaseNamespace,
      identity: name,
      mode: this.#isSharder(name) ? 'both' : 'shard',
      drainWithin: `${story.drainWithinMs}ms`,
      syncEvery: `${syncEveryMs}ms`,
      retryEvery: `${story.retryMs}ms`,
      reserveFor: `${story.reserveMs}ms`,
    })
    const admissions = story.assignsOnCreate ? coordination.assignOnCreate(...owners) : []
    const websites = Array.from({ length: story.controllers }, () => Website)
    const controllers = story.tenants > 0 ? [...websites, Tenant] : websites
    const pace = { controllers, againMs: story.againMs, long: story.long, longMs: 40_000 }
    const log = this.#logOf(id)
    const replica = new SimulatedReplica(id, {
      shard: name,
      coordination,
      admissions,
      world,
      ledger,
      random,
      log,
      pace,
    })
    this.replicas.push(replica)
    void replica.ended.then(() => this.#ended(replica))
    return replica
  }

  /** Restarts an ended process, if its shard should run. */
  #ended(replica: SimulatedReplica): void {
    this.tell(`${replica.process.name} ended`)
    this.#remove(replica)
    this.#restart(replica.shard)
  }

  #remove(replica: SimulatedReplica): void {
    const at = this.replicas.indexOf(replica)
    if (at >= 0) this.replicas.splice(at, 1)
  }

  #restart(name: string): void {
    if (this.#isOver) return
    this.time.after(500 + randomInt(this.random, 2_500), () => {
      if (!this.#isOver && this.wanted.has(name) && !this.replicas.some((one) => one.shard === name)) this.start(name)
    })
  }

  crash(replica: SimulatedReplica): void {
    replica.process.kill()
    this.#remove(replica)
    this.#dead.push(replica)
    this.#restart(replica.shard)
  }

  /** Crashes it, and restarts it only after this time. */
  lose(replica: SimulatedReplica, ms: number): void {
    this.wanted.delete(replica.shard)
    this.crash(replica)
    this.trouble(ms)
    this.time.after(ms, () => {
      this.wanted.add(replica.shard)
      this.#restart(replica.shard)
    })
  }

  pickReplica({ whom, pick }: Incident): SimulatedReplica | undefined {
    const named = whom === 'anybody' ? undefined : this.#replicaOf(whom)
    return named ?? this.replicas[pick % Math.max(1, this.replicas.length)]
  }

  #replicaOf(whom: 'leader' | 'shard concerned'): SimulatedReplica | undefined {
    if (whom === 'shard concerned') return this.replicas.find((one) => one.shard === this.#concerned)
    const lease = this.api.get('Lease', { namespace: leaseNamespace, name: ring })
    return lease && this.replicas.find(({ process }) => process.name === holderOf(lease))
  }

  pickObject(pick: number): KubeObject | undefined {
    const { objects } = this
    return objects[pick % Math.max(1, objects.length)]
  }

  #meet(incident: Incident): void {
    if (incident.on === undefined) return this.#strike(incident)
    this.#waiting.push(incident)
    if (incident.patienceMs > 0) this.trouble(incident.patienceMs)
  }

  #strike(incident: Incident): void {
    const { what, whom, ms, on } = incident
    this.tell(`*** ${what}, ${whom}, ${ms} ms${on === undefined ? '' : `, at a ${on}`}`)
    this.trouble(0)
    happen(this, incident)
  }

  #wrote(logged: Logged): void {
    const { version, kind, before, after } = logged
    this.#hash = Math.imul(this.#hash ^ version ^ Math.floor(this.time.now * 64), 0x01000193)
    if (this.#told !== undefined) this.#tellWrite(logged)
    this.#judge.judge(logged, this.time.now, this.#isByHand)
    if (this.#waiting.length === 0 || after === undefined) return
    const trigger = kind === 'Lease' ? triggerOfLease(before, after) : triggerOfMarks(before, after)
    if (trigger === undefined) return
    for (const incident of this.#waiting.splice(0)) {
      if (incident.on !== trigger.what) {
        this.#waiting.push(incident)
        continue
      }
      this.#concerned = trigger.shard
      this.trouble(incident.delayMs)
      this.time.after(incident.delayMs, () => this.#strike(incident))
    }
  }

  #tellWrite({ kind, before, after }: Logged): void {
    const name = (after ?? before)!.metadata.name
    if (after === undefined) return this.tell(`${kind} ${name} is deleted`)
    if (kind === 'Lease') {
      if (before === undefined || holderOf(before) !== holderOf(after)) this.tell(`${holderOf(after)} holds ${name}`)
      return
    }
    const [was, is] = [before && readMarks(before, ring), readMarks(after, ring)]
    const text = ({ label, note, isDraining }: typeof is) => `${label}/${note}${isDraining ? ' drain' : ''}`
    if (was === undefined || text(was) !== text(is)) {
      this.tell(`${kind} ${name} ${after.metadata.uid}: ${was === undefined ? 'new' : text(was)} -> ${text(is)}`)
    }
  }

  get #isBroken(): boolean {
    if (this.time.ran > mostEvents && this.ledger.violations.length === 0)
      this.ledger.accuse('it goes round in circles')
    return this.ledger.violations.length > 0
  }

  /** Resolves to the time until every object belonged to an acting shard. */
  async #comeToRest(): Promise<number> {
    const calmAt = this.time.now
    const isBroken = () => this.#isBroken
    // Resolves to whether it was reached: checked again after the promise has resolved, it may be different.
    const wait = async (isReached: () => boolean, withinMs: number): Promise<boolean> => {
      while (!this.#isBroken) {
        if (isReached()) return true
        if (this.time.now >= calmAt + withinMs) return false
        await this.time.runUntil(Math.min(this.time.now + lookEveryMs, calmAt + withinMs), isBroken)
      }
      return false
    }
    const isOwned = await wait(() => this.#unowned.length === 0, boundMs)
    const settledMs = this.time.now - calmAt
    if (!isOwned && !this.#isBroken) for (const what of this.#unowned) this.ledger.accuse(what)
    // Work in flight may unsettle it once more; then it has to settle again, by the same deadline.
    for (let isAtRest = false; !isAtRest && !this.#isBroken; ) {
      const isInPlace = await wait(() => this.#astray.length === 0, restBoundMs)
      isAtRest = this.time.now >= calmAt + restBoundMs
      if (isAtRest && !isInPlace) for (const what of this.#astray) this.ledger.accuse(what)
      await this.time.runUntil(this.time.now + (this.story.seed % 16 === 0 ? boundMs : afterwardsMs), isBroken)
      isAtRest ||= this.#astray.length === 0
    }
    return settledMs
  }

  get #acting(): readonly string[] {
    return this.replicas.filter(({ isActing }) => isActing).map((one) => one.shard)
  }

  /** Objects that do not belong to an acting shard. */
  get #unowned(): readonly string[] {
    const acting = new Set(this.#acting)
    return this.objects.flatMap((object) => {
      const { label, note } = readMarks(object, ring)
      if (label === note && acting.has(note)) return []
      return `${object.metadata.name} is ${label}’s by label and ${note}’s by right, which does not act`
    })
  }

  /** Differences from the desired final state: shards that do not act, misplaced objects, misplaced children. */
  get #astray(): readonly string[] {
    const acting = this.#acting
    const missing = [...this.wanted].filter((name) => !acting.includes(name))
    const names = hashRing(acting)
    const objects = this.objects.flatMap((object) => {
      const target = names.ownerOf(partitionKey(owners.find(({ kind }) => kind === object.kind)!, object.metadata))
      const { label, note, isDraining } = readMarks(object, ring)
      if (label === target && note === target && !isDraining) return []
      const drain = isDraining ? ', and is asked for' : ''
      return `${object.metadata.name} is ${label}’s by label and ${note}’s by right${drain}: it should be ${target}’s`
    })
    return [...missing.map((name) => `${name} shall act, and does not`), ...objects, ...this.#lostChildren]
  }

  get #lostChildren(): readonly string[] {
    return this.children.flatMap(({ metadata }) => {
      const owner = this.objects.find(({ metadata: { uid } }) => uid === metadata.ownerReferences?.[0]?.uid)
      const [its, owners] = [metadata.labels?.[shardLabel(ring)], owner?.metadata.labels?.[shardLabel(ring)]]
      return its === owners ? [] : `${metadata.name} is ${its}’s and its owner ${owners}’s`
    })
  }

  async #bury(): Promise<void> {
    this.#isOver = true
    const all = [...this.replicas, ...this.#dead]
    for (const replica of all) {
      replica.stop()
      replica.process.bury()
    }
    const isOver = () => all.every((one) => one.isOver)
    await this.time.runUntil(this.time.now + 5_000, isOver)
    for (const { isOver, process } of all) if (!isOver) this.tell(`${process.name} does not end`)
  }

  /** Not a `recordedLog`: it keeps every entry, and adds bound fields, which traces do not have. */
  #logOf(id: string): Logger {
    const note = (message: string, fields: LogFields = {}) => {
      if (this.#told === undefined) return
      const error = fields['error'] instanceof Error ? fields['error'].message : ''
      const { error: _, ...rest } = fields
      this.tell(`${id} ${message} ${JSON.stringify(rest)} ${error}`)
    }
    const log: Logger = { debug: note, info: note, warn: note, error: note, with: () => log }
    return log
  }
}

interface Triggered {
  readonly what: Trigger
  readonly shard: string
}

function triggerOfLease(before: KubeObject | undefined, after: KubeObject): Triggered | undefined {
  const isOther = before === undefined || holderOf(before) !== holderOf(after)
  if (after.metadata.name === ring)
    return isOther && holderOf(after) !== '' ? { what: 'new leader', shard: '' } : undefined
  const shard = after.metadata.name.slice(`${ring}.`.length)
  if (isOther && holderOf(after) === sharderHolder) return { what: 'takeover', shard }
  const [was, is] = [before, after].map((one) => one?.metadata.annotations?.[askedAnnotation])
  return is !== undefined && is !== was ? { what: 'owner inquiry', shard } : undefined
}

function triggerOfMarks(before: KubeObject | undefined, after: KubeObject): Triggered | undefined {
  const [was, is] = [before && readMarks(before, ring), readMarks(after, ring)]
  if (after.metadata.labels?.[drainLabel(ring)] !== undefined && !was?.isDraining)
    return { what: 'drain', shard: is.note }
  if (is.note === was?.note || is.note === '') return undefined
  if (is.note === releasedNote) return { what: 'release', shard: was?.note ?? '' }
  return { what: 'assignment', shard: is.note }
}

/** @param isTold whether to record the events */
export function play(story: Story, isTold = false): Promise<Report> {
  return new Fleet(story, isTold).play()
}
