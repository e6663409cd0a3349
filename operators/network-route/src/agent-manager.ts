/** The manager of the agent of one node, whether it is a gateway or not. */
import { nodeAgent, type NodeAgentOptions, type NodeHost } from '@kubewright/network'
import { type Client, createManager } from 'kubewright'
import type { Logger } from 'kubewright/core'
import type { Manager } from 'kubewright/manager'

export interface NodeOptions {
  readonly client: Client
  /** The name of this node. */
  readonly node: string
  readonly host: NodeHost
  readonly log?: Logger | undefined
  /** Where health and metrics are served; nowhere if it is left out. */
  readonly ports?: { readonly health: number; readonly metrics: number } | undefined
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
