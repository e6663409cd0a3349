/**
 * Random life cycles of many objects under edits, drift, failures of both sides, lost responses, eventual consistency and
 * crashes. Nothing is created twice, leaked, or called without permission; once the faults stop, everything converges.
 */
import { randomInt, seededRandom } from '@kubewright/core/random'
import { nextTurn } from '@kubewright/core/time'
import { accessAnnotation, externalNameAnnotation } from '@kubewright/external'
import { creationAnnotation } from '@kubewright/external/record'
import { type Cluster, type Run, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { FakeCloud } from './fake-cloud.ts'
import { assignedThings, operatedThings, Thing, things } from './things.ts'

type Picker = (below: number) => number

/** Objects per play. */
const objects = 16
const plays = Number(process.env['KUBEWRIGHT_PLAYS'] ?? 40)
/** The first seed. */
const firstPlay = Number(process.env['KUBEWRIGHT_FIRST_PLAY'] ?? 0)
const names = Array.from({ length: objects }, (_, at) => `thing-${at}`)
const refOf = (name: string) => ({ name, namespace: 'default' })

class Play {
  readonly #pick: Picker
  readonly #cluster: Cluster
  readonly #cloud: FakeCloud
  readonly #form: typeof things
  /** Violated invariants. */
  readonly wrong: string[] = []
  #generation = 0
  #run: Run | undefined
  #areCallsLost = true
  /** Whether observations may miss a resource. Needs a cloud that refuses names in use. */
  readonly #areLooksStale: boolean

  constructor(cluster: Cluster, pick: Picker) {
    this.#cluster = cluster
    this.#pick = pick
    const { clock } = cluster
    const operationTime = [0, 300, 2_000][pick(3)]!
    const [hidden, isOperated, isAssigned] = [pick(2) === 0, pick(3) === 0, pick(3) === 0]
    this.#form = isOperated
      ? (mortal) => operatedThings(mortal, { visibleWithin: '7s' })
      : isAssigned
        ? assignedThings
        : things
    this.#areLooksStale = isOperated
    const hiddenFor = hidden ? (isOperated ? 6_000 : 1_500) : 0
    const [deletesSilently, staleFor] = [pick(2) === 0, [0, 1_200][pick(2)]!]
    this.#cloud = new FakeCloud({
      clock,
      operationTime,
      hiddenFor,
      refusesTwins: isOperated,
      deletesSilently,
      staleFor,
    })
  }

  async start(): Promise<void> {
    const generation = ++this.#generation
    this.#run = await this.#cluster.run(this.#form(this.#guarded(generation)))
  }

  /** The cloud of one process: calls may fail before or after their effect, and always once the process is dead. */
  #guarded(generation: number): FakeCloud {
    const calls = ['find', 'standing', 'create', 'update', 'delete'] as const
    return new Proxy(this.#cloud, {
      get: (cloud, name) => {
        const member = Reflect.get(cloud, name, cloud) as unknown
        if (!calls.includes(name as never)) return member
        return async (...args: unknown[]) => {
          if (generation !== this.#generation) throw new Error('this process is dead')
          const fate = this.#areCallsLost ? this.#pick(12) : 11
          if (fate === 0) throw Object.assign(new Error('refused'), { status: 400 })
          if (fate === 1) throw Object.assign(new Error('too many'), { status: 429, headers: { 'retry-after': '1' } })
          if (fate === 2) throw new Error('connection refused')
          if (fate === 4 && name === 'find' && this.#areLooksStale) return undefined
          await this.#check(name as string, args)
          const result: unknown = await (member as (...all: unknown[]) => Promise<unknown>).apply(cloud, args)
          this.#checkTwins()
          if (fate === 3) throw new Error('the answer was lost')
          if (generation !== this.#generation) throw new Error('this process is dead')
          return result
        }
      },
    })
  }

  async #check(verb: string, [subject]: readonly unknown[]): Promise<void> {
    const { name: given, id } =
      typeof subject === 'string' ? { name: subject } : (subject as { name?: string; id?: string })
    const name = given ?? this.#cloud.things.find((one) => one.id === id)?.name
    const { forbidden } = this
    if (forbidden.has(`${verb} ${name}`)) this.wrong.push(`${verb} ${name} is forbidden`)
  }

  /** Forbidden calls, by verb and name. Set before the object exists, so that no call is in flight. */
  readonly forbidden = new Set<string>()

  #checkTwins(): void {
    const seen = new Set<string>()
    for (const { name, owner, id } of this.#cloud.things) {
      if (seen.has(owner)) this.wrong.push(`${name} of ${owner} exists twice (${id})`)
      seen.add(owner)
    }
  }

  async step(): Promise<void> {
    const steps = [
      () => this.#user(),
      () => this.#user(),
      () => this.#user(),
      () => this.#drift(),
      () => this.#cluster.advance(this.#pick(2_500)),
      () => this.#clusterFault(),
      () => this.#die(),
    ]
    await steps[this.#pick(steps.length)]!()
  }

  async #user(): Promise<void> {
    const client = this.#cluster.clientFor({ retry: false })
    const name = names[this.#pick(objects)]!
    const [ref, pick] = [refOf(name), this.#pick]
    const steps = [
      () => this.#create(name),
      () => this.#create(name),
      () => client.patch(Thing, ref, { spec: { size: 1 + pick(3) } }),
      () => client.patch(Thing, ref, { spec: { size: 1 + pick(3) } }),
      () => client.patch(Thing, ref, { spec: { version: `${1 + pick(2)}` } }),
      () => client.delete(Thing, ref),
    ]
    await steps[pick(steps.length)]!().catch(() => undefined)
  }

  /** Every fourth object must not be updated, every fifth not be deleted. */
  async #create(name: string): Promise<void> {
    const at = names.indexOf(name)
    const access = at % 5 === 4 ? 'CU' : at % 4 === 3 ? 'CD' : 'CUD'
    if (!access.includes('U')) this.forbidden.add(`update ${name}`)
    if (!access.includes('D')) this.forbidden.add(`delete ${name}`)
    const spec = { size: 1 + this.#pick(3), zone: 'a' }
    const metadata = { ...refOf(name), annotations: { [accessAnnotation]: access } }
    await this.#cluster.clientFor({ retry: false }).create(Thing, { metadata, spec })
  }

  async #drift(): Promise<void> {
    const name = names[this.#pick(objects)]!
    if (this.#pick(3) === 0) this.#cloud.vanish(name)
    else this.#cloud.tamper(name, { size: 9 })
  }

  readonly #faults: Disposable[] = []

  async #clusterFault(): Promise<void> {
    const { faults } = this.#cluster
    const kinds = [
      () => faults.fail({ kind: Thing, times: 1 + this.#pick(4) }, [500, 429, 409, 503][this.#pick(4)]!),
      () => faults.dropResponse({ verb: ['patch', 'apply'], kind: Thing, times: 1 + this.#pick(2) }),
      () => faults.pauseWatches(),
      () => faults.delayEvents({ times: 3 }, '300ms'),
    ]
    this.#faults.push(kinds[this.#pick(kinds.length)]!())
    if (this.#pick(2) === 0) this.#faults.shift()?.[Symbol.dispose]()
  }

  /** Crashes the process at any await and starts the next, advancing the clock until it has stopped. */
  async #die(): Promise<void> {
    this.#generation++ // from now on nothing of it reaches the cloud
    const dying = this.#run!
    let isOver = false
    const next = (async () => {
      await dying[Symbol.asyncDispose]()
      await this.start()
    })().finally(() => (isOver = true))
    while (!isOver) {
      for (let turn = 0; turn < 20 && !isOver; turn++) await nextTurn()
      if (!isOver) await this.#cluster.advance('1s')
    }
    await next
  }

  /** Ends all faults. */
  async calm(): Promise<void> {
    this.#areCallsLost = false
    for (const fault of this.#faults.splice(0)) fault[Symbol.dispose]()
    await this.#settle()
    await this.#answer()
    await this.#settle()
  }

  async #settle(): Promise<void> {
    await this.#cluster.advance('45m') // the longest back-off, and a poll
    await this.#cluster.settle({ patience: '20s', within: '20s' })
  }

  /** The manual decision about ambiguous creations. */
  async #answer(): Promise<void> {
    for (const { metadata, status } of await this.#objects()) {
      if (!status?.conditions?.some(({ reason }) => reason === 'CreationAmbiguous')) continue
      const thing = this.#thingOf(metadata.uid)
      const said = thing === undefined ? { [creationAnnotation]: null } : { [externalNameAnnotation]: thing.id }
      await this.#cluster.client.patch(Thing, metadata, { metadata: { annotations: said } })
    }
  }

  async #objects() {
    return (await this.#cluster.client.list(Thing, { namespace: 'default' })).items
  }

  #thingOf(uid: string) {
    return this.#cloud.things.find(({ owner }) => owner === uid)
  }

  /** Objects and resources that have not converged. */
  async unfinished(): Promise<readonly string[]> {
    const items = await this.#objects()
    const problems: string[] = []
    for (const { metadata, spec, status } of items) {
      const { name, uid, deletionTimestamp } = metadata
      const thing = this.#thingOf(uid)
      const isForbidden = this.forbidden.has(`update ${name}`) || this.forbidden.has(`delete ${name}`)
      const isRight = thing?.size === spec.size && thing.version === spec.version && status?.state === 'Succeeded'
      if (deletionTimestamp !== undefined) problems.push(`${name} does not go: ${status?.message}`)
      else if (!isRight && !isForbidden) problems.push(`${name}: ${JSON.stringify({ spec, status, thing })}`)
    }
    const living = new Set(items.map(({ metadata }) => metadata.uid))
    for (const { name, owner } of this.#cloud.things) {
      const mayStay = this.forbidden.has(`delete ${name}`)
      if (!living.has(owner) && !mayStay) problems.push(`${name} is left behind`)
    }
    return problems
  }

  async end(): Promise<void> {
    await this.#run?.[Symbol.asyncDispose]()
  }
}

async function play(seed: number) {
  const random = seededRandom(`external ${seed}`)
  await using cluster = await startCluster({ resources: [Thing], seed })
  const play = new Play(cluster, (below) => randomInt(random, below))
  await play.start()
  for (let step = 0; step < 60; step++) await play.step()
  await play.calm()
  const result = { wrong: play.wrong, unfinished: await play.unfinished() }
  await play.end()
  return result
}

describe(`external resources: ${plays * objects} random life cycles under faults`, () => {
  it.each(Array.from({ length: plays }, (_, at) => firstPlay + at))(
    'converge; nothing is created twice, leaked, or called without permission (seed %i)',
    async (seed) => expect(await play(seed)).toEqual({ wrong: [], unfinished: [] }),
    120_000,
  )
})
