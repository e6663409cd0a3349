/** The overhead of multi-cluster support for a program with one cluster, and the cost of each idle cluster. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { startApiServer } from '@kubewright/apiserver'
import { createClient } from '@kubewright/client'
import { defineController, done } from '@kubewright/controller'
import { silentLogger, sleep, systemClock } from '@kubewright/core'
import { ConfigMap } from '@kubewright/kubernetes'
import { createManager, type ManagerOptions } from '@kubewright/manager'
// @ts-expect-error -- the harness is JavaScript without types
import { median } from '../harness/measure.js'
// @ts-expect-error -- the same
import { settledBytes } from '../harness/report.js'
// @ts-expect-error -- the same
import { printTable } from '../harness/table.js'
import type { PeerReach } from '../replication/scene.ts'

const option = (name: string, otherwise: number) => {
  const at = process.argv.indexOf(`--${name}`)
  return Number(at < 0 ? otherwise : process.argv[at + 1])
}
const reconciles = option('reconciles', 2_000)
const rounds = option('rounds', 7)
const count = option('clusters', 20)

const base = { environment: {}, log: silentLogger, permissions: 'skip', name: 'bench' } as const

/** CPU time of one reconcile, in microseconds. Triggered manually, so that server and watches do not contribute. */
async function reconcileUs(more: Pick<ManagerOptions, 'clusters'>): Promise<number> {
  await using server = await startApiServer()
  await using client = createClient(server.transport(), { fieldManager: 'bench', namespace: 'default' })
  await client.create(ConfigMap, { metadata: { name: 'one', labels: { bench: 'yes' } } })
  let runs = 0
  let wake: (() => void) | undefined
  const controller = defineController({
    name: 'bench',
    for: ConfigMap,
    scope: { labels: 'bench=yes' },
    async reconcile(_, { cluster }) {
      if (cluster.name === 'home') runs++
      wake?.()
      return done()
    },
  })
  const manager = createManager({ ...base, client, controllers: [controller], ...more })
  await using running = manager.start()
  await running.started
  const play = async (times: number) => {
    for (let at = 0; at < times; at++) {
      const before = runs
      manager.trigger('bench', { name: 'one', namespace: 'default' })
      while (runs === before) await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  await play(reconciles / 2) // warm-up: compiles the code
  const began = process.cpuUsage()
  await play(reconciles)
  const { user, system } = process.cpuUsage(began)
  return (user + system) / reconciles
}

/** Other clusters in a separate process. */
async function startOthers() {
  const program = fileURLToPath(new URL('../replication/peer-host.ts', import.meta.url))
  const child = fork(program, { execArgv: ['--import', import.meta.resolve('tsx')] })
  const answer = once(child, 'message')
  child.send({ names: Array.from({ length: count }, (_, at) => `east-${at}`), origin: 'nobody' })
  const [reached] = (await answer) as [readonly PeerReach[]]
  return { reached, end: () => child.disconnect() }
}

async function idleCluster() {
  const { reached, end } = await startOthers()
  await using server = await startApiServer()
  const controller = defineController({
    name: 'bench',
    for: ConfigMap,
    scope: { labels: 'bench=yes' },
    clusters: 'each',
    reconcile: async () => done(),
  })
  const manager = createManager({ ...base, connection: server.transport(), controllers: [controller], clusters: {} })
  await using running = manager.start()
  await running.started
  const add = async ({ name, url, ca, token }: PeerReach) => {
    await manager.clusters.add(name, { server: url, ca, token }).connected
  }
  await add(reached[0]!) // loads the modules that the first one needs
  await sleep(systemClock, '2s')
  const before = settledBytes()
  for (const one of reached.slice(1)) await add(one)
  await sleep(systemClock, '5s')
  const heap = (settledBytes() - before) / (count - 1)
  const began = process.cpuUsage()
  await sleep(systemClock, '20s')
  const { user, system } = process.cpuUsage(began)
  end()
  return { heap, cpuMs: (user + system) / 1_000 / 20 }
}

console.log(
  `Load average before: ${loadavg()[0]!.toFixed(1)}. Medians of ${rounds} alternating rounds of ${reconciles} reconciles.`,
)
const times = { with: [] as number[], without: [] as number[] }
// The second measurement finds a larger heap and more compiled code, so the order alternates between rounds.
await reconcileUs({})
for (let round = 0; round < rounds; round++) {
  const order = round % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const)
  for (const which of order) times[which].push(await reconcileUs(which === 'with' ? { clusters: {} } : {}))
}
const idle = await idleCluster()
printTable('One cluster, with the option `clusters` (left) and without it (right)', [
  {
    what: 'processor time per reconcile',
    ours: median(times.with),
    theirs: median(times.without),
    unit: 'µs',
    aim: 1.05,
    better: 'less',
  },
])
printTable('The same, minimum of all rounds: least affected by other work on the machine', [
  {
    what: 'processor time per reconcile',
    ours: Math.min(...times.with),
    theirs: Math.min(...times.without),
    unit: 'µs',
    aim: 1.05,
    better: 'less',
  },
])
printTable(`An idle cluster, one of ${count}`, [
  { what: 'heap', ours: idle.heap / 1_024, unit: 'KiB' },
  { what: `processor time at rest, of all ${count}`, ours: idle.cpuMs * 60, unit: 'ms a minute' },
])
process.exit(0)
