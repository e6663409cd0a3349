/**
 * What each transition of an external resource costs: calls to its API, writes to the cluster, and how long it takes from the
 * edit to `Succeeded`, on an embedded server in the same process. The API answers at once, so the measured time is our own.
 */
import { changesBetween, defineExternalController, states } from '@kubewright/external'
import { defineResource } from '@kubewright/resource'
import { startCluster } from '@kubewright/testing'
import { z } from 'zod'
import { machine } from '../harness/table.js'

const rounds = Number(process.argv[2] ?? 50)
const Thing = defineResource({
  group: 'bench.example.dev',
  version: 'v1',
  kind: 'Thing',
  scope: 'Namespaced',
  spec: z.object({ size: z.int().default(1), version: z.string().default('1') }),
  status: z.object({ state: z.enum(states).optional(), message: z.string().optional(), id: z.string().optional() }),
  conditions: ['Ready', 'Synced'],
})

const things = new Map()
let calls = []
const call = async (verb, work) => (calls.push(verb), work())
const controller = defineExternalController({
  name: 'things',
  for: Thing,
  finalizer: 'bench.example.dev/thing',
  poll: '1h',
  visibleWithin: 0,
  observe: ({ metadata }) => call('observe', () => things.get(metadata.uid)),
  diff: ({ spec }, actual) => changesBetween(spec, actual, ['size', 'version']),
  recreateFor: ['version'],
  create: ({ metadata, spec }) => call('create', () => things.set(metadata.uid, { ...spec, id: metadata.uid })),
  update: ({ metadata, spec }) => call('update', () => things.set(metadata.uid, { ...spec, id: metadata.uid })),
  delete: ({ metadata }) => call('delete', () => things.delete(metadata.uid)),
  status: ({ id }) => ({ id }),
})

const cluster = await startCluster({ resources: [Thing], time: 'real' })
const run = await cluster.run(controller)
const ref = { name: 'thing', namespace: 'default' }
const isSettled = ({ metadata, status }) =>
  status?.state === 'Succeeded' && status.observedGeneration === metadata.generation
const settled = () => cluster.client.waitFor(Thing, ref, isSettled)

const transitions = {
  create: { act: () => cluster.client.create(Thing, { metadata: ref, spec: {} }), until: settled },
  'reconcile without a change': {
    act: () => cluster.client.patch(Thing, ref, { metadata: { annotations: { look: String(calls.length) } } }),
    until: () => quiet(),
  },
  update: { act: (round) => cluster.client.patch(Thing, ref, { spec: { size: 2 + round } }), until: settled },
  recreate: { act: (round) => cluster.client.patch(Thing, ref, { spec: { version: `v${round}` } }), until: settled },
  delete: { act: () => cluster.client.delete(Thing, ref), until: goneAtLast },
}

async function goneAtLast() {
  while (
    await cluster.client.get(Thing, ref).then(
      () => true,
      () => false,
    )
  )
    await cluster.settle()
}

/** Until a reconcile has ended that began after now. */
async function quiet() {
  const before = run.reconciles
  while (run.reconciles === before) await new Promise((resolve) => setImmediate(resolve))
}

const measured = new Map(Object.keys(transitions).map((name) => [name, []]))
for (let round = 0; round < rounds; round++) {
  for (const [name, { act, until }] of Object.entries(transitions)) {
    await cluster.settle()
    calls = []
    const [seen, begun] = [run.reconciles, performance.now()]
    await act(round)
    await until()
    const ms = performance.now() - begun
    await cluster.settle()
    const records = run.history(ref).slice(0, run.reconciles - seen)
    const writes = records.reduce((sum, record) => sum + record.writes.sent, 0)
    measured.get(name).push({ ms, calls: calls.join(' '), writes })
  }
}
await cluster[Symbol.asyncDispose]()

console.log(`Machine: ${machine()}.`)
console.log(`\n### External: medians of ${rounds} rounds\n`)
console.log('| transition | calls to the external API | writes to the cluster | latency |')
console.log('|---|---|---:|---:|')
for (const [name, rows] of measured) {
  /** @param {string} field @returns {any} */
  const median = (field) => rows.map((row) => row[field]).sort((a, b) => (a > b ? 1 : -1))[Math.floor(rows.length / 2)]
  console.log(`| ${name} | ${String(median('calls'))} | ${String(median('writes'))} | ${median('ms').toFixed(1)} ms |`)
}
