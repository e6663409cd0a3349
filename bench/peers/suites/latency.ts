/**
 * Spec changes at a constant rate: the time from sending a change until its status was written. Operators run for weeks, so each is warmed
 * up before: JavaScript, Java and Python programs compile or specialise the code that runs often.
 */
import type { BenchServer } from '../bench-server.ts'
import type { Contender } from '../contenders.ts'
import type { Changes } from '../observer.ts'
import type { OperatorProcess } from '../operator-process.ts'
import { progress } from '../progress.ts'
import { Expense, pause, withNamespace, withOperator } from '../running-operator.ts'
import { quantile } from '../statistics.ts'
import { interleave, type Metric, type Suite, type Values } from '../suite.ts'

interface Load {
  readonly rate: number
  readonly seconds: number
}

/** The costs of a change are taken from the first rate, where no operator can merge two changes of one object. */
const loads: readonly Load[] = [
  { rate: 20, seconds: 6 },
  { rate: 100, seconds: 5 },
  { rate: 300, seconds: 3 },
]
const smokeLoads = loads.slice(0, 1)
/** Not measured. */
const warmUp: Load = { rate: 100, seconds: 15 }
const warmUpChanges = warmUp.rate * warmUp.seconds
const quantiles = [0.5, 0.95, 0.99]
const timeoutS = 180
const settleMs = 1_000
const verifyMs = 120_000

export const latency: Suite = {
  name: 'latency',
  title: ({ size }) =>
    `spec changes of ${size.toLocaleString('en')} Websites in turn${isSmoke(size) ? '' : `, after ${warmUpChanges.toLocaleString('en')} others`}`,
  defaults: { size: 200, rounds: 2 },
  full: { size: 200, rounds: 5 },
  smoke: { size: 50, rounds: 1 },
  metrics: [
    ...loads.flatMap(({ rate }) => quantiles.map((share) => latencyMetric(rate, share))),
    { name: 'requests', title: 'requests a change', unit: '', better: 'less' },
    { name: 'operatorMs', title: 'operator, CPU time a change', unit: 'ms', better: 'less', isPlotted: true },
    { name: 'serverMs', title: 'API server, CPU time a change', unit: 'ms', better: 'less' },
  ],
  run: (server, contenders, { size, rounds }) =>
    interleave(contenders, rounds, (contender, run) =>
      measure(server, contender, run, {
        size,
        ...(isSmoke(size) ? { loads: smokeLoads } : { loads, warmUp }),
      }),
    ),
}

const isSmoke = (size: number) => size <= latency.smoke.size

function latencyMetric(rate: number, share: number): Metric {
  const title = `${rate} changes a second, p${share * 100}`
  return {
    name: `p${share * 100}at${rate}`,
    title,
    unit: 'ms',
    better: 'less',
    isPlotted: rate === 100 && share !== 0.95,
  }
}

interface Plan {
  readonly size: number
  readonly loads: readonly Load[]
  readonly warmUp?: Load
}

async function measure(server: BenchServer, contender: Contender, run: string, plan: Plan): Promise<Values> {
  const namespace = `latency-${run}`
  return withNamespace(server, namespace, () =>
    withOperator(server, contender, { namespace, mode: 'operate' }, async (operator) => {
      await operator.until('synced')
      await server.observer.throughput(namespace, plan.size, timeoutS)
      await server.audit.quiet()
      const measured = await measureLoads(server, operator, namespace, plan)
      await verifyEventually(server, namespace, plan.size)
      return measured
    }),
  )
}

async function measureLoads(
  server: BenchServer,
  operator: OperatorProcess,
  namespace: string,
  plan: Plan,
): Promise<Values> {
  let values: Values = {}
  let after = 0
  if (plan.warmUp !== undefined) {
    const { changes, unanswered } = await server.observer.change(namespace, { ...plan.warmUp, count: plan.size, after })
    if (unanswered > 0) {
      // The backlog would be part of the first rate.
      progress(`${namespace}: ${unanswered} of ${changes} changes of the warm-up unanswered`)
      return values
    }
    after += changes
    await server.audit.quiet()
  }
  for (const load of plan.loads) {
    const from = await server.audit.mark()
    const expense = new Expense(operator, server)
    const result = await server.observer.change(namespace, { ...load, count: plan.size, after })
    after += result.changes
    if (load === plan.loads[0]) values = await costs(server, from, expense, result)
    if (result.unanswered > 0) {
      // No quantile of a part: the slowest are missing. Higher rates would only say the same.
      progress(`${namespace}: ${result.unanswered} of ${result.changes} changes unanswered at ${load.rate} a second`)
      return values
    }
    if (result.lateMs > 100) progress(`${namespace}: the observer was up to ${Math.round(result.lateMs)} ms late`)
    values = { ...values, ...quantilesOf(load.rate, result) }
    await server.audit.quiet()
  }
  return values
}

const quantilesOf = (rate: number, { latencies }: Changes): Values =>
  Object.fromEntries(quantiles.map((share) => [latencyMetric(rate, share).name, quantile(latencies, share)]))

async function costs(server: BenchServer, from: number, expense: Expense, { changes }: Changes): Promise<Values> {
  const to = await server.audit.mark()
  const [operatorMs, serverMs] = [expense.operatorMs() / changes, expense.serverMs() / changes]
  const { total } = await server.audit.between(from, to)
  return { requests: total / changes, operatorMs, serverMs }
}

/** An operator that did not keep up has time to finish: slow is not wrong. */
async function verifyEventually(server: BenchServer, namespace: string, size: number): Promise<void> {
  const deadline = performance.now() + verifyMs
  for (;;) {
    try {
      return void (await server.observer.verify(namespace, size))
    } catch (error) {
      if (performance.now() > deadline) throw error
      await pause(settleMs)
    }
  }
}
