/** Syncs the peers of a replicator with the Secrets of this cluster: connects, reconnects with a new credential, disconnects. */
import { type Client, createClient } from '@kubewright/client'
import type { Logger } from '@kubewright/core'
import type { Secret } from '@kubewright/kubernetes'
import { createPeers, type PeerSet } from '@kubewright/replication'
import { peerConnection } from './peer-connection.ts'
import { type PeerAccess, readPeerSecret } from './peer-secret.ts'

export interface PeerConnectionsOptions {
  readonly log: Logger
  /** @default a client of the kubeconfig */
  readonly connect?: ((kubeconfig: string) => Promise<Client>) | undefined
}

interface Connection {
  readonly version: string | undefined
  readonly access: PeerAccess
  readonly client: Client
}

export class PeerConnections implements AsyncDisposable {
  readonly peers: PeerSet = createPeers()
  readonly #connections = new Map<string, Connection>()
  /** Versions of unusable Secrets, by name. One may become usable when the name of another peer is released. */
  readonly #refused = new Map<string, string | undefined>()
  #isNameReleased = false
  readonly #log: Logger
  readonly #connect: (kubeconfig: string) => Promise<Client>

  constructor({ log, connect = connectByKubeconfig }: PeerConnectionsOptions) {
    this.#log = log
    this.#connect = connect
  }

  /** Applies the current Secrets. An unusable one is logged once, and does not affect other peers. */
  async follow(secrets: readonly Secret[]): Promise<void> {
    const names = new Set(secrets.map(({ metadata }) => metadata.name))
    for (const name of this.#connections.keys()) if (!names.has(name)) await this.#drop(name)
    do {
      this.#isNameReleased = false
      await this.#useAll(secrets)
    } while (this.#isNameReleased)
  }

  async #useAll(secrets: readonly Secret[]): Promise<void> {
    for (const secret of secrets) {
      const { name, resourceVersion } = secret.metadata
      const isSeen = this.#connections.get(name)?.version === resourceVersion
      if (isSeen || (this.#refused.has(name) && this.#refused.get(name) === resourceVersion)) continue
      try {
        await this.#use(secret)
        this.#refused.delete(name)
      } catch (error) {
        this.#refused.set(name, resourceVersion)
        this.#log.error('peer cannot be connected, correct its Secret', { secret: name, error })
      }
    }
  }

  async #use(secret: Secret): Promise<void> {
    const { name, resourceVersion: version } = secret.metadata
    const access = readPeerSecret(secret)
    const client = await this.#connect(access.kubeconfig)
    const before = this.#connections.get(name)
    try {
      if (before?.access.name === access.name && before.access.identity === access.identity) {
        this.peers.rekey(access.name, client)
      } else {
        if (before) this.#release(before.access.name)
        this.#connections.delete(name)
        this.peers.add({ name: access.name, identity: access.identity, client })
      }
    } catch (error) {
      await client[Symbol.asyncDispose]()
      throw error
    } finally {
      if (before) await before.client[Symbol.asyncDispose]()
    }
    this.#connections.set(name, { version, access, client })
  }

  async #drop(name: string): Promise<void> {
    const { access, client } = this.#connections.get(name)!
    this.#connections.delete(name)
    this.#release(access.name)
    await client[Symbol.asyncDispose]()
  }

  #release(peer: string): void {
    this.peers.remove(peer)
    this.#refused.clear()
    this.#isNameReleased = true
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const name of this.#connections.keys()) await this.#drop(name)
  }
}

async function connectByKubeconfig(kubeconfigText: string): Promise<Client> {
  return createClient(await peerConnection(kubeconfigText))
}
