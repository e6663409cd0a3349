import { Counter } from '@kubewright/core/metrics'
import { describe, expect, it } from 'vitest'
import { MetricRegistry } from '../metrics/metric-registry.ts'
import { clusterMetrics, metricsOfCluster } from './cluster-metrics.ts'

function counter(): Counter {
  const one = new Counter({ name: 'work_total', help: 'Work.', labelNames: ['controller'] })
  one.add(['sites'])
  return one
}

describe('metrics of several clusters', () => {
  it('leave the series of the home cluster unlabelled, and label those of other clusters', () => {
    const registry = new MetricRegistry()
    registry.add(counter())
    registry.add(metricsOfCluster(counter(), 'east'))
    expect(registry.collect()).toEqual([
      {
        type: 'counter',
        name: 'work_total',
        help: 'Work.',
        labelNames: ['controller'],
        samples: [
          { labels: { controller: 'sites' }, value: 1 },
          { labels: { controller: 'sites', cluster: 'east' }, value: 1 },
        ],
      },
    ])
  })

  it('have no cluster series if there is only the home cluster', () => {
    expect(clusterMetrics(() => []).collect()).toEqual([])
  })
})
