/** Metrics of remote clusters: those of home with an added label `cluster`, and the connection state of each. */
import { gaugeOf, type MetricFamily, type MetricSource } from '@kubewright/core/metrics'
import type { ClusterState } from './manager-clusters.ts'

/** The label that series of home lack. */
export const clusterLabel = 'cluster'

/** The metrics of `source` with the cluster label added. */
export function metricsOfCluster(source: MetricSource, cluster: string): MetricSource {
  return {
    collect: () =>
      source.collect().map((family) => {
        const samples = family.samples.map((sample) => ({ ...sample, labels: { ...sample.labels, cluster } }))
        return { ...family, labelNames: [...family.labelNames, clusterLabel], samples } as MetricFamily
      }),
  }
}

/** One series per cluster; no family if there is none. */
export function clusterMetrics(states: () => readonly ClusterState[]): MetricSource {
  return {
    collect() {
      const all = states()
      if (all.length === 0) return []
      const gauge = (name: string, help: string, of: (state: ClusterState) => number | undefined) =>
        gaugeOf(
          { name: `kubewright_cluster_${name}`, help, labelNames: [clusterLabel] },
          all.flatMap((state) => {
            const value = of(state)
            return value === undefined ? [] : [[[state.name], value] as const]
          }),
        )
      return [
        gauge('connected', 'Whether the cluster is connected: 0 or 1.', ({ phase }) => (phase === 'connected' ? 1 : 0)),
        ...(all.some(({ standing }) => standing !== undefined)
          ? [
              gauge('held', 'Whether this replica works on the cluster: 0 or 1.', ({ standing }) =>
                standing === undefined ? 0 : Number(standing.isActing),
              ),
            ]
          : []),
        gauge('answer_seconds', 'Latency of the last request to the cluster, in seconds.', ({ latencyMs }) =>
          latencyMs === undefined ? undefined : latencyMs / 1_000,
        ),
      ]
    },
  }
}
