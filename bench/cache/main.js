/** The cache beside the informers of `@kubernetes/client-node`, following one server on this machine. */
import { compare } from '../harness/measure.js'
import { startServer } from '../harness/peer-server.js'
import { machine, printTable } from '../harness/table.js'

const [rounds, events, watches, idleSeconds] = [5, 1_000, 20, 20]
const program = (name) => new URL(`./${name}.js`, import.meta.url)
const peers = (name) => ({ ours: program(`${name}.kubewright`), theirs: program(`${name}.client-node`) })
const progress = (what) => console.error(`measuring ${what} …`)
const row = (what, { ours, theirs }, number, rest) => ({ what, ours: ours[number], theirs: theirs?.[number], ...rest })
const atMost = (aim) => ({ aim, better: 'less' })

const server = await startServer({ program: program('server') })
const { env } = server

async function syncs(kind, what) {
  progress(`the first fill with ${what}`)
  const both = await compare({ peers: peers('sync'), rounds, args: [kind], env })
  const bytes = await compare({ peers: { ours: peers('sync').ours }, rounds: 3, args: [kind, 'bytes'], env })
  const turns = await compare({ peers: peers('turns'), rounds, args: [kind], env })
  return [
    row(`${what}: time until synced`, both, 'ms', { unit: 'ms', ...atMost(0.6) }),
    row(`${what}: processor time of the main thread until synced`, both, 'mainMs', { unit: 'ms' }),
    row(`${what}: settled memory`, mebibytes(both), 'mb', { unit: 'MiB', ...atMost(0.5) }),
    row(`${what}: memory per object`, both, 'bytesPerObject', { unit: 'B' }),
    row(`${what}: memory per object, held as bytes`, { ...bytes, theirs: both.theirs }, 'bytesPerObject', {
      unit: 'B',
    }),
    row(
      `${what}: memory per object, both Kubewright: held as bytes (left), as objects (right)`,
      { ours: bytes.ours, theirs: both.ours },
      'bytesPerObject',
      { unit: 'B', ...atMost(0.5) },
    ),
    row(`${what}: longest block of the event loop, processor time`, { ours: turns.ours }, 'longestMs', {
      unit: 'ms',
      ...atMost(50),
    }),
    row(`${what}: longest block of the event loop, processor time, compared with the peer`, turns, 'longestMs', {
      unit: 'ms',
    }),
    row(`${what}: longest block of the event loop, elapsed time`, both, 'longestMs', { unit: 'ms' }),
  ]
}

function mebibytes({ ours, theirs }) {
  return { ours: { mb: ours.bytes / 2 ** 20 }, theirs: { mb: theirs.bytes / 2 ** 20 } }
}

try {
  const rows = [
    ...(await syncs('websites', '20,000 websites of 2 KB')),
    ...(await syncs('deployments', '5,000 Deployments of 9 KB')),
  ]
  progress(`${events} events, one by one`)
  const latency = await compare({ peers: peers('events'), rounds: 3, args: [events], env })
  progress(`${watches} idle watches`)
  const idle = await compare({ peers: peers('idle'), rounds: 3, args: [watches, idleSeconds], env })
  console.log(`Machine: ${machine()}. Peer: @kubernetes/client-node 1.4.0, its newest release that loads on Node 20.`)
  printTable(`Cache: medians of ${rounds} alternating runs, each in a process of its own`, [
    ...rows,
    row('event to subscriber, median', latency, 'p50', { unit: 'ms' }),
    row('event to subscriber, p99', latency, 'p99', { unit: 'ms' }),
    row(`processor time of ${watches} idle watches`, idle, 'cpuMsPerMinute', { unit: 'ms a minute' }),
  ])
} finally {
  await server[Symbol.asyncDispose]()
}
