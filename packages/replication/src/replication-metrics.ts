/** Metrics and readiness of a replicator: one series and one check per peer. */
import type { RunnableCheck } from '@kubewright/controller/definition'
import { gaugeOf, type MetricSource } from '@kubewright/core/metrics'
import type { PeerReport } from './peer-report.ts'

export function replicationMetrics(peers: () => readonly PeerReport[]): MetricSource {
  return {
    collect() {
      const all = peers()
      const gauge = (name: string, help: string, of: (peer: PeerReport) => number) =>
        gaugeOf(
          { name: `kubewright_replication_${name}`, help, labelNames: ['cluster'] },
          all.map((peer) => [[peer.name], of(peer)] as const),
        )
      return [
        gauge('peer_ready', 'Whether objects can be replicated to the cluster: 0 or 1.', ({ state }) =>
          state.phase === 'ready' ? 1 : 0,
        ),
        gauge('backlog', 'Objects that wait to be replicated to the cluster.', ({ backlog }) => backlog),
        gaugeOf(
          {
            name: 'kubewright_replication_objects',
            help: 'Objects that are replicated to the cluster, by the reason of their condition.',
            labelNames: ['cluster', 'kind', 'reason'],
          },
          all.flatMap(({ name, objects }) =>
            objects.map(({ kind, reason, count }) => [[name, kind, reason], count] as const),
          ),
        ),
      ]
    },
  }
}

/** A note for each unavailable peer: an unready pod would not help it. */
export function replicationChecks(
  peers: readonly PeerReport[],
): readonly (readonly [name: string, check: RunnableCheck])[] {
  return peers.map((peer) => {
    const note = noteOf(peer)
    return [`replication:${peer.name}`, () => (note === undefined ? undefined : { note })] as const
  })
}

function noteOf({ state, warning, objects }: PeerReport): string | undefined {
  if (state.phase === 'starting') return 'the peer has not answered yet'
  if (state.phase === 'failing') return `nothing is replicated to it: ${state.reason}: ${state.message}`
  const failing = objects.filter(({ reason }) => reason !== 'Synced')
  const counts = failing.map(({ kind, reason, count }) => `${count} ${kind} ${reason}`)
  const notes = [...(warning === undefined ? [] : [warning.message]), ...counts]
  return notes.length === 0 ? undefined : notes.join('; ')
}
