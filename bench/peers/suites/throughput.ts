/**
 * Websites created at once, each with four owned objects, until the last status was written: first for an operator that has just started, then
 * as many more for the same process. Operators run for weeks, and JavaScript, Java and Python programs compile or specialise the code that
 * runs often.
 */
import type { BenchServer } from '../bench-server.ts'
import type { Contender } from '../contenders.ts'
import type { OperatorProcess } from '../operator-process.ts'
import { Expense, withNamespace, withOperator } from '../running-operator.ts'
import { interleave, type Suite, type Values } from '../suite.ts'

const mebibyte = 2 ** 20
const timeoutS = 180

export const throughput: Suite = {
  name: 'throughput',
  title: ({ size }) =>
    `${size.toLocaleString('en')} Websites created at once, four owned objects each, then as many more`,
  defaults: { size: 1_000, rounds: 2 },
  full: { size: 1_000, rounds: 5 },
  smoke: { size: 100, rounds: 1 },
  metrics: [
    { name: 'rate', title: 'Websites a second', unit: '/s', better: 'more', isPlotted: true },
    { name: 'operatorMs', title: 'operator, CPU time each', unit: 'ms', better: 'less' },
    { name: 'serverMs', title: 'API server, CPU time each', unit: 'ms', better: 'less' },
    { name: 'warmRate', title: 'once warm: Websites a second', unit: '/s', better: 'more', isPlotted: true },
    { name: 'warmOperatorMs', title: '… operator, CPU time each', unit: 'ms', better: 'less', isPlotted: true },
    { name: 'warmServerMs', title: '… API server, CPU time each', unit: 'ms', better: 'less', isPlotted: true },
    { name: 'requests', title: 'requests each, cold or warm', unit: '', better: 'less' },
    { name: 'failed', title: 'of them failed', unit: '', better: 'less' },
    { name: 'rss', title: 'RSS at the end', unit: 'MiB', better: 'less' },
    { name: 'pss', title: 'PSS at the end', unit: 'MiB', better: 'less' },
  ],
  run: (server, contenders, { size, rounds }) =>
    interleave(contenders, rounds, (contender, run) => measure(server, contender, run, size)),
}

async function measure(server: BenchServer, contender: Contender, run: string, size: number): Promise<Values> {
  const namespace = `throughput-${run}`
  return withNamespace(server, namespace, () =>
    withOperator(server, contender, { namespace, mode: 'operate' }, (operator) =>
      measureTwice(server, operator, namespace, size),
    ),
  )
}

async function measureTwice(
  server: BenchServer,
  operator: OperatorProcess,
  namespace: string,
  size: number,
): Promise<Values> {
  await operator.until('synced')
  const cold = await measureRun(server, operator, namespace, { size, after: 0 })
  const warm = await measureRun(server, operator, namespace, { size, after: size })
  const { rss, pss } = operator.memory()
  return {
    rate: cold.rate,
    operatorMs: cold.operatorMs,
    serverMs: cold.serverMs,
    warmRate: warm.rate,
    warmOperatorMs: warm.operatorMs,
    warmServerMs: warm.serverMs,
    requests: Math.max(cold.requests, warm.requests),
    failed: Math.max(cold.failed, warm.failed),
    rss: rss / mebibyte,
    pss: pss / mebibyte,
  }
}

interface Wave {
  readonly size: number
  /** How many Websites there are already. */
  readonly after: number
}

async function measureRun(server: BenchServer, operator: OperatorProcess, namespace: string, { size, after }: Wave) {
  await server.audit.quiet()
  const from = await server.audit.mark()
  const expense = new Expense(operator, server)
  const { readyMs } = await server.observer.throughput(namespace, size, timeoutS, { after })
  const to = await server.audit.mark()
  const [operatorMs, serverMs] = [expense.operatorMs() / size, expense.serverMs() / size]
  const { total, failed } = await server.audit.between(from, to)
  await server.observer.verify(namespace, after + size)
  return { rate: (size / readyMs) * 1_000, operatorMs, serverMs, requests: total / size, failed: failed / size }
}
