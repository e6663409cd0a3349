/** Measures one algorithm: the initial sync, idle, and single changes. */
import { type Cache, createCache } from '@kubewright/cache'
import { sleep, systemClock } from '@kubewright/core'
import { type Arm, startArm, startWorld, type World, type WorldOptions } from './processes.ts'
import { type ArmKind, original, peerName, Subnet } from './scene.ts'

export interface ArmOptions extends WorldOptions {
  readonly objects: number
  readonly changes: number
  readonly restSeconds: number
  /** The time limit of the initial sync. */
  readonly limitSeconds: number
}

export interface ArmResult {
  readonly homeIs: string
  /** The time until every status was visible at home; undefined if the limit was exceeded. */
  readonly syncMs: number | undefined
  /** How many had their status by then. */
  readonly synced: number
  readonly syncCpuMs: number
  readonly syncRequests: number
  /** Dropped errors by then, by code. */
  readonly dropsByCode: Readonly<Record<string, number>>
  readonly heapPerPeer: number
  readonly rssPerPeer: number
  readonly restCpuMsPerMinute: number
  readonly restRequestsPerMinute: number
  readonly changeMs: readonly number[]
  readonly requestsPerChange: number
}

export async function measureArm(kind: ArmKind, options: ArmOptions): Promise<ArmResult> {
  await using world = await startWorld(options)
  using arm = startArm(kind)
  await createOriginals(world, options)
  await using cache = createCache({ client: world.home })
  const view = new HomeView(cache)
  await view.synced()
  const empty = await arm.usage()
  const total = options.peers * options.objects
  const began = performance.now()
  arm.connect(world)
  const isDone = await view.until(() => view.answered >= total, options.limitSeconds * 1_000)
  const syncMs = performance.now() - began
  const atSync = await arm.usage()
  const first = {
    homeIs: world.homeIs,
    syncMs: isDone ? syncMs : undefined,
    synced: view.answered,
    syncCpuMs: atSync.cpuMs - empty.cpuMs,
    syncRequests: atSync.requests - empty.requests,
    dropsByCode: atSync.dropsByCode,
  }
  if (!isDone) return { ...first, ...nothing }
  await sleep(systemClock, '5s') // settles conditions and echoes of the last writes
  const rest = await measureRest(arm, options.restSeconds)
  const settled = await arm.usage()
  const changed = await measureChanges(world, view, options)
  await sleep(systemClock, '2s')
  const after = await arm.usage()
  return {
    ...first,
    ...rest,
    heapPerPeer: (settled.heapBytes - empty.heapBytes) / options.peers,
    rssPerPeer: (settled.rssBytes - empty.rssBytes) / options.peers,
    changeMs: changed,
    requestsPerChange: (after.requests - settled.requests) / Math.max(1, options.changes),
  }
}

const nothing = {
  heapPerPeer: Number.NaN,
  rssPerPeer: Number.NaN,
  restCpuMsPerMinute: Number.NaN,
  restRequestsPerMinute: Number.NaN,
  changeMs: [],
  requestsPerChange: Number.NaN,
}

async function createOriginals({ home }: World, { peers, objects }: ArmOptions): Promise<void> {
  for (let peer = 0; peer < peers; peer++) {
    const made = Array.from({ length: objects }, (_, at) => home.create(Subnet, original(peerName(peer), at)))
    await Promise.all(made)
  }
}

async function measureRest(arm: Arm, seconds: number) {
  const before = await arm.usage()
  await sleep(systemClock, `${seconds}s`)
  const after = await arm.usage()
  const minutes = seconds / 60
  return {
    restCpuMsPerMinute: (after.cpuMs - before.cpuMs) / minutes,
    restRequestsPerMinute: (after.requests - before.requests) / minutes,
  }
}

/** One change after the other, each at a different peer. */
async function measureChanges({ home }: World, view: HomeView, options: ArmOptions): Promise<readonly number[]> {
  const times: number[] = []
  for (let change = 0; change < options.changes; change++) {
    const peer = peerName((change * 7) % options.peers)
    const { name } = original(peer, change % options.objects).metadata
    const cidr = `172.16.${change % 256}.${Math.floor(change / 256)}/32`
    const began = performance.now()
    await home.patch(Subnet, { name, namespace: 'default' }, { spec: { cidr } })
    const isSeen = await view.until(() => view.given(name) === cidr, 60_000)
    times.push(isSeen ? performance.now() - began : Number.POSITIVE_INFINITY)
  }
  return times
}

/** The statuses that have come back, as seen by a watch at home. */
class HomeView {
  readonly #source
  readonly #given = new Map<string, string>()
  answered = 0
  #wake: (() => void) | undefined

  constructor(cache: Cache) {
    this.#source = cache.source(Subnet)
    this.#source.subscribe(({ object }) => {
      const { name } = object.metadata
      const given = object.status?.given
      if (given === undefined) return
      if (!this.#given.has(name)) this.answered++
      this.#given.set(name, given)
      this.#wake?.()
    })
  }

  synced(): Promise<void> {
    return this.#source.synced().then(() => undefined)
  }

  given(name: string): string | undefined {
    return this.#given.get(name)
  }

  async until(isTrue: () => boolean, limitMs: number): Promise<boolean> {
    const end = performance.now() + limitMs
    while (!isTrue()) {
      const left = end - performance.now()
      if (left <= 0) return false
      const changed = new Promise<void>((resolve) => (this.#wake = resolve))
      const over = new AbortController()
      await Promise.race([changed, sleep(systemClock, Math.min(left, 1_000), over.signal).catch(() => undefined)])
      over.abort()
    }
    return true
  }
}
