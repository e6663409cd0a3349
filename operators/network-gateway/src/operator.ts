/**
 * A gateway: the agent of its node and, in the lease holder only, the cluster-wide decisions: addresses, keys, announcements to peers,
 * and that this node is the active gateway.
 */
import {
  addressController,
  announceGateway,
  createExchange,
  gatewayController,
  gatewayLease,
  loadGatewayKeys,
  networkNamespace,
  peeringController,
} from '@kubewright/network'
import { createManager, leader } from 'kubewright'
import type { Duration } from 'kubewright/core'
import type { Manager } from 'kubewright/manager'
import { agentManager, type NodeOptions } from 'network-route-operator'

export interface GatewayOptions extends NodeOptions {
  readonly namespace?: string | undefined
  /** How long the lease is valid without renewal, and how often it is renewed. @default 15 s, 2 s */
  readonly lease?:
    | { readonly duration: Duration; readonly renewWithin: Duration; readonly retryEvery: Duration }
    | undefined
  readonly measureEveryMs?: number | undefined
  /** Whether NetworkConfigs are replicated to the peers that have a Secret here. @default true */
  readonly exchanges?: boolean | undefined
}

export interface GatewayOperator {
  readonly agent: Manager
  readonly leader: Manager
  /** Runs both until the signal is aborted; if one fails, the other is stopped. */
  run(signal: AbortSignal): Promise<void>
}

export function gatewayOperator(options: GatewayOptions): GatewayOperator {
  const [agent, leading] = [gatewayAgent(options), leaderManager(options)]
  includeChecks(agent, leading)
  return {
    agent,
    leader: leading,
    async run(signal) {
      const failed = new AbortController()
      const either = AbortSignal.any([signal, failed.signal])
      const runs = [agent, leading].map((manager) =>
        manager.run(either).catch((error: unknown) => {
          failed.abort()
          throw error
        }),
      )
      await Promise.allSettled(runs)
      await Promise.all(runs)
    },
  }
}

function gatewayAgent(options: GatewayOptions): Manager {
  const { client, host, namespace, measureEveryMs } = options
  const loadKeys = loadGatewayKeys(client, host.keys, namespace)
  return agentManager('network-gateway-agent', options, { loadKeys, measureEveryMs })
}

/** A pod has one probe of each kind: that of the agent answers for both managers. */
function includeChecks(agent: Manager, leading: Manager): void {
  for (const kind of ['live', 'ready'] as const) {
    const own = leading.checks[kind]
    agent.checks[kind].include(() =>
      own.names.map((name) => [
        `leader/${name}`,
        async () => {
          const [result] = await own.run([name])
          const { isWell = false, why = 'it failed', note } = result ?? {}
          return isWell ? (note === undefined ? undefined : { note }) : why
        },
      ]),
    )
  }
}

/** A gateway that loses the lease becomes a standby and retries. Its node is a worker in the meantime. */
function leaderManager(options: GatewayOptions): Manager {
  const { client, node, namespace = networkNamespace, log, lease, ports, exchanges = true } = options
  const exchange = exchanges ? createExchange({ client, node, namespace, log }) : undefined
  return createManager({
    name: 'network-gateway',
    identity: node,
    client,
    coordination: leader({ lease: gatewayLease, namespace, onLost: 'campaign', ...lease }),
    controllers: [
      gatewayController({ node, namespace, exchange }),
      peeringController({ announce: announceGateway, namespace }),
      addressController(),
    ],
    ...(log ? { log } : {}),
    ...(ports?.leaderMetrics === undefined ? {} : { metrics: { port: ports.leaderMetrics } }),
  })
}
