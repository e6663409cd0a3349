/** Runs a scenario and reports violations. */
import { type Incident, smallerStories, type Story, storyMs, storyOf } from './story.ts'
import { type SimulatedCluster, World } from './world.ts'

export interface Report {
  readonly violations: readonly string[]
  readonly told: readonly string[]
  readonly writes: number
}

/** Everything must have converged this long after the last fault. */
export const boundMs = 180_000
/** And be gone this long after the last peer started to leave. */
export const unpeeringMs = 180_000

export async function play(story: Story): Promise<Report> {
  const world = new World(story)
  const { clock, judge } = world
  for (const incident of story.incidents) clock.schedule(incident.at, () => happen(world, incident))
  await pass(world, storyMs)
  heal(world)
  await pass(world, boundMs)
  if (judge.violations.length === 0) judge.lookAtEnd()
  if (judge.violations.length === 0) await unpeer(world)
  await world.end()
  return { violations: judge.violations, told: world.told, writes: world.writes }
}

/** Stops early once a violation was found. */
async function pass({ clock, judge }: World, ms: number): Promise<void> {
  for (let passed = 0; passed < ms && judge.violations.length === 0; passed += 5_000) await clock.advance(5_000)
}

function heal(world: World): void {
  for (const cluster of world.clusters) {
    cluster.outages = 0
    for (const link of cluster.links.values()) Object.assign(link, { isCut: false, isSlow: false, losesAnswers: false })
    for (const name of Array.from(cluster.away)) world.join(cluster, world.cluster(name))
    if (cluster.process === undefined) world.startProcess(cluster)
    for (const object of cluster.list()) release(cluster, object.metadata)
  }
}

async function unpeer(world: World): Promise<void> {
  for (const cluster of world.clusters) {
    for (const peer of world.clusters) if (peer !== cluster) world.leave(cluster, peer)
  }
  await pass(world, unpeeringMs)
  world.judge.lookAfterUnpeering()
}

const hold = 'example.dev/hold'

function release(
  { server }: SimulatedCluster,
  { namespace, name }: { namespace?: string | undefined; name: string },
): void {
  const finalizers = server.get('Subnet', { namespace, name })?.metadata.finalizers
  if (!finalizers?.includes(hold)) return
  server.patch(
    'hand',
    'Subnet',
    { namespace, name },
    { metadata: { finalizers: finalizers.filter((one) => one !== hold) } },
  )
}

function happen(world: World, incident: Incident): void {
  const cluster = world.clusters[incident.cluster]
  if (cluster === undefined) return
  world.told.push(`${incident.at}: ${JSON.stringify(incident)}`)
  const { clock } = world
  const later = (ms: number, run: () => void) => void clock.schedule(ms, run)
  switch (incident.do) {
    case 'crash':
      world.crash(cluster)
      return later(incident.forMs, () => void (cluster.process ?? world.startProcess(cluster)))
    case 'outage':
      cluster.outages++
      return later(incident.forMs, () => void (cluster.outages = Math.max(0, cluster.outages - 1)))
    case 'restore':
      return world.restore(cluster, incident.ageMs)
    case 'create':
    case 'delete':
    case 'edit-spec':
    case 'forge-status':
    case 'untie':
    case 'send':
      return changeOriginal(world, cluster, incident)
    default: {
      const peer = world.clusters[incident.peer]
      if (peer === undefined || peer === cluster) return
      return happenBetween(world, incident, cluster, peer)
    }
  }
}

type Between = Extract<Incident, { peer: number }>

function happenBetween(world: World, incident: Between, cluster: SimulatedCluster, peer: SimulatedCluster): void {
  const link = cluster.links.get(peer.name)!
  const during = (on: () => void, off: () => void, ms: number) => {
    on()
    world.clock.schedule(ms, off)
  }
  switch (incident.do) {
    case 'cut':
      return during(
        () => (link.isCut = true),
        () => (link.isCut = false),
        incident.forMs,
      )
    case 'slow':
      return during(
        () => (link.isSlow = true),
        () => (link.isSlow = false),
        incident.forMs,
      )
    case 'lose-answers':
      return during(
        () => (link.losesAnswers = true),
        () => (link.losesAnswers = false),
        incident.forMs,
      )
    case 'rekey':
      return world.rekey(cluster, peer)
    case 'leave':
      if (cluster.away.has(peer.name)) return
      return during(
        () => world.leave(cluster, peer),
        () => cluster.away.has(peer.name) && world.join(cluster, peer),
        incident.forMs,
      )
    default:
      return changeReplica(world, incident, cluster, peer)
  }
}

