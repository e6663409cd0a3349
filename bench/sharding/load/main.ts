/**
 * A load test of the webhosting operator:
 *
 *     node --import tsx bench/sharding/load/main.ts --scenario scale-out --rate 1 --time 0.2
 *
 * Uses its own cluster and replicas or, with KUBECONFIG and --metrics, existing ones. Samples go to standard error as they are
 * taken; the report is one line of JSON on standard output.
 */
import { parseArgs } from 'node:util'
import { type ConnectionInput, createClient, loadConfig } from '@kubewright/client'
import type { Role } from '../replica.ts'
import { type ExperimentOptions, runExperiment } from './experiment.ts'
import { startFleet } from './fleet.ts'
import { scaled, scenarios } from './scenario.ts'
import { scrapeQueue } from './scrape.ts'
import type { Sample } from './service-levels.ts'

const { values } = parseArgs({
  options: {
    scenario: { type: 'string', default: 'scale-out' },
    rate: { type: 'string', default: '1' },
    time: { type: 'string', default: '1' },
    sample: { type: 'string', default: '15' },
    replicas: { type: 'string', default: '1' },
    coordination: { type: 'string', default: 'alone' },
    concurrency: { type: 'string', default: '15' },
    'stop-when-broken': { type: 'boolean', default: false },
    metrics: { type: 'string', multiple: true },
  },
})

const found = scenarios[values.scenario]
if (found === undefined) {
  console.error(`Say which load: --scenario ${Object.keys(scenarios).join(' | ')}`)
  process.exit(2)
}
const scenario = scaled(found, { rate: Number(values.rate), time: Number(values.time) })
const seconds = (value: number | null) => (value === null ? '    –' : `${value.toFixed(3)} s`)
const show = ({ second, websites, churn, queueP99, readyP99, isKept }: Sample) =>
  console.error(
    `${second.toFixed(0).padStart(4)} s  ${String(websites).padStart(5)} websites  ${churn.toFixed(1).padStart(6)} changes/s  ` +
      `queue ${seconds(queueP99)}  ready ${seconds(readyP99)}  ${isKept ? 'kept' : 'broken'}`,
  )
const common = {
  scenario,
  sampleEverySeconds: Number(values.sample),
  stopsWhenBroken: values['stop-when-broken'],
  onSample: show,
}

async function report(connection: ConnectionInput, how: Pick<ExperimentOptions, 'queue' | 'cleansUp'>): Promise<void> {
  // More than the load ever has in flight, so that the client is not the limit.
  await using client = createClient(connection, { fieldManager: 'experiment', maxInFlight: 1_000 })
  console.log(JSON.stringify(await runExperiment({ ...common, ...how, client })))
}

if (values.metrics === undefined) {
  const flags = ['--website-concurrency', values.concurrency]
  const role = (values.coordination === 'shard' ? 'both' : values.coordination) as Role
  await using fleet = await startFleet({ roles: Array.from({ length: Number(values.replicas) }, () => role), flags })
  await report(fleet.connection, { queue: fleet.queue, cleansUp: false })
} else {
  await report(await loadConfig(), { queue: () => Promise.all(values.metrics!.map(scrapeQueue)) })
}
