/** Metrics of clusters other than home: the same as home's, with the label `cluster`, and whether each is connected. */
import { gaugeOf, type MetricFamily, type MetricSource } from '@kubewright/core/metrics'
import type { ClusterState } from './manager-clusters.ts'

/** The name of the label that series of home do not have. */
export const clusterLabel = 'cluster'

/** What `source` says, as said of one cluster. */
export function metricsOfCluster(source: MetricSource, cluster: string): MetricSource {
  return {
    collect: () =>
      source.collect().map((family) => {
        const samples = family.samples.map((sample) => ({ ...sample, labels: { ...sample.labels, cluster } }))
        return { ...family, labelNames: [...family.labelNames, clusterLabel], samples } as MetricFamily
      }),
  }
}

/** One series for each cluster; no family at all if there is none. */
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
        gauge('answer_seconds', 'Seconds the cluster took to answer the last question.', ({ latencyMs }) =>
          latencyMs === undefined ? undefined : latencyMs / 1_000,
        ),
      ]
    },
  }
}
