/** A manager and its controllers on an embedded API server in another process: their speed, and their cost when idle. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { compare, median, runOnce } from '../harness/measure.js'
import { machine, printTable } from '../harness/table.js'

const [rounds, changes, watches, idleSeconds] = [3, 1_000, 20, 20]
const program = (name) => new URL(`./${name}.js`, import.meta.url)
const progress = (what) => console.error(`measuring ${what} …`)

const server = fork(fileURLToPath(program('server')))
const [endpoint] = await once(server, 'message')
const env = { BENCH_ENDPOINT: JSON.stringify(endpoint) }

/** From the moment the server hands an event to the watch to the first line of the reconcile it leads to. */
async function reconcileDelays(round) {
  // Changes of earlier rounds are not counted in this one.
  const [first, end] = [round * changes, (round + 1) * changes]
  const begun = await runOnce(program('reconciles'), [first, end], env)
  server.send('sent')
  const sentAt = new Map((await once(server, 'message'))[0])
  const delays = begun.flatMap(([number, at]) => (sentAt.has(number) ? [at - sentAt.get(number)] : []))
  if (delays.length < changes * 0.9) throw new Error(`only ${delays.length} of ${changes} changes were followed`)
  delays.sort((one, two) => one - two)
  return { p50: delays[Math.floor(delays.length * 0.5)], p99: delays[Math.floor(delays.length * 0.99)] }
}

async function idle(how) {
  const peers = { ours: program('idle') }
  return (await compare({ peers, rounds, args: [watches, idleSeconds, how], env })).ours
}

try {
  progress(`${changes} changes, one by one`)
  const delays = []
  for (let round = 0; round < rounds; round++) delays.push(await reconcileDelays(round))
  progress(`a manager at rest, alone and as a leader`)
  const [alone, leader] = [await idle('alone'), await idle('leader')]
  const row = (what, ours, unit) => ({ what, ours, unit })
  console.log(`Machine: ${machine()}. There is no peer: client-node has no controllers.`)
  printTable(`Runtime: medians of ${rounds} runs, each in a process of its own`, [
    row('event to reconcile start, median', median(delays.map(({ p50 }) => p50)), 'ms'),
    row('event to reconcile start, p99', median(delays.map(({ p99 }) => p99)), 'ms'),
    row(`processor time of an idle manager with ${watches} watches`, alone.cpuMsPerMinute, 'ms a minute'),
    row(`processor time of an idle manager with ${watches} watches and a lease`, leader.cpuMsPerMinute, 'ms a minute'),
    row(`resident memory of an idle manager with ${watches} watches and a lease`, leader.rssMb, 'MiB'),
  ])
} finally {
  server.disconnect()
}
