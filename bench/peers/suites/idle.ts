/**
 * An idle operator that caches twenty kinds beside its owned ones: first without any changes, then while other clients write statuses of
 * objects that it only caches.
 */
import type { BenchServer } from '../bench-server.ts'
import type { Contender } from '../contenders.ts'
import { benchPlurals } from '../kinds.ts'
import type { OperatorProcess } from '../operator-process.ts'
import { progress } from '../progress.ts'
import { pause, withOperator } from '../running-operator.ts'
import { interleave, type Suite, type Values } from '../suite.ts'

const mebibyte = 2 ** 20
/** The resolution of the coarse CPU time. */
const tickMs = 10
const websites = 100
const timeoutS = 180
/**
 * Longer than the effects of the start: garbage collections that release memory, and the first renewal of connections that were
 * silent.
 */
const settleMs = 50_000
const quietS = 15
const churn = { rate: 50, seconds: 12 }

export const idle: Suite = {
  name: 'idle',
  title: ({ size }) =>
    `20 kinds with ${size.toLocaleString('en')} objects in the caches, ${websites} Websites of them owned`,
  defaults: { size: 50_000, rounds: 1 },
  full: { size: 50_000, rounds: 3 },
  smoke: { size: 1_000, rounds: 1 },
  metrics: [
    { name: 'quietMs', title: 'nothing happens: CPU time a second', unit: 'ms', better: 'less', isPlotted: true },
    { name: 'quietRequests', title: 'nothing happens: requests a minute', unit: '', better: 'less' },
    { name: 'quietWatches', title: 'nothing happens: watches opened again a minute', unit: '', better: 'less' },
    { name: 'quietServerMs', title: 'nothing happens: API server, CPU time a second', unit: 'ms', better: 'less' },
    {
      name: 'churnMs',
      title: `${churn.rate} statuses a second by others: CPU time a second`,
      unit: 'ms',
      better: 'less',
      isPlotted: true,
    },
    {
      name: 'churnRequests',
      title: `${churn.rate} statuses a second by others: requests a minute`,
      unit: '',
      better: 'less',
    },
    { name: 'pss', title: 'PSS before', unit: 'MiB', better: 'less', isPlotted: true },
    { name: 'growth', title: 'PSS growth by those statuses', unit: 'MiB', better: 'less' },
  ],
  async run(server, contenders, { size, rounds }) {
    const each = Math.max(1, Math.floor((size - websites) / benchPlurals.length))
    // All contenders cache the same objects; only Websites and what they own differ, and are removed after each run.
    await server.createNamespace(namespace)
    progress(`creates ${each} objects of each of ${benchPlurals.length} kinds`)
    for (const plural of benchPlurals) await server.observer.populate(namespace, plural, each, padding)
    // Creating the objects has warmed the server up.
    return interleave(contenders, rounds, (contender) => measure(server, contender, each), { warmsUp: false })
  },
}

const namespace = 'idle'
const padding = 200

async function measure(server: BenchServer, contender: Contender, each: number): Promise<Values> {
  try {
    const options = { namespace, mode: 'watch20' } as const
    const values = await withOperator(server, contender, options, (operator) => measureRun(server, operator, each))
    await server.observer.verify(namespace, websites)
    return values
  } finally {
    await server.observer.clear(namespace)
  }
}

async function measureRun(server: BenchServer, operator: OperatorProcess, each: number): Promise<Values> {
  await operator.until('synced')
  await server.observer.throughput(namespace, websites, timeoutS)
  const begun = performance.now()
  const from = await server.audit.mark()
  await pause(settleMs)
  const pss = operator.memory().pss / mebibyte
  const quiet = await during(server, operator, quietS, () => pause(quietS * 1_000))
  // Including the time before: a watch counts as half-open after 45 s.
  const { watches } = await server.audit.between(from, await server.audit.mark())
  const quietWatches = (watches / (performance.now() - begun)) * 60_000
  const churned = await during(server, operator, churn.seconds, () => {
    const duration = `${churn.seconds}s`
    return server.observer.run('churn', { namespace, rate: churn.rate, duration, count: each })
  })
  return {
    quietMs: quiet.ms,
    quietRequests: quiet.requests,
    quietWatches,
    quietServerMs: quiet.serverMs,
    churnMs: churned.ms,
    churnRequests: churned.requests,
    pss,
    growth: operator.memory().pss / mebibyte - pss,
  }
}

/** CPU time a second and requests a minute. */
async function during(server: BenchServer, operator: OperatorProcess, seconds: number, what: () => Promise<unknown>) {
  const from = await server.audit.mark()
  const [begun, fine, ticks, served] = [performance.now(), operator.fineCpuMs(), operator.cpuMs(), server.cpuMs()]
  await what()
  // Threads that ended are in the coarse time only.
  const spentMs = Math.max(operator.fineCpuMs() - fine, operator.cpuMs() - ticks - tickMs)
  const elapsedMs = performance.now() - begun
  const serverMs = ((server.cpuMs() - served) / elapsedMs) * 1_000
  const { total } = await server.audit.between(from, await server.audit.mark())
  return { ms: (spentMs / elapsedMs) * 1_000, serverMs, requests: (total / seconds) * 60 }
}
