/** A cluster of namespaces with an embedded control plane, and the operators of all nodes in this process. */
import type { Client } from '@kubewright/client'
import { silentLogger } from '@kubewright/core'
import { Node } from '@kubewright/kubernetes'
import type { Manager } from '@kubewright/manager'
import {
  AddressClaim,
  AddressLedger,
  configName,
  NetworkConfig,
  networkNamespace,
  NetworkSettings,
  NodeNetwork,
  settingsName,
  TunnelEndpoint,
} from '@kubewright/network'
import { formatIpv4 } from '@kubewright/network/address'
import { type Cluster, startCluster } from '@kubewright/testing'
import { gatewayOperator } from 'network-gateway-operator'
import { routeOperator } from 'network-route-operator'
import type { UndoStack } from '../../tools/kube-apiserver/undo-stack.ts'
import { accountOf, applyRights } from './deployment.ts'
import type { NodeNamespace } from './node-namespace.ts'
import { severable, type SeverableClient } from './severable-client.ts'
import { hostOf, startTestCluster, type TestCluster, type TestClusterOptions } from './test-cluster.ts'

export interface OperatedOptions extends TestClusterOptions {
  readonly id: string
  /** The number of gateways, counted from the first node. @default 1 */
  readonly gateways?: number
  /** @default 'wireguard' */
  readonly driver?: 'wireguard' | 'vxlan' | undefined
  /** Networks that this cluster uses for other purposes. */
  readonly reserved?: readonly string[] | undefined
}

interface RunningOperator {
  readonly stop: () => Promise<void>
  readonly client: SeverableClient
  readonly metrics: Manager['metrics']
}

export const networkKinds = [AddressClaim, AddressLedger, NetworkConfig, NetworkSettings, NodeNetwork, TunnelEndpoint]

export class OperatedCluster implements AsyncDisposable {
  readonly id: string
  readonly test: TestCluster
  readonly api: Cluster
  readonly #options: OperatedOptions
  readonly #operators = new Map<string, RunningOperator>()

  constructor(options: OperatedOptions, parts: { readonly test: TestCluster; readonly api: Cluster }) {
    this.id = options.id
    this.test = parts.test
    this.api = parts.api
    this.#options = options
  }

  get client(): Client {
    return this.api.client
  }

  /** Creates the Node object that a kubelet would register. */
  async register(node: NodeNamespace): Promise<void> {
    const { podCidrs } = this.test.network.nodes.find(({ name }) => name === node.name)!
    const podCIDRs = podCidrs.map(({ base, bits }) => `${formatIpv4(base)}/${bits}`)
    await this.client.create(Node, { metadata: { name: node.name }, spec: { podCIDRs } })
    const addresses = [{ type: 'InternalIP', address: node.address }]
    await this.client.status.patch(Node, { name: node.name }, { status: { addresses } })
  }

  /** Uses the service account of its manifests, with exactly its permissions. */
  async startOperator(node: NodeNamespace): Promise<void> {
    const isGateway = this.test.nodes.indexOf(node) < (this.#options.gateways ?? 1)
    const as = accountOf(isGateway ? 'network-gateway' : 'network-route')
    const client = severable(this.api.clientFor({ as }))
    const options = { client, node: node.name, host: await hostOf(node, this.#options.firewall), log: silentLogger }
    const lease = { duration: '4s', renewWithin: '3s', retryEvery: '500ms' } as const
    const operator = isGateway ? gatewayOperator({ ...options, lease, measureEveryMs: 500 }) : routeOperator(options)
    const stop = new AbortController()
    const ended = operator.run(stop.signal).catch((error: unknown) => {
      if (!client.isCut) throw error
    })
    this.#operators.set(node.name, {
      client,
      metrics: 'agent' in operator ? operator.agent.metrics : operator.metrics,
      stop: async () => {
        stop.abort()
        await ended
      },
    })
  }

  async stopOperator(node: NodeNamespace): Promise<void> {
    await this.#operators.get(node.name)?.stop()
    this.#operators.delete(node.name)
  }

  /** Disconnects the operator of the node from the API server without notice. */
  cut(node: NodeNamespace, isCut: boolean): void {
    this.#operators.get(node.name)!.client.isCut = isCut
  }

  /** The values of a metric of the node's operator, by peer. */
  metric(node: NodeNamespace, name: string): Readonly<Record<string, number>> {
    const family = this.#operators
      .get(node.name)!
      .metrics.collect()
      .find((one) => one.name === name)
    const samples = family === undefined || family.type === 'histogram' ? [] : family.samples
    return Object.fromEntries(samples.map(({ labels, value }) => [labels['peer'] ?? '', value]))
  }

  async peerWith(peer: string, reachable?: string[]): Promise<void> {
    const spec = { from: this.id, to: peer, ...(reachable ? { reachable } : {}) }
    await this.client.create(NetworkConfig, { metadata: this.configFor(peer), spec })
  }

  async unpeer(peer: string): Promise<void> {
    await this.client.delete(NetworkConfig, this.configFor(peer))
  }

  /** The NetworkConfig of this cluster for a peer. */
  configFor(peer: string) {
    return { name: configName(this.id, peer), namespace: networkNamespace }
  }

  settings(): Promise<NetworkSettings> {
    return this.client.get(NetworkSettings, { name: settingsName })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#operators.values()].map(({ stop }) => stop()))
    await this.api[Symbol.asyncDispose]()
  }
}

export async function startOperatedCluster(options: OperatedOptions & { stack: UndoStack }): Promise<OperatedCluster> {
  const api = await startCluster({ resources: networkKinds, time: 'real', listens: true, seed: options.id })
  const test = await startTestCluster(options).catch(async (error: unknown) => {
    await api[Symbol.asyncDispose]()
    throw error
  })
  const cluster = options.stack.use(new OperatedCluster(options, { test, api }))
  await applyRights(cluster.client)
  const { driver = 'wireguard', reserved = [] } = options
  await cluster.client.create(NetworkSettings, {
    metadata: { name: settingsName },
    spec: {
      clusterId: options.id,
      podCidr: options.pods,
      externalCidr: options.external,
      reserved: [
        { cidr: '198.51.100.0/24', usedBy: 'the nodes' },
        ...reserved.map((cidr) => ({ cidr, usedBy: 'another site' })),
      ],
      tunnel: { driver },
    },
  })
  for (const node of test.nodes) await cluster.register(node)
  for (const node of test.nodes) await cluster.startOperator(node)
  return cluster
}
