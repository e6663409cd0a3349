/** Metrics of a node agent. */
import type { MetricFamily, MetricSource } from '@kubewright/core/metrics'
import type { Connectivity, PeerMeasurement } from './connectivity.ts'

/** What an agent counts itself. */
export interface AgentCounters {
  readonly writes: number
  readonly convergences: number
}

/** The metrics of an agent. */
export function agentMetrics(connectivity: Connectivity, counters: AgentCounters): MetricSource {
  return {
    collect(): MetricFamily[] {
      const peers = connectivity.peers.map((peer) => ({ id: peer.id, ...connectivity.measurementOf(peer) }))
      const samples = (value: (peer: PeerMeasurement) => number | undefined) =>
        peers.flatMap((peer) => {
          const number = value(peer)
          return number === undefined ? [] : [{ labels: { peer: peer.id }, value: number }]
        })
      const perPeer = (
        type: 'gauge' | 'counter',
        name: string,
        what: { help: string; of: (peer: PeerMeasurement) => number | undefined },
      ) => ({
        type,
        name: `kubewright_network_peer_${name}`,
        help: what.help,
        labelNames: ['peer'],
        samples: samples(what.of),
      })
      return [
        perPeer('gauge', 'connected', {
          help: '1 if the peer answers.',
          of: ({ connected }) => (connected.status === 'True' ? 1 : 0),
        }),
        perPeer('gauge', 'latency_seconds', {
          help: 'Round trip to the gateway of the peer.',
          of: ({ probe }) => (probe?.latencyMs === undefined ? undefined : probe.latencyMs / 1000),
        }),
        perPeer('gauge', 'loss_ratio', { help: 'Share of probes without a response.', of: ({ probe }) => probe?.loss }),
        perPeer('counter', 'received_bytes_total', {
          help: 'Bytes received from the peer.',
          of: ({ receivedBytes }) => receivedBytes,
        }),
        perPeer('counter', 'sent_bytes_total', { help: 'Bytes sent to the peer.', of: ({ sentBytes }) => sentBytes }),
        counter('kernel_writes_total', 'Programs executed to change kernel state.', counters.writes),
        counter('convergences_total', 'Comparisons of the plan with the state of the kernel.', counters.convergences),
      ]
    },
  }
}

function counter(name: string, help: string, value: number): MetricFamily {
  return { type: 'counter', name: `kubewright_network_${name}`, help, labelNames: [], samples: [{ labels: {}, value }] }
}
