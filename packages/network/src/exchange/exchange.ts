/**
 * The exchange of NetworkConfigs with all peers, run by the active gateway: watches which node that is, and the Secrets of the peers.
 *
 * Every gateway may run one. If two consider themselves active during a fail-over, both replicate the same objects: replication is
 * level-triggered, so they converge.
 */
import { type Cache, createCache } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import { type Clock, type Logger, silentLogger, systemClock } from '@kubewright/core'
import { Secret } from '@kubewright/kubernetes'
import { createReplicator, type Replicator } from '@kubewright/replication'
import type { PeerReport } from '@kubewright/replication/replicator'
import { networkNamespace } from '../names.ts'
import { NetworkSettings, settingsName } from '../resource/network-settings.ts'
import { ChangeSignal } from './change-signal.ts'
import { networkExchange } from './network-exchange.ts'
import { PeerConnections } from './peer-connections.ts'
import { networkPeerLabel } from './peer-secret.ts'

/** Options of `createExchange`. */
export interface ExchangeOptions {
  readonly client: Client
  /** The name of this node: the exchange runs while its gateway is active. */
  readonly node: string
  readonly namespace?: string | undefined
  readonly log?: Logger | undefined
  readonly clock?: Clock | undefined
  /** Opens the connection to a peer. @default a client of the kubeconfig */
  readonly connect?: ((kubeconfig: string) => Promise<Client>) | undefined
}

/** The replication of NetworkConfigs between this cluster and its peers. */
export interface Exchange {
  /** Runs until `signal` is aborted. */
  run(signal: AbortSignal): Promise<void>
  /** The peers, while this gateway is active. */
  readonly peers: readonly PeerReport[]
}

/** Creates the exchange of NetworkConfigs with all peers; it replicates while the gateway on its node is active. */
export function createExchange(options: ExchangeOptions): Exchange {
  return new GatewayExchange(options)
}

class GatewayExchange implements Exchange {
  readonly #options: ExchangeOptions
  #replicator: Replicator | undefined

  constructor(options: ExchangeOptions) {
    this.#options = options
  }

  get peers(): readonly PeerReport[] {
    return this.#replicator?.peers ?? []
  }

  async run(signal: AbortSignal): Promise<void> {
    const { client, clock = systemClock, namespace = networkNamespace, node } = this.#options
    await using cache: Cache = createCache({ client, clock })
    using settings = cache.source(NetworkSettings)
    using secrets = cache.source(Secret, { namespace, labels: networkPeerLabel })
    using changed = new ChangeSignal(signal)
    using _settings = settings.subscribe(() => changed.raise())
    using _secrets = secrets.subscribe(() => changed.raise())
    let running: Running | undefined
    try {
      await Promise.all([settings.synced({ signal }), secrets.synced({ signal })])
      while (!signal.aborted) {
        const { spec, status } = settings.get({ name: settingsName }) ?? {}
        const identity = status?.gateway === node ? spec?.clusterId : undefined
        if (running?.identity !== identity) {
          await running?.stop()
          running = identity === undefined ? undefined : this.#start(identity, () => changed.raise())
        }
        await running?.connections.follow(secrets.list())
        await changed.wait()
        if (running?.failure() !== undefined) throw running.failure()
      }
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      await running?.stop()
    }
  }

  #start(identity: string, onFailure: () => void): Running {
    const { client, namespace, log = silentLogger, clock = systemClock, connect } = this.#options
    const connections = new PeerConnections({ log, connect })
    const { peers } = connections
    const replicator = createReplicator({
      client,
      peers,
      identity,
      replications: [networkExchange(namespace)],
      log,
      clock,
    })
    this.#replicator = replicator
    const stop = new AbortController()
    let failure: unknown
    const ended = replicator.run(stop.signal).catch((error: unknown) => {
      failure = error
      onFailure()
    })
    return {
      failure: () => failure,
      identity,
      connections,
      stop: async () => {
        this.#replicator = undefined
        stop.abort()
        await ended
        await connections[Symbol.asyncDispose]()
      },
    }
  }
}

interface Running {
  /** Why the replicator stopped, if it did. */
  readonly failure: () => unknown
  readonly identity: string
  readonly connections: PeerConnections
  readonly stop: () => Promise<void>
}
