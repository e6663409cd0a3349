/** The optional simulation of a world's cluster. */
import { type Client, createClient } from '@kubewright/client'
import { seededIds, seededRandom } from '@kubewright/core/random'
import { type Simulation, startSimulation } from '@kubewright/simulation'
import type { ClusterSimulationOptions } from '../../cluster/cluster.ts'
import { virtualHeartbeat } from '../../cluster/cluster-simulation.ts'
import { withLastingWatches } from '../../cluster/lasting-watches.ts'
import { placeholderAuthority } from '../../cluster/placeholder-authority.ts'
import { type TransportParts, worldTransport } from './world-transport.ts'

export class WorldSimulation implements AsyncDisposable {
  readonly #parts: TransportParts
  readonly #wanted: boolean | ClusterSimulationOptions
  readonly #seed: string
  readonly #stop = new AbortController()
  #client: Client | undefined
  #starting: Promise<Simulation> | undefined

  constructor(parts: TransportParts, wanted: boolean | ClusterSimulationOptions | undefined, seed: string) {
    this.#parts = parts
    this.#wanted = wanted ?? false
    this.#seed = seed
  }

  async start(): Promise<void> {
    if (this.#wanted === false) return
    const how = this.#wanted === true ? {} : this.#wanted
    const random = seededRandom(`${this.#seed} simulation`)
    const actor = this.#parts.world.actor('cluster', 'cluster')
    const transport = worldTransport(this.#parts, actor)
    this.#client = createClient(transport, {
      fieldManager: 'kube-controller-manager',
      clock: actor.connectionClock,
      random,
    })
    this.#starting = startSimulation({
      rootCertificates: placeholderAuthority,
      apiServer: false,
      ...how,
      signal: this.#stop.signal,
      nodes: { heartbeat: virtualHeartbeat, ...how.nodes },
      client: withLastingWatches(this.#client),
      clock: actor.clock,
      random,
      ids: seededIds(random),
    })
    await this.#starting
  }

  /** A run may end during the start of the simulation, which would then retry forever. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    const running = await this.#starting?.catch(() => undefined) // the run has reported the error
    await running?.[Symbol.asyncDispose]()
    await this.#client?.[Symbol.asyncDispose]()
  }
}
