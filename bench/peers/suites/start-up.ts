/** The start of an operator whose objects are there and as they should be: nothing has to be written. */
import type { BenchServer } from '../bench-server.ts'
import type { Contender } from '../contenders.ts'
import { pause, withOperator } from '../running-operator.ts'
import { interleave, type Suite, type Values } from '../suite.ts'

const mebibyte = 2 ** 20
const timeoutS = 300
const settleMs = 2_000

export const startUp: Suite = {
  name: 'start-up',
  title: ({ size }) => `start with ${size.toLocaleString('en')} Websites that are as they should be`,
  defaults: { size: 1_000, rounds: 3 },
  full: { size: 1_000, rounds: 5 },
  smoke: { size: 100, rounds: 1 },
  metrics: [
    { name: 'firstMs', title: 'process start to first reconcile', unit: 'ms', better: 'less', isPlotted: true },
    { name: 'syncedMs', title: '… to synced caches', unit: 'ms', better: 'less' },
    { name: 'seenMs', title: '… until all were seen', unit: 'ms', better: 'less', isPlotted: true },
    { name: 'cpuMs', title: 'CPU time until all were seen', unit: 'ms', better: 'less', isPlotted: true },
    { name: 'requests', title: 'requests, without watches', unit: '', better: 'less' },
    { name: 'writes', title: 'of them writes', unit: '', better: 'less' },
    { name: 'rss', title: 'RSS', unit: 'MiB', better: 'less' },
    { name: 'pss', title: 'PSS', unit: 'MiB', better: 'less' },
  ],
  async run(server, contenders, { size, rounds }) {
    const prepared = new Set<string>()
    return interleave(contenders, rounds, async (contender) => {
      const namespace = `start-${contender.name}`
      if (!prepared.has(namespace)) await prepare(server, contender, namespace, size)
      prepared.add(namespace)
      return measure(server, contender, namespace, size)
    })
  },
}

/** Each operator starts with objects that it wrote itself: it would rewrite those of another one. */
async function prepare(server: BenchServer, contender: Contender, namespace: string, size: number): Promise<void> {
  await server.createNamespace(namespace)
  await withOperator(server, contender, { namespace, mode: 'operate' }, async (operator) => {
    await operator.until('synced')
    await server.observer.throughput(namespace, size, timeoutS)
    await pause(settleMs)
  })
  await server.observer.verify(namespace, size)
}

async function measure(server: BenchServer, contender: Contender, namespace: string, size: number): Promise<Values> {
  const from = await server.audit.mark()
  const values = await withOperator(server, contender, { namespace, mode: 'operate' }, async (operator) => {
    const [first, synced, seen] = [
      await operator.until('first-reconcile'),
      await operator.until('synced'),
      await operator.until('seen'),
    ]
    if (seen.objects !== size) throw new Error(`It saw ${seen.objects} of ${size} Websites.`)
    await pause(settleMs)
    const { rss, pss } = operator.memory()
    const { total, writes } = await server.audit.between(from, await server.audit.mark())
    return {
      firstMs: first.atMs,
      syncedMs: synced.atMs,
      seenMs: seen.atMs,
      cpuMs: seen.cpuMs,
      requests: total,
      writes,
      rss: rss / mebibyte,
      pss: pss / mebibyte,
    }
  })
  await server.observer.verify(namespace, size)
  return values
}
