/** A cache of many objects, and nothing else. */
import type { BenchServer } from '../bench-server.ts'
import type { Contender } from '../contenders.ts'
import { progress } from '../progress.ts'
import { pause, withOperator } from '../running-operator.ts'
import { interleave, type Metric, type Suite, type SuiteOptions, type Values } from '../suite.ts'

const mebibyte = 2 ** 20
const namespace = 'sync'
/** With metadata and managed fields an object has 2 KB. */
const padding = { websites: 1_400, deployments: 700 } as const
const settleMs = 5_000

type Resource = keyof typeof padding

type Profiles = Pick<Suite, 'name' | 'defaults' | 'full' | 'smoke'>

export const sync = suiteOf(['websites', 'deployments'], {
  name: 'sync',
  defaults: { size: 10_000, rounds: 2 },
  full: { size: 10_000, rounds: 5 },
  smoke: { size: 1_000, rounds: 1 },
})

export const syncLarge = suiteOf(['websites'], {
  name: 'sync-large',
  defaults: { size: 50_000, rounds: 1 },
  full: { size: 50_000, rounds: 3 },
  smoke: { size: 2_000, rounds: 1 },
})

function suiteOf(resources: readonly Resource[], profiles: Profiles): Suite {
  return {
    ...profiles,
    title: ({ size }) => `caches of ${size.toLocaleString('en')} ${resources.join(' and of as many ')} of 2 KB`,
    metrics: resources.flatMap(metricsOf),
    run: (server, contenders, { size, rounds }) => run(server, contenders, { size, rounds, resources }),
  }
}

interface Plan extends SuiteOptions {
  readonly resources: readonly Resource[]
}

async function run(server: BenchServer, contenders: readonly Contender[], { size, rounds, resources }: Plan) {
  await server.createNamespace(namespace)
  for (const resource of resources) {
    progress(`creates ${size} ${resource}`)
    await server.observer.populate(namespace, resource, size, padding[resource])
  }
  const measureAll = async (contender: Contender) => {
    const values: Values[] = []
    for (const resource of resources) values.push(await measure(server, contender, resource, size))
    return Object.assign({}, ...values) as Values
  }
  // Creating the objects has warmed the server up.
  return interleave(contenders, rounds, measureAll, { warmsUp: false })
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
