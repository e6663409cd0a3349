/**
 * The same operator as one process and as three shards, each process with the same small share of a core: how much more do three carry?
 * Without the limit, two cores would be shared with the API server, which would be the limit of both. Beside it, the same for
 * kubernetes-controller-sharding with an operator of its own, so factors compare better than rates.
 */
import { type CpuQuota, findCpuQuotas } from '../../sharding/cpu-quota.ts'
import type { BenchServer } from '../bench-server.ts'
import type { Contender } from '../contenders.ts'
import { withRingFleet } from '../controller-sharding/ring-fleet.ts'
import type { Fleet } from '../fleet.ts'
import type { OperatorProcess } from '../operator-process.ts'
import { progress } from '../progress.ts'
import { pause, type RunOptions, withNamespace, withOperators } from '../running-operator.ts'
import { scaleOutNotes } from '../scale-out.ts'
import { largestShare } from '../shard-shares.ts'
import { interleave, type Suite, type Values } from '../suite.ts'

const mebibyte = 2 ** 20
const timeoutS = 300
const shards = 3
/** The share of one core that each process may use. */
const share = 0.1
/** Websites for each process, enough for its code to be compiled before it is limited. */
const warmUpSize = 200
const settleMs = 3_000

const shardsOf: Readonly<Record<string, number>> = {
  kubewright: 1,
  'kubewright-shards': shards,
  'controller-sharding-1': 1,
  'controller-sharding-3': shards,
}

const pairs = [
  { title: 'Kubewright', one: 'kubewright', several: 'kubewright-shards' },
  { title: 'kubernetes-controller-sharding', one: 'controller-sharding-1', several: 'controller-sharding-3' },
]

export const sharded: Suite = {
  name: 'sharded',
  title: ({ size }) =>
    `${size.toLocaleString('en')} Websites created at once, for one process and for ${shards} shards, each with ${share * 100} % of a core`,
  defaults: { size: 300, rounds: 3 },
  full: { size: 1_000, rounds: 5 },
  smoke: { size: 30, rounds: 1 },
  only: Object.keys(shardsOf),
  hasRatios: false,
  notes: [
    'kubernetes-controller-sharding, as published by its author: 1 shard 2,504 Websites, 2 shards 3,708 (1.48×), 3 shards 5,364 (2.14×), 4 shards 6,402 (2.56×), 5 shards 7,462 (2.98×).',
  ],
  metrics: [
    { name: 'rate', title: 'Websites a second', unit: '/s', better: 'more', isPlotted: true },
    { name: 'used', title: 'of the CPU time that the limit allows', unit: '%', better: 'more' },
    { name: 'largestShare', title: 'Websites of the largest shard', unit: '%', better: 'less' },
    { name: 'operatorMs', title: 'all processes, CPU time each', unit: 'ms', better: 'less', isPlotted: true },
    { name: 'sharderMs', title: 'of it a sharder without limit', unit: 'ms', better: 'less' },
    { name: 'requests', title: 'requests each', unit: '', better: 'less' },
    { name: 'largest', title: 'largest process, PSS', unit: 'MiB', better: 'less', isPlotted: true },
  ],
  async run(server, contenders, { size, rounds }) {
    const quotas = findCpuQuotas()
    if (typeof quotas === 'string') progress(`processes are not limited: ${quotas}`)
    const measureOne = (contender: Contender, run: string) => measure(server, contender, run, size)
    const result = await interleave(contenders, rounds, measureOne, { warmsUp: false })
    return { ...result, notes: scaleOutNotes(pairs, result.samples, 'rate') }
  },
}

type UseFleet<T> = (fleet: Fleet) => Promise<T>

function withFleet<T>(server: BenchServer, contender: Contender, namespace: string, use: UseFleet<T>): Promise<T> {
  const options = { namespace, shards: shardsOf[contender.name]! }
  if (contender.program.name === 'controller-sharding') return withRingFleet(server, contender, options, use)
  return withNamespace(server, namespace, () =>
    withOperators(server, contender, async (start) => {
      const started = processesOf(options.shards, namespace).map((one) => start(one))
      await Promise.all(started.map((operator) => operator.until('synced')))
      return use({ websites: 'websites', shards: started })
    }),
  )
}

function processesOf(count: number, namespace: string): readonly RunOptions[] {
  if (count === 1) return [{ namespace, mode: 'operate' }]
  return Array.from({ length: count }, (_, at) => ({
    namespace,
    mode: 'operate' as const,
    coordination: 'shard' as const,
    identity: `shard-${at}`,
  }))
}

async function measure(server: BenchServer, contender: Contender, run: string, size: number): Promise<Values> {
  const namespace = `sharded-${run}`
  return withFleet(server, contender, namespace, async (fleet) => {
    const warmUp = Math.min(warmUpSize, size) * fleet.shards.length
    await server.observer.throughput(namespace, warmUp, timeoutS, { resource: fleet.websites })
    await server.observer.clear(namespace, fleet.websites)
    await pause(settleMs)
    const limits = limitAll(fleet.shards)
    try {
      return await measureRun(server, fleet, namespace, size)
    } finally {
      // Without it, the processes could not end in time.
      for (const limit of limits) limit[Symbol.dispose]()
    }
  })
}

function limitAll(operators: readonly OperatorProcess[]): readonly CpuQuota[] {
  const quotas = findCpuQuotas()
  if (typeof quotas === 'string') return []
  return operators.map(({ pid }) => {
    const quota = quotas.make(`kubewright-bench-${process.pid}-${pid}`, share)
    quota.hold(pid)
    return quota
  })
}

async function measureRun(server: BenchServer, fleet: Fleet, namespace: string, size: number): Promise<Values> {
  const { websites } = fleet
  const sharders = fleet.sharder === undefined ? [] : [fleet.sharder]
  const from = await server.audit.mark()
  const meters = [meter(fleet.shards), meter(sharders)]
  const { readyMs } = await server.observer.throughput(namespace, size, timeoutS, { resource: websites })
  const [shardsMs, sharderMs] = meters.map((read) => read()) as [number, number]
  const { total } = await server.audit.between(from, await server.audit.mark())
  const largest = Math.max(...[...fleet.shards, ...sharders].map((one) => one.memory().pss)) / mebibyte
  const verified = await server.observer.verify(namespace, size, websites)
  return {
    rate: (size / readyMs) * 1_000,
    used: (100 * shardsMs) / (readyMs * share * fleet.shards.length),
    largestShare: 100 * largestShare(verified.shards, fleet.shards.length, size),
    operatorMs: (shardsMs + sharderMs) / size,
    ...(sharders.length > 0 && { sharderMs: sharderMs / size }),
    requests: total / size,
    largest,
  }
}

/** Reads the CPU time of the processes since now. */
function meter(processes: readonly OperatorProcess[]): () => number {
  const cpuMs = () => processes.reduce((total, one) => total + one.cpuMs(), 0)
  const from = cpuMs()
  return () => cpuMs() - from
}
