/**
 * A demo of three clusters: replication between them, one disconnected, and reconnected. `npm run demo:clusters` continues with changes
 * until Ctrl-C; with `--once` it ends after one round. Everything runs on this machine, over real sockets.
 */
import { deleted } from '@kubewright/client'
import { type Clock, type Duration, sleep, systemClock } from '@kubewright/core'
import { startDashboard } from '@kubewright/dashboard'
import { Namespace, Secret } from '@kubewright/kubernetes'
import { replicaName, tenantNamespace } from '@kubewright/replication'
import { replicasFinalizer } from '@kubewright/replication/names'
import { type City, peerUp, replicatingManager, runReceiver, startCity, Subnet } from './cities.ts'

export interface DemoOptions {
  readonly say: (line: string) => void
  /** Ends after the first round. */
  readonly once: boolean
  readonly signal: AbortSignal
  readonly clock?: Clock
  /** How long a cluster is disconnected. */
  readonly cutFor?: Duration
}

/** Failure: rejects if an expected change does not happen within a minute. */
export async function runDemo({ say, once, signal, clock = systemClock, cutFor = '5s' }: DemoOptions): Promise<void> {
  const open: AsyncDisposable[] = []
  const use = <One extends AsyncDisposable>(one: One): One => (open.unshift(one), one)
  const begun = clock.elapsed()
  const tell = (text: string) => say(`${((clock.elapsed() - begun) / 1_000).toFixed(1).padStart(6)} s  ${text}`)
  const rest = (pause: Duration) => sleep(clock, pause, signal).catch(() => undefined) // Ctrl-C: the caller checks the signal
  try {
    tell('Three clusters start: turin, berlin and oslo.')
    const [turin, berlin, oslo] = [
      await startCity('turin', use),
      await startCity('berlin', use),
      await startCity('oslo', use),
    ]
    await turin.client.create(Namespace, { metadata: { name: 'peers' } })
    for (const peer of [berlin, oslo]) {
      await peerUp(turin, peer)
      tell(
        `kubewright peer accept ${peer.name} …, kubewright peer add ${peer.name}.peer.yaml: turin may send subnets to ${peer.name}.`,
      )
    }
    const manager = replicatingManager(turin)
    await use(manager.start()).started
    const { url } = use(await startDashboard({ manager, port: 0, access: 'open', name: 'turin' }))
    tell(`See it: ${url}#/clusters`)
    for (const { name, server } of [berlin, oslo]) await use(runReceiver(name, server)).started
    tell('In turin a manager replicates; in berlin and oslo a controller says who uses each subnet.')
    const story = new Story(turin, tell, signal)
    await story.create('net-berlin', berlin)
    await story.create('net-oslo', oslo)
    for (let round = 1; !signal.aborted; round++) {
      tell('')
      tell(`oslo is cut off. Both subnets change.`)
      oslo.relay.cut()
      await story.change('net-berlin', berlin, round)
      const late = story.change('net-oslo', oslo, round)
      late.catch(() => undefined) // awaited below
      await story.says('net-oslo', 'Unreachable')
      await rest(cutFor)
      tell('The way to oslo is healed.')
      oslo.relay.heal()
      await late
      await story.says('net-oslo', 'Synced')
      if (once) break
      await rest('5s')
    }
    if (!once) return
    tell('')
    await story.unpeer([berlin, oslo])
  } finally {
    for (const one of open) await one[Symbol.asyncDispose]()
    tell('All clusters are stopped.')
  }
}

/** A sequence of changes, each printed once it has taken effect. */
class Story {
  readonly #turin: City
  readonly #tell: (text: string) => void
  readonly #signal: AbortSignal

  constructor(turin: City, tell: (text: string) => void, signal: AbortSignal) {
    this.#turin = turin
    this.#tell = tell
    this.#signal = signal
  }

  async create(name: string, to: City): Promise<void> {
    const metadata = { name, namespace: 'default', labels: { 'net.example.dev/to': to.name } }
    const spec = { cidr: '10.0.0.0/16' }
    await this.#turin.client.create(Subnet, { metadata, spec })
    this.#tell(`turin creates ${name} (${spec.cidr}) for ${to.name} …`)
    await this.#arrives(name, to, spec.cidr)
  }

  async change(name: string, to: City, round: number): Promise<void> {
    const cidr = `10.${round % 250}.0.0/16`
    await this.#turin.client.patch(Subnet, { name, namespace: 'default' }, { spec: { cidr } })
    this.#tell(`turin changes ${name} to ${cidr} …`)
    await this.#arrives(name, to, cidr)
  }

  async says(name: string, reason: string): Promise<void> {
    const found = await this.#turin.client.waitFor(
      Subnet,
      { name, namespace: 'default' },
      ({ status }) => {
        return status?.conditions?.some((one) => one.type === 'Replicated' && one.reason === reason) ?? false
      },
      this.#how,
    )
    const { status, message } = found.status!.conditions!.find(({ type }) => type === 'Replicated')!
    this.#tell(`  ${name} in turin says Replicated=${status}, ${reason}: ${(message ?? '').slice(0, 90)}`)
  }

  /** Deleting the Secret of a peer removes its replicas first. */
  async unpeer(cities: readonly City[]): Promise<void> {
    for (const { name, client } of cities) {
      const ref = { name, namespace: 'peers' }
      await this.#turin.client.waitFor(
        Secret,
        ref,
        ({ metadata }) => metadata.finalizers?.includes(replicasFinalizer) ?? false,
        this.#how,
      )
      await this.#turin.client.delete(Secret, ref)
      await this.#turin.client.waitFor(Secret, ref, deleted, this.#how)
      const { items } = await client.list(Subnet, {})
      this.#tell(`kubewright peer remove ${name}: ${items.length} replicas are left there.`)
    }
  }

  async #arrives(name: string, { name: city, client }: City, cidr: string): Promise<void> {
    const place = {
      namespace: tenantNamespace(this.#turin.identity),
      name: replicaName({ namespace: 'default', name }),
    }
    await client.waitFor(Subnet, place, ({ spec }) => spec.cidr === cidr, this.#how)
    this.#tell(`  … ${city} has it`)
    const usedBy = `${city} uses ${cidr}`
    await this.#turin.client.waitFor(
      Subnet,
      { name, namespace: 'default' },
      ({ status }) => status?.usedBy === usedBy,
      this.#how,
    )
    this.#tell(`  … and turin reads in its status: ${usedBy}`)
  }

  get #how() {
    return { signal: this.#signal, timeout: '1m' } as const
  }
}
