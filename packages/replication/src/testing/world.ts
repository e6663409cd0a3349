/** Several simulated clusters with a replicator each, all peers of each other, under one virtual clock. */
import { type Clock, type KubeObject, type Ref, silentLogger } from '@kubewright/core'
import { type Random, seededRandom } from '@kubewright/core/random'
import { VirtualClock } from '@kubewright/core/testing'
import type { Resource } from '@kubewright/resource'
import { defineReplication } from '../define-replication.ts'
import { clusterLabel, replicaName, tenantLabel, tenantNamespace } from '../names.ts'
import { isReplica } from '../origin.ts'
import { createPeers, type PeerSet } from '../peers.ts'
import { createReplicator } from '../replicator.ts'
import { destinationsOf, Judge, type JudgedCluster } from './judge.ts'
import { RegistryPeers } from './registry-peers.ts'
import { type LinkState, simulatedClient } from './simulated-link.ts'
import { type Backup, SimulatedServer } from './simulated-server.ts'
import type { Story } from './story.ts'

export const Subnet: Resource = {
  group: 'net.example.dev',
  version: 'v1',
  kind: 'Subnet',
  plural: 'subnets',
  singular: 'subnet',
  shortNames: [],
  categories: [],
  scope: 'Namespaced',
  subresources: ['status'],
} as unknown as Resource

const replication = defineReplication({
  name: 'subnets',
  resource: Subnet,
  destination: (home) => destinationsOf(home as KubeObject),
})

/** A replicating process, until it crashes. */
interface Process {
  readonly ended: AbortController
  readonly over: Promise<void>
  readonly peers: PeerSet
}

export class SimulatedCluster implements JudgedCluster {
  readonly name: string
  readonly identity: string
  readonly server: SimulatedServer
  readonly links = new Map<string, LinkState>()
  /** The valid credential, by peer. */
  readonly keys = new Map<string, number>()
  /** Peers that are leaving or have left. */
  readonly away = new Set<string>()
  outages = 0
  process: Process | undefined
  backups: { readonly at: number; readonly state: Backup }[] = []

  /** Its server and its replicator agree on the time, and others may not. */
  readonly clock: Clock

  constructor(name: string, clock: Clock) {
    this.name = name
    this.identity = `id-${name}`
    this.clock = clock
    this.server = new SimulatedServer(name, () => clock.now())
  }

  list(): readonly KubeObject[] {
    return this.server.list('Subnet')
  }

  get(ref: Ref): KubeObject | undefined {
    return this.server.get('Subnet', ref)
  }

  isPeer(name: string): boolean {
    return name !== this.name && !this.away.has(name)
  }
}

export class World {
  readonly clock = new VirtualClock({ keepsOrigins: false, maxTimers: 3_000_000 })
  readonly clusters: readonly SimulatedCluster[]
  readonly judge: Judge
  readonly told: string[] = []
  readonly #random: Random
  readonly #seed: number
  readonly #crashed: Promise<void>[] = []
  writes = 0

  constructor({ seed, clusters: count, aheadMs = [] }: Pick<Story, 'seed' | 'clusters' | 'aheadMs'>) {
    this.#seed = seed
    this.#random = seededRandom(`world ${seed}`)
    this.clusters = Array.from(
      { length: count },
      (_, at) => new SimulatedCluster(`c${at}`, aheadOf(this.clock, aheadMs[at] ?? 0)),
    )
    this.judge = new Judge(() => this.clock.elapsed(), new Map(this.clusters.map((one) => [one.name, one])))
    for (const cluster of this.clusters) this.#prepare(cluster)
    for (const cluster of this.clusters) this.startProcess(cluster)
  }

