/** The manager of a node's agent, on gateways and other nodes. */
import { nodeAgent, type NodeAgentOptions, type NodeHost } from '@kubewright/network'
import { type Client, createManager } from 'kubewright'
import type { Logger } from 'kubewright/core'
import type { Manager } from 'kubewright/manager'

export interface NodeOptions {
  readonly client: Client
  readonly node: string
  readonly host: NodeHost
  readonly log?: Logger | undefined
  /** The ports of health and metrics, and on gateways of the metrics of cluster-wide decisions. Absent: not served. */
  readonly ports?: { readonly health: number; readonly metrics: number; readonly leaderMetrics?: number } | undefined
}

export function agentManager(
  name: string,
  { client, node, host, log, ports }: NodeOptions,
  more: Pick<NodeAgentOptions, 'loadKeys' | 'measureEveryMs'> = {},
): Manager {
  const agent = nodeAgent({ node, ...host, ...more })
  const manager = createManager({
    name,
    identity: node,
    client,
    controllers: [agent.controller],
    ...(log ? { log } : {}),
    ...(ports ? { health: { port: ports.health }, metrics: { port: ports.metrics } } : {}),
  })
  manager.metrics.add(agent.metrics)
  return manager
}
