/** The server beside kube-apiserver and etcd, with the same load from the same programs. */
import { runOnce } from '../harness/measure.js'
import { machine, printTable } from '../harness/table.js'
import { startServerProcess } from './server-process.js'

const [rounds, objects, events, watchers, held] = [3, 10_000, 1_000, 100, 100_000]
const program = (name) => new URL(`./${name}.js`, import.meta.url)
const progress = (what) => console.error(`measuring ${what} …`)
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]
const mebibyte = 2 ** 20

/** All measurements of one server, from its start to its end. */
async function measureServer(name) {
  const server = await startServerProcess(name)
  try {
    const empty = await server.used()
    const load = loadOn(server)
    await load('create', objects) // The objects to list. Both servers are warm when their creates are measured.
    const list = await load('list', 10)
    const create = await load('create', objects)
    const watch = await load('watch', events)
    return {
      startMs: server.startMs,
      emptyMb: empty.bytes / mebibyte,
      creates: create.perSecond,
      createCpuMs: create.cpuMs / objects,
      listMs: list.ms,
      listCpuMs: list.cpuMs / 11,
      events: watch.perSecond,
      watchCpuMs: watch.cpuMs,
    }
  } finally {
    await server[Symbol.asyncDispose]()
  }
}

/** A task's numbers, and the processor time the server spent on it. */
function loadOn(server) {
  const env = { BENCH_ACCESS: JSON.stringify(server.access) }
  return async (task, count) => {
    const before = await server.used()
    const numbers = await runOnce(program('load'), [task, count], env)
    const after = await server.used()
    return { ...numbers, cpuMs: after.cpuMs - before.cpuMs }
  }
}

async function alternate() {
  const runs = { ours: [], theirs: [] }
  for (let round = 1; round <= rounds; round++) {
    for (const name of Object.keys(runs)) {
      progress(`${name === 'ours' ? 'our server' : 'kube-apiserver and etcd'}, round ${round} of ${rounds}`)
      runs[name].push(await measureServer(name))
    }
  }
  const medians = (results) =>
    Object.fromEntries(Object.keys(results[0]).map((key) => [key, median(results.map((result) => result[key]))]))
  return { ours: medians(runs.ours), theirs: medians(runs.theirs) }
}

/** The memory of the objects relative to their JSON. */
async function measureHeld() {
  const server = await startServerProcess('ours')
  try {
    const load = loadOn(server)
    await load('try', held) // A server uses more memory after requests, even without objects.
    const empty = await server.used()
    await load('create', held)
    const full = await server.used()
    const { bytes } = await load('size', held)
    return { ratio: (full.bytes - empty.bytes) / bytes, objectBytes: bytes / held }
  } finally {
    await server[Symbol.asyncDispose]()
  }
}

const { ours, theirs } = await alternate()
progress('starts inside a process')
const warm = await runOnce(program('warm-start.kubewright'))
progress(`${held} objects`)
const memory = await measureHeld()

const row = (what, key, rest) => ({ what, ours: ours[key], theirs: theirs[key], ...rest })
console.log(`Machine: ${machine()}. Peer: kube-apiserver 1.36.4 with etcd, which does not flush to disk.`)
printTable(`API server: medians of ${rounds} alternating runs`, [
  row('start to first answer, as a process', 'startMs', { unit: 'ms', aim: 1 / 15, better: 'less' }),
  { what: 'start to first answer, in a warm process', ours: warm.warm, unit: 'ms', aim: 60, better: 'less' },
  row('memory of an empty server', 'emptyMb', { unit: 'MiB', aim: 1 / 3, better: 'less' }),
  row('creates', 'creates', { unit: '/s', aim: 2, better: 'more' }),
  row('processor time per create', 'createCpuMs', { unit: 'ms' }),
  row(`list of ${objects} ConfigMaps`, 'listMs', { unit: 'ms', aim: 0.5, better: 'less' }),
  row(`list of ${objects} ConfigMaps, processor time`, 'listCpuMs', { unit: 'ms' }),
  row(`${watchers} watchers × ${events} events`, 'events', { unit: 'events/s', aim: 2, better: 'more' }),
  row(`${watchers} watchers × ${events} events, processor time`, 'watchCpuMs', { unit: 'ms' }),
  {
    what: `memory for ${held} objects of ${Math.round(memory.objectBytes)} B, as a multiple of their JSON`,
    ours: memory.ratio,
    unit: '×',
    aim: 1.3,
    better: 'less',
  },
])
