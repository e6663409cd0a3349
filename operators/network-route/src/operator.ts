/** The agent of a node that is not a gateway: overlay, routes and address translation. */
import type { Manager } from 'kubewright/manager'
import { agentManager, type NodeOptions } from './agent-manager.ts'

export function routeOperator(options: NodeOptions): Manager {
  return agentManager('network-route', options)
}
