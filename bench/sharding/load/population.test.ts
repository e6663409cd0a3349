import { seededRandom } from '@kubewright/core/testing'
import { type Cluster, startCluster } from '@kubewright/testing'
import { Theme, Website, websites } from 'webhosting-operator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { instantWorkloads } from './instant-workloads.ts'
import { noLatencies } from './latency-histogram.ts'
import { Population } from './population.ts'

let cluster: Cluster
let population: Population

beforeEach(async () => {
  cluster = await startCluster({ resources: [Theme, Website], simulation: { parts: ['namespaces'] } })
  await cluster.run(instantWorkloads(cluster.client))
  const { client, clock } = cluster
  const queue = async () => [noLatencies]
  population = new Population({ client, clock, queue, random: seededRandom('population'), themes: 3, projects: 2 })
  await population.prepare()
})
afterEach(async () => {
  await population[Symbol.asyncDispose]()
  await cluster[Symbol.asyncDispose]()
})

/** Advances the virtual clock until `work` is done. */
async function during<Result>(work: Promise<Result>): Promise<Result> {
  let isDone = false
  void work.finally(() => (isDone = true)).catch(() => undefined)
  for (let step = 0; step < 2_000 && !isDone; step++) await cluster.advance('100ms')
  return await work
}

describe('population of Websites', { timeout: 60_000 }, () => {
  it('grows to the requested size, becomes ready, and is updated at the requested rate', async () => {
    await cluster.run(websites())
    await during(population.grow(10))
    expect(population.seen.map(({ status }) => status?.phase)).toEqual(Array.from({ length: 10 }, () => 'Ready'))
    const level = await during(population.hold(5, 4))
    expect(level).toMatchObject({ perSecond: 5, isKept: true, queueP99: null })
    expect(Math.abs(level.answeredPerSecond - 5)).toBeLessThanOrEqual(0.25)
    await during(population.settled())
    expect((await cluster.client.list(Website)).items.every(({ metadata }) => metadata.generation! >= 2)).toBe(true)
  })

  it('reports a missed service level and does not settle if the operator is idle', async () => {
    await during(population.growSlowly(4, 2))
    expect(await during(population.hold(2, 8))).toMatchObject({ isKept: false })
    await expect(during(population.settled())).rejects.toThrow('The operator does not keep up')
  })
})
