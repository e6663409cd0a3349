import { seededRandom } from '@kubewright/core/testing'
import { Namespace } from '@kubewright/kubernetes/core/v1'
import { ClusterRole } from '@kubewright/kubernetes/rbac/v1'
import { type Cluster, startCluster } from '@kubewright/testing'
import { Theme, Website, websites } from 'webhosting-operator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ExperimentOptions, type Report, runExperiment } from './experiment.ts'
import { instantWorkloads } from './instant-workloads.ts'
import { noLatencies } from './latency-histogram.ts'
import type { Sample } from './service-levels.ts'

let cluster: Cluster

beforeEach(async () => {
  cluster = await startCluster({
    resources: [Theme, Website],
    simulation: { parts: ['garbage-collection', 'namespaces'] },
  })
  await cluster.run(instantWorkloads(cluster.client))
})
afterEach(() => cluster[Symbol.asyncDispose]())

const scenario = { name: 'small', seconds: 10, createPerSecond: 2, deletePerSecond: 0.5, mutateEverySeconds: 3 }

async function run(options: Partial<ExperimentOptions> = {}): Promise<Report> {
  const { client, clock } = cluster
  const queue = async () => [noLatencies]
  const small = { themes: 3, projects: 2, sampleEverySeconds: 2 }
  let ended = false
  const report = runExperiment({ client, clock, queue, scenario, random: seededRandom('load'), ...small, ...options })
  void report.finally(() => (ended = true)).catch(() => undefined)
  for (let step = 0; step < 400 && !ended; step++) await cluster.advance('100ms')
  return await report
}

describe('load experiment', { timeout: 120_000 }, () => {
  it('creates, updates and deletes Websites at the given rates, sees each become ready, and cleans up', async () => {
    await cluster.run(websites())
    const report = await run()
    expect(report).toMatchObject({ scenario: 'small', failures: 0, omitted: 0 })
    expect(report.samples.map(({ second }) => Math.round(second))).toEqual([2, 4, 6, 8, 10])
    expect(report.samples.every(({ isKept }) => isKept)).toBe(true)
    expect(report.capacity).toEqual(report.samples.at(-1))
    // The last one is made at the moment of the last sample.
    expect([14, 15]).toContain(report.capacity?.websites)
    expect(report.capacity).toMatchObject({ readyP99: expect.any(Number), queueP99: null })
    await cluster.advance('1m')
    await cluster.settle()
    const left = await Promise.all(
      [Website, Theme, ClusterRole].map((kind) => cluster.client.list(kind as typeof Theme)),
    )
    expect(
      left.flatMap(({ items }) => items.filter(({ metadata }) => metadata.name.startsWith('experiment-'))),
    ).toEqual([])
    const namespaces = (await cluster.client.list(Namespace)).items.map(({ metadata }) => metadata.name)
    expect(namespaces.filter((name) => name.startsWith('experiment-'))).toEqual([])
  })

  it('reports a missed service level for an idle operator and stops early with stopsWhenBroken', async () => {
    const seen: Sample[] = []
    const report = await run({ stopsWhenBroken: true, onSample: (sample) => seen.push(sample) })
    expect(seen.map(({ isKept }) => isKept)).toEqual([true, true, false])
    expect(report.samples).toEqual(seen)
    expect(report.capacity).toBe(seen[1])
  })

  it('counts requests that the server refuses and continues', async () => {
    await cluster.run(websites())
    cluster.faults.fail({ verb: 'create', kind: Website, times: 3 }, 403)
    const report = await run({ cleansUp: false })
    expect(report.failures).toBe(3)
    expect([11, 12]).toContain(report.capacity?.websites)
  })
})
