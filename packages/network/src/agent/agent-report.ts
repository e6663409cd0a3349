/** The agent's status reports: about its node, and as the active gateway about each tunnel. Writes only changes. */
import { ignoreNotFound } from '@kubewright/client'
import type { GroupContext } from '@kubewright/controller'
import { no, type Verdict, yes } from '@kubewright/core'
import { Node } from '@kubewright/kubernetes'
import { writeStatus } from '../peering/write-status.ts'
import type { RefusedPeer } from '../plan/admit-peers.ts'
import { NodeNetwork } from '../resource/node-network.ts'
import { TunnelEndpoint } from '../resource/tunnel-endpoint.ts'
import type { PeerNetwork } from '../plan/cluster-network.ts'
import type { TunnelSlot } from './choose-device.ts'
import type { Connectivity, PeerMeasurement } from './connectivity.ts'

const fieldManager = 'network-node'

export interface NodeFacts {
  readonly role: 'gateway' | 'worker' | 'idle'
  readonly peers: number
  readonly refused: readonly RefusedPeer[]
  /** Why the plan could not be applied. */
  readonly failure?: string | undefined
  /** See {@link Convergence.keepsConnections}. */
  readonly keepsConnections?: boolean | undefined
}

export class AgentReport {
  readonly #node: string
  #object: NodeNetwork | undefined

  constructor(node: string) {
    this.#node = node
  }

  async node(ctx: GroupContext, { role, peers, refused, failure, keepsConnections = false }: NodeFacts): Promise<void> {
    const { client, now } = ctx
    const status = { role, peers, refused: refused.map(({ id, why }) => ({ peer: id, why })) }
    const ConnectionsDropped = keepsConnections ? no('ProgramMissing', keptConnections) : yes('Available')
    this.#object ??= await this.#create(ctx)
    try {
      const conditions = { Applied: appliedOf(refused, failure), ConnectionsDropped }
      const change = { status, conditions, client, fieldManager, now: now() }
      this.#object = await writeStatus(NodeNetwork, this.#object, change)
    } catch (error) {
      this.#object = undefined // it may be deleted: recreated next time
      ignoreNotFound(error)
    }
  }

  async #create({ client, cache }: GroupContext): Promise<NodeNetwork> {
    const owner = cache.get(Node, { name: this.#node })
    const ownerReferences = owner ? [{ apiVersion: 'v1', kind: 'Node', name: this.#node, uid: owner.metadata.uid }] : []
    return client.apply(
      NodeNetwork,
      { metadata: { name: this.#node, ownerReferences }, spec: {} },
      { fieldManager, force: true },
    )
  }

  async peers(ctx: GroupContext, connectivity: Connectivity): Promise<void> {
    const { client, now, cache } = ctx
    for (const peer of connectivity.peers) {
      if (!connectivity.isMeasured(peer)) continue
      const endpoint = cache.get(TunnelEndpoint, { name: peer.id })
      if (!endpoint) continue
      const measured = connectivity.measurementOf(peer)
      const { device, publicKey } = peer.tunnel.driver === 'wireguard' ? measured : {}
      const latencyMilliseconds = steadyLatency(endpoint.status?.latencyMilliseconds, measured)
      const avoidedKey = avoidedKeyOf(peer, device)
      const status = { gateway: this.#node, device, publicKey, avoidedKey, latencyMilliseconds }
      const change = { status, conditions: { Connected: measured.connected }, client, fieldManager, now: now() }
      await writeStatus(TunnelEndpoint, endpoint, change).catch(ignoreNotFound)
    }
  }
}

/** For the condition, and for the log. */
export const keptConnections =
  'the program conntrack is missing: connections opened before an address translation changed keep their old addresses until they end. Install conntrack on the node, or in the image of the agent'

function appliedOf([problem]: readonly RefusedPeer[], failure: string | undefined): Verdict {
  if (failure !== undefined) return no('Failed', failure.slice(0, 1_000))
  return problem ? no('PeersRefused', `${problem.id}: ${problem.why}`) : yes('Applied')
}

/** The key that the peer asked to avoid, once nothing is sent to it. An acknowledgement of another request does not count. */
function avoidedKeyOf({ tunnel }: PeerNetwork, device: TunnelSlot | undefined): string | undefined {
  return tunnel.driver === 'wireguard' && tunnel.detour?.isUsed && device === 'detour' ? tunnel.publicKey : undefined
}

/** Small changes are left to metrics: an object that changed with every probe would be written continuously. */
function steadyLatency(before: number | undefined, { probe }: PeerMeasurement): number | undefined {
  const latest = probe?.latencyMs
  if (latest === undefined || before === undefined) return latest ?? before
  const isClose = Math.abs(latest - before) < Math.max(5, before / 2)
  return isClose ? before : latest
}
