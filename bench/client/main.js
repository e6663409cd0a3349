/** The client beside `@kubernetes/client-node`, against one server on this machine. */
import { compare } from '../harness/measure.js'
import { startServer } from '../harness/peer-server.js'
import { machine, printTable } from '../harness/table.js'

const [events, calls, objects, rounds] = [100_000, 1_000, 10_000, 5]
const program = (name) => new URL(`./${name}.js`, import.meta.url)
const server = await startServer({ objects, events })
const { env } = server

const progress = (what) => console.error(`measuring ${what} …`)
const peers = (ours, theirs) => ({ ours: program(`${ours}.kubewright`), theirs: program(`${theirs}.client-node`) })
const row = (what, { ours, theirs }, number, rest) => ({ what, ours: ours[number], theirs: theirs[number], ...rest })

try {
  progress(`${calls} sequential GETs`)
  const get = await compare({ peers: peers('get', 'get'), rounds, args: [calls], env, around: server.countConnections })
  progress(`a watch of ${events} events`)
  const watch = (ours, plural) => compare({ peers: peers(ours, 'watch'), rounds, args: [events, plural], env })
  const parsed = await watch('watch-parsed', 'websites')
  const lazy = await watch('watch-lazy', 'websites')
  const sorted = await watch('watch-lazy', 'sortedwebsites')
  const flushed = await watch('watch-lazy', 'flushedwebsites')
  progress(`a list of ${objects} Deployments`)
  const list = await compare({ peers: peers('list-without-managed-fields', 'list'), rounds: 3, env })
  const whole = await compare({ peers: peers('list', 'list'), rounds: 3, env })
  progress('importing the package')
  const load = await compare({ peers: peers('import', 'import'), rounds, env })

  console.log(`Machine: ${machine()}. Peer: @kubernetes/client-node 1.4.0, its newest release that loads on Node 20.`)
  printTable(`Client: medians of ${rounds} alternating runs, each in a process of its own`, [
    row('GET, time per call', scaled(get, 'ms', calls), 'ms', { unit: 'ms', aim: 0.2, better: 'less' }),
    row('GET, processor time per call', scaled(get, 'cpuMs', calls), 'cpuMs', { unit: 'ms', aim: 0.2, better: 'less' }),
    row('GET, processor time per call, once the code is compiled', scaled(get, 'laterCpuMs', calls), 'laterCpuMs', {
      unit: 'ms',
    }),
    {
      what: `connections for ${3 * calls + 20} GETs`,
      ours: get.ours.connections,
      theirs: get.theirs.connections,
      unit: '',
    },
    row('watch, every object is read', parsed, 'perSecond', { unit: 'events/s', aim: 1.25, better: 'more' }),
    row('watch, only identity, version and labels are read', lazy, 'perSecond', {
      unit: 'events/s',
      aim: 3,
      better: 'more',
    }),
    row('… keys in the order of custom resources', sorted, 'perSecond', { unit: 'events/s' }),
    row('… one HTTP chunk per event', flushed, 'perSecond', { unit: 'events/s' }),
    {
      what: 'watch, every object is read: heap growth',
      ours: parsed.ours.heapGrowthMb,
      theirs: parsed.theirs.heapGrowthMb,
      unit: 'MiB',
    },
    row('list of Deployments, time', whole, 'ms', { unit: 'ms', aim: 0.6, better: 'less' }),
    row('list of Deployments, memory per object', whole, 'bytesPerObject', { unit: 'B', aim: 0.4, better: 'less' }),
    row('list of Deployments with `omitManagedFields`, time', list, 'ms', { unit: 'ms' }),
    row('list of Deployments with `omitManagedFields`, memory per object', list, 'bytesPerObject', { unit: 'B' }),
    row('import, time', load, 'ms', { unit: 'ms', aim: 0.25, better: 'less' }),
    row('import, resident memory', load, 'rssMb', { unit: 'MiB', aim: 0.25, better: 'less' }),
  ])
  const inside = (what, watched) => [
    row(`${what}, main thread`, perEvent(watched, 'mainMs'), 'us', { unit: 'µs' }),
    row(`${what}, all threads`, perEvent(watched, 'cpuMs'), 'us', { unit: 'µs' }),
  ]
  printTable('The same watches: processor time per event, which other programs on the machine hardly change', [
    ...inside('every object is read', parsed),
    ...inside('only identity, version and labels are read', lazy),
    ...inside('… keys in the order of custom resources', sorted),
    ...inside('… one HTTP chunk per event', flushed),
  ])
} finally {
  await server[Symbol.asyncDispose]()
}

function perEvent({ ours, theirs }, number) {
  return { ours: { us: (ours[number] / events) * 1_000 }, theirs: { us: (theirs[number] / events) * 1_000 } }
}

function scaled({ ours, theirs }, number, by) {
  return { ours: { [number]: ours[number] / by }, theirs: { [number]: theirs[number] / by } }
}