const refOfObject = (object: number) => ({ namespace: 'default', name: `net-${object}` })

function changeOriginal(world: World, { server }: SimulatedCluster, incident: Incident & { object: number }): void {
  const ref = refOfObject(incident.object)
  const home = server.get('Subnet', ref)
  const value = incident.at * 10 + incident.cluster
  if (incident.do === 'create' || (incident.do === 'send' && home === undefined)) {
    if (home !== undefined) return
    const others = incident.do === 'send' ? incident.to : [(incident.cluster + 1) % world.clusters.length]
    const to = others.map((at) => `c${at}`).join('_')
    server.create('hand', 'Subnet', { metadata: { ...ref, labels: { to } }, spec: { value } })
    return
  }
  if (home === undefined) return
  if (incident.do === 'delete') server.delete('hand', 'Subnet', ref)
  else if (incident.do === 'edit-spec')
    server.patch('hand', 'Subnet', ref, { spec: { value, extra: value % 2 === 0 ? 'x' : null } })
  else if (incident.do === 'send')
    server.patch('hand', 'Subnet', ref, { metadata: { labels: { to: incident.to.map((at) => `c${at}`).join('_') } } })
  else if (incident.do === 'forge-status')
    server.patchStatus('hand', 'Subnet', ref, { status: { seen: -value, forged: true } })
  else if (home.metadata.deletionTimestamp === undefined)
    server.patch('hand', 'Subnet', ref, { metadata: { finalizers: null } })
}

function changeReplica(
  world: World,
  incident: Between & { object: number },
  cluster: SimulatedCluster,
  peer: SimulatedCluster,
): void {
  const { server } = peer
  const place = world.placeOf(cluster, refOfObject(incident.object))
  const replica = server.get('Subnet', place)
  if (incident.do === 'squat') {
    if (replica === undefined) server.create('hand', 'Subnet', { metadata: place, spec: { value: -1 } })
    return
  }
  if (replica === undefined) return
  const marks = { 'replication.kubewright.dev/origin': null }
  if (incident.do === 'edit-replica') server.patch('hand', 'Subnet', place, { spec: { value: -2, added: true } })
  else if (incident.do === 'unlabel-replica') server.patch('hand', 'Subnet', place, { metadata: { labels: marks } })
  else if (incident.do === 'steal-replica')
    server.patch('hand', 'Subnet', place, { metadata: { labels: marks, annotations: marks } })
  else if (incident.do === 'delete-replica') server.delete('hand', 'Subnet', place)
  else if (incident.do === 'hold-replica') {
    const finalizers = [...new Set([...(replica.metadata.finalizers ?? []), hold])]
    if (replica.metadata.deletionTimestamp === undefined)
      server.patch('hand', 'Subnet', place, { metadata: { finalizers } })
    world.clock.schedule(30_000, () => release(peer, place))
  }
}

/** The smallest scenario found that still fails. */
export async function shrink(story: Story): Promise<Story> {
  for (const candidate of smallerStories(story)) {
    const { violations } = await play(candidate)
    if (violations.length > 0) return shrink(candidate)
  }
  return story
}

export interface Seeds {
  readonly from: number
  readonly to: number
  /** The incidents allowed, besides changes of originals. @default anything */
  readonly only?: readonly Incident['do'][]
  /** Whether a failing scenario is shrunk. */
  readonly shrinks?: boolean
}

export interface Played {
  readonly played: number
  readonly writes: number
  readonly failed?: number
  readonly violations: readonly string[]
  readonly smallest?: { readonly story: Story; readonly report: Report }
}

/** Runs scenarios until one fails. */
export async function playSeeds({ from, to, only, shrinks = false }: Seeds): Promise<Played> {
  let writes = 0
  for (let seed = from; seed <= to; seed++) {
    const report = await play(storyOf(seed, only))
    writes += report.writes
    if (report.violations.length === 0) continue
    const failure = { played: seed - from + 1, writes, failed: seed, violations: report.violations }
    if (!shrinks) return failure
    const story = await shrink(storyOf(seed, only))
    return { ...failure, smallest: { story, report: await play(story) } }
  }
  return { played: to - from + 1, writes, violations: [] }
}
