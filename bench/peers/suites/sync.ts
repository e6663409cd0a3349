/** A cache of many objects, and nothing else. */
import type { BenchServer } from '../bench-server.ts'
import type { Contender } from '../contenders.ts'
import { progress } from '../progress.ts'
import { pause, withOperator } from '../running-operator.ts'
import { interleave, type Metric, type Suite, type Values } from '../suite.ts'

const mebibyte = 2 ** 20
const namespace = 'sync'
/** With metadata and managed fields an object has 2 KB. */
const padding = { websites: 1_400, deployments: 700 } as const
const settleMs = 10_000

type Resource = keyof typeof padding
const resources = Object.keys(padding) as Resource[]

export const sync: Suite = {
  name: 'sync',
  title: ({ size }) => `caches of ${size.toLocaleString('en')} objects of 2 KB`,
  defaults: { size: 10_000, rounds: 2 },
  smoke: { size: 1_000, rounds: 1 },
  metrics: resources.flatMap(metricsOf),
  async run(server, contenders, { size, rounds }) {
    await server.createNamespace(namespace)
    for (const resource of resources) {
      progress(`creates ${size} ${resource}`)
      await server.observer.populate(namespace, resource, size, padding[resource])
    }
    return interleave(contenders, rounds, async (contender) => ({
      ...(await measure(server, contender, 'websites', size)),
      ...(await measure(server, contender, 'deployments', size)),
    }))
  },
}

function metricsOf(resource: Resource): readonly Metric[] {
  const isPlotted = resource === 'websites'
  const less = { better: 'less' } as const
  return [
    { name: `${resource}Ms`, title: `${resource}: synced`, unit: 'ms', ...less, isPlotted },
    { name: `${resource}CpuMs`, title: `${resource}: CPU time until all were read`, unit: 'ms', ...less, isPlotted },
    { name: `${resource}Pss`, title: `${resource}: settled PSS`, unit: 'MiB', ...less, isPlotted },
    { name: `${resource}Peak`, title: `${resource}: peak RSS`, unit: 'MiB', ...less },
  ]
}

async function measure(server: BenchServer, contender: Contender, resource: Resource, size: number): Promise<Values> {
  return withOperator(server, contender, { namespace, mode: 'sync', resource }, async (operator) => {
    const [synced, seen] = [await operator.until('synced'), await operator.until('seen')]
    if (synced.objects !== size || seen.objects !== size) {
      throw new Error(`It cached ${synced.objects} and read ${seen.objects} of ${size} ${resource}.`)
    }
    await pause(settleMs)
    const { pss, peakRss } = operator.memory()
    return {
      [`${resource}Ms`]: synced.atMs,
      [`${resource}CpuMs`]: seen.cpuMs,
      [`${resource}Pss`]: pss / mebibyte,
      [`${resource}Peak`]: peakRss / mebibyte,
    }
  })
}
