/** Websites created at once, each with four owned objects, until the last status was written. */
import type { BenchServer } from '../bench-server.ts'
import type { Contender } from '../contenders.ts'
import type { OperatorProcess } from '../operator-process.ts'
import { Expense, pause, withNamespace, withOperator } from '../running-operator.ts'
import { interleave, type Suite, type Values } from '../suite.ts'

const mebibyte = 2 ** 20
const timeoutS = 180
/** Longer than the work of an operator after its caches have synced. */
const settleMs = 1_000

export const throughput: Suite = {
  name: 'throughput',
  title: ({ size }) => `${size.toLocaleString('en')} Websites created at once, four owned objects each`,
  defaults: { size: 1_000, rounds: 3 },
  full: { size: 1_000, rounds: 5 },
  smoke: { size: 100, rounds: 1 },
  metrics: [
    { name: 'rate', title: 'Websites a second', unit: '/s', better: 'more', isPlotted: true },
    { name: 'operatorMs', title: 'operator, CPU time each', unit: 'ms', better: 'less', isPlotted: true },
    { name: 'serverMs', title: 'API server, CPU time each', unit: 'ms', better: 'less', isPlotted: true },
    { name: 'requests', title: 'requests each', unit: '', better: 'less' },
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
      measureRun(server, operator, namespace, size),
    ),
  )
}

async function measureRun(
  server: BenchServer,
  operator: OperatorProcess,
  namespace: string,
  size: number,
): Promise<Values> {
  await operator.until('synced')
  await pause(settleMs)
  const from = await server.audit.mark()
  const expense = new Expense(operator, server)
  const { readyMs } = await server.observer.throughput(namespace, size, timeoutS)
  const to = await server.audit.mark()
  const [operatorMs, serverMs] = [expense.operatorMs() / size, expense.serverMs() / size]
  const { total, failed } = await server.audit.between(from, to)
  const { rss, pss } = operator.memory()
  await server.observer.verify(namespace, size)
  return {
    rate: (size / readyMs) * 1_000,
    operatorMs,
    serverMs,
    requests: total / size,
    failed: failed / size,
    rss: rss / mebibyte,
    pss: pss / mebibyte,
  }
}
