/**
 * The same operator as one process and as three shards, each process with the same small share of a core: how much more do three carry?
 * Without the limit, two cores would be shared with the API server, which would be the limit of both.
 */
import { type CpuQuota, findCpuQuotas } from '../../sharding/cpu-quota.ts'
import type { BenchServer } from '../bench-server.ts'
import type { Contender } from '../contenders.ts'
import type { OperatorProcess } from '../operator-process.ts'
import { progress } from '../progress.ts'
import { pause, type RunOptions, withNamespace, withOperators } from '../running-operator.ts'
import { interleave, type Suite, type Values } from '../suite.ts'

const mebibyte = 2 ** 20
const timeoutS = 300
const shards = 3
/** The share of one core that each process may use. */
const share = 0.1
/** Enough for the code to be compiled before a process is limited. */
const warmUpSize = 200
const settleMs = 3_000

export const sharded: Suite = {
  name: 'sharded',
  title: ({ size }) =>
    `${size.toLocaleString('en')} Websites created at once, for one process and for ${shards} shards, each with ${share * 100} % of a core`,
  defaults: { size: 300, rounds: 3 },
  full: { size: 1_000, rounds: 5 },
  smoke: { size: 30, rounds: 1 },
  only: ['kubewright', 'kubewright-shards'],
  notes: [
    'kubernetes-controller-sharding, as published by its author: 1 shard 2,504 Websites, 2 shards 3,708 (1.48×), 3 shards 5,364 (2.14×), 4 shards 6,402 (2.56×), 5 shards 7,462 (2.98×).',
  ],
  metrics: [
    { name: 'rate', title: 'Websites a second', unit: '/s', better: 'more', isPlotted: true },
    { name: 'operatorMs', title: 'all processes, CPU time each', unit: 'ms', better: 'less', isPlotted: true },
    { name: 'requests', title: 'requests each', unit: '', better: 'less' },
    { name: 'largest', title: 'largest process, PSS', unit: 'MiB', better: 'less', isPlotted: true },
  ],
  run(server, contenders, { size, rounds }) {
    const quotas = findCpuQuotas()
    if (typeof quotas === 'string') progress(`processes are not limited: ${quotas}`)
    return interleave(contenders, rounds, (contender, run) => measure(server, contender, run, size), { warmsUp: false })
  },
}

function processesOf({ name }: Contender, namespace: string): readonly RunOptions[] {
  if (name === 'kubewright') return [{ namespace, mode: 'operate' }]
  return Array.from({ length: shards }, (_, at) => ({
    namespace,
    mode: 'operate' as const,
    coordination: 'shard' as const,
    identity: `shard-${at}`,
  }))
}

async function measure(server: BenchServer, contender: Contender, run: string, size: number): Promise<Values> {
  const namespace = `sharded-${run}`
  return withNamespace(server, namespace, () =>
    withOperators(server, contender, async (start) => {
      const operators = processesOf(contender, namespace).map(start)
      await Promise.all(operators.map((operator) => operator.until('synced')))
      await server.observer.throughput(namespace, Math.min(warmUpSize, size), timeoutS)
      await server.observer.clear(namespace)
      await pause(settleMs)
      const limits = limitAll(operators)
      try {
        return await measureRun(server, operators, namespace, size)
      } finally {
        // Without it, the processes could not end in time.
        for (const limit of limits) limit[Symbol.dispose]()
      }
    }),
  )
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

async function measureRun(
  server: BenchServer,
  operators: readonly OperatorProcess[],
  namespace: string,
  size: number,
): Promise<Values> {
  const cpuMs = () => operators.reduce((total, operator) => total + operator.cpuMs(), 0)
  const [from, spent] = [await server.audit.mark(), cpuMs()]
  const { readyMs } = await server.observer.throughput(namespace, size, timeoutS)
  const operatorMs = (cpuMs() - spent) / size
  const { total } = await server.audit.between(from, await server.audit.mark())
  const largest = Math.max(...operators.map((operator) => operator.memory().pss)) / mebibyte
  await server.observer.verify(namespace, size)
  return { rate: (size / readyMs) * 1_000, operatorMs, requests: total / size, largest }
}