  #prepare(cluster: SimulatedCluster): void {
    for (const other of this.clusters) {
      if (other === cluster) continue
      cluster.links.set(other.name, { isCut: false, isSlow: false, losesAnswers: false })
      cluster.keys.set(other.name, 0)
      const labels = { [clusterLabel]: cluster.identity, [tenantLabel]: other.identity }
      cluster.server.create('admin', 'Namespace', { metadata: { name: tenantNamespace(other.identity), labels } })
    }
    cluster.links.set(cluster.name, { isCut: false, isSlow: false, losesAnswers: false })
    cluster.server.onWrite = (write) => {
      if (write.kind !== 'Subnet') return
      this.writes++
      this.judge.look(cluster, write)
      const { name, namespace } = (write.after ?? write.before)!.metadata
      this.told.push(
        `${Math.round(this.clock.elapsed())}: ${cluster.name}: ${write.by} ${write.verb} ${namespace}/${name}`,
      )
    }
    this.#receive(cluster)
    this.#backUp(cluster)
  }

  #client(from: SimulatedCluster, to: SimulatedCluster) {
    const isHome = from === to
    const key = to.keys.get(from.name)
    return simulatedClient({
      clock: this.clock,
      random: this.#random,
      server: to.server,
      state: from.links.get(to.name)!,
      isDown: () => to.outages > 0,
      isRevoked: () => !isHome && to.keys.get(from.name) !== key,
      by: `replicator ${from.name}`,
      ...(isHome ? {} : { only: tenantNamespace(from.identity) }),
    })
  }

  startProcess(cluster: SimulatedCluster): void {
    const ended = new AbortController()
    const peers = this.#peersOf(cluster)
    for (const peer of this.clusters) if (cluster.isPeer(peer.name)) this.#addPeer(cluster, peer, peers)
    const replicator = createReplicator({
      client: this.#client(cluster, cluster),
      identity: cluster.identity,
      peers,
      replications: [replication],
      clock: cluster.clock,
      random: this.#random,
      log: { ...silentLogger, error: (message, fields) => this.#complain(cluster, message, fields?.['error']) },
      workersPerPeer: 2,
      homeWorkers: 2,
    })
    const over = replicator
      .run(ended.signal)
      .catch((error: unknown) => this.#complain(cluster, 'replicator failed', error))
    cluster.process = { ended, over, peers }
  }

  /** Every other cluster has peers from a simulated manager. */
  #peersOf(cluster: SimulatedCluster): PeerSet {
    const isManaged = (this.#seed + this.clusters.indexOf(cluster)) % 2 === 1
    if (!isManaged) return createPeers()
    return new RegistryPeers(this.clock, seededRandom(`registry ${this.#seed} ${cluster.name} ${this.clock.elapsed()}`))
  }

  #complain(cluster: SimulatedCluster, message: string, error: unknown): void {
    this.judge.violations.push(`${Math.round(this.clock.elapsed())}: ${cluster.name}: ${message}: ${String(error)}`)
  }

  #addPeer(cluster: SimulatedCluster, { name, identity }: SimulatedCluster, peers: PeerSet): void {
    peers.add({ name, identity, client: this.#client(cluster, this.cluster(name)) })
  }

  cluster(name: string): SimulatedCluster {
    return this.clusters.find((one) => one.name === name)!
  }

  crash(cluster: SimulatedCluster): void {
    const { process } = cluster
    if (process === undefined) return
    cluster.process = undefined
    process.ended.abort(new Error('crashed'))
    this.#crashed.push(process.over)
  }

  rekey(cluster: SimulatedCluster, peer: SimulatedCluster): void {
    peer.keys.set(cluster.name, peer.keys.get(cluster.name)! + 1)
    const { process } = cluster
    if (process !== undefined && knows(process.peers, peer)) {
      process.peers.rekey(peer.name, this.#client(cluster, peer))
    }
  }

  /** Graceful: the replicas are deleted first. A peer that returns before then is kept. */
  leave(cluster: SimulatedCluster, peer: SimulatedCluster): void {
    cluster.away.add(peer.name)
    this.judge.noteUnwanted(cluster)
    const { process } = cluster
    if (process !== undefined && knows(process.peers, peer)) void process.peers.leave(peer.name)
  }

  join(cluster: SimulatedCluster, peer: SimulatedCluster): void {
    this.judge.noteUnwanted(cluster)
    cluster.away.delete(peer.name)
    const { process } = cluster
    if (process === undefined) return
    if (knows(process.peers, peer)) process.peers.remove(peer.name)
    this.#addPeer(cluster, peer, process.peers)
  }

  restore(cluster: SimulatedCluster, ageMs: number): void {
    const until = this.clock.elapsed() - ageMs
    const backup = cluster.backups.findLast(({ at }) => at <= until) ?? cluster.backups[0]
    if (backup === undefined) return
    for (const one of this.clusters) this.judge.noteUnwanted(one)
    cluster.server.restore(backup.state)
    for (const one of this.clusters) this.judge.observe(one)
  }

  /** The receiver: reports a status for every replica, a while after it changed. */
  #receive(cluster: SimulatedCluster): void {
    const report = () => {
      this.clock.schedule(2_000 + this.#random.next() * 4_000, report)
      if (cluster.outages > 0) return
      for (const object of cluster.list()) {
        if (!isReplica(object)) continue
        const { generation = 0 } = object.metadata
        const { status, spec } = object as {
          status?: { seen?: unknown; observedGeneration?: number }
          spec?: { value?: number }
        } & KubeObject
        if (status?.observedGeneration === generation && status.seen === spec?.value) continue
        const given = { seen: spec?.value ?? null, observedGeneration: generation }
        cluster.server.patchStatus('receiver', 'Subnet', object.metadata, { status: given })
      }
    }
    report()
  }

  #backUp(cluster: SimulatedCluster): void {
    const keep = () => {
      this.clock.schedule(10_000, keep)
      cluster.backups.push({ at: this.clock.elapsed(), state: cluster.server.backup() })
    }
    keep()
  }

  placeOf(origin: SimulatedCluster, ref: Ref): Ref {
    return { namespace: tenantNamespace(origin.identity), name: replicaName(ref) }
  }

  async end(): Promise<void> {
    for (const cluster of this.clusters) this.crash(cluster)
    await this.clock.advance('1m')
    await Promise.all(this.#crashed)
  }
}

/** The same clock with an offset: time passes as fast, and timers are the same. */
function aheadOf(clock: Clock, ms: number): Clock {
  return {
    now: () => clock.now() + ms,
    elapsed: () => clock.elapsed(),
    schedule: (...given) => clock.schedule(...given),
  }
}

/** Connected or not. */
function knows({ all, absent = [] }: PeerSet, peer: SimulatedCluster): boolean {
  return [...all, ...absent].some(({ name }) => name === peer.name)
}
