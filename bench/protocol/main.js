/**
 * `npm run bench -- protocol [--plot] [--nodes N]`: plans and recoveries beside Barrel's algorithm, in the same process. Both see
 * the same applications; their answers are compared before anything is timed. `--plot` writes `bench/protocol-growth.svg`;
 * `--nodes` is the largest application that Barrel's algorithm is asked about (8 unless given; 9 takes minutes and 2 GB).
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { analyse, findPlan, findStrongPlan, recoveries } from '@kubewright/protocol'
import { machine, printTable } from '../harness/table.js'
import { iotSnap, rich } from './applications.js'
import { keyOf, plans, reachable, simpleHandlers, toBarrel } from './barrel.js'
import { drawGrowth } from './growth.js'

const [, , ...args] = process.argv
const largest = Number(args[args.indexOf('--nodes') + 1]) || 8
const mib = (bytes) => bytes / 2 ** 20

/** Processor time of `run` in milliseconds: the first time, and the median of later times. */
function measure(run, rounds = 15) {
  const times = []
  for (let round = 0; round <= rounds; round++) {
    const before = process.cpuUsage()
    const started = performance.now()
    run()
    const { user, system } = process.cpuUsage(before)
    // The clock of the processor is coarse; below a few milliseconds the wall clock is the better one.
    const wall = performance.now() - started
    times.push(wall < 5 ? wall : (user + system) / 1_000)
  }
  const [first, ...later] = times
  later.sort((a, b) => a - b)
  return { first, later: rounds === 0 ? first : later[Math.floor(later.length / 2)] }
}

/** The growth of the resident memory while `run` runs, roughly. */
function memoryOf(run) {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const result = run()
  return { grown: Math.max(0, process.memoryUsage().rss - before), result }
}

function compareAnswers(nodes) {
  const { topology, up } = iotSnap(nodes)
  const states = reachable(toBarrel(topology, simpleHandlers))
  if (Object.keys(states).length !== analyse(topology).states) throw new Error('The two count different states.')
  const { costs } = plans(toBarrel(topology, simpleHandlers))
  const goal = keyOf(up)
  for (const { current, key } of Object.values(states)) {
    const plan = findPlan(topology, { from: current, to: up })
    if (plan.cost !== costs[key][goal]) throw new Error(`The two differ on the way from ${key}.`)
  }
}

console.log(`${machine()}. Processor time.`)
compareAnswers(6)

const eight = iotSnap(8)
const deploy = measure(() => findPlan(eight.topology, { to: eight.up }))
const recover = measure(() => recoveries(eight.topology, eight.up))
const double = measure(() => recoveries(eight.topology, eight.up, { faults: 2 }))
const strong = measure(() => findStrongPlan(eight.topology, { to: eight.up }))
const everywhere = measure(() => analyse(eight.topology, { goal: eight.up }))
const thirteen = iotSnap(13)
const forty = iotSnap(40)
const twelve = rich()

const barrelNodes = Math.min(largest, 8)
const barrel = memoryOf(() => measure(() => plans(toBarrel(iotSnap(barrelNodes).topology, simpleHandlers)), 0))
const theirs = barrel.result.first

printTable(`IotSnap Root, ${barrelNodes} nodes`, [
  { what: 'deployment plan', ours: deploy.later, theirs, unit: 'ms' },
  { what: 'deployment plan, first call of the process', ours: deploy.first, unit: 'ms' },
  { what: 'deployment plan, later', ours: deploy.later, unit: 'ms', aim: 1, better: 'less' },
  { what: 'recovery of all single faults', ours: recover.later, theirs, unit: 'ms' },
  {
    what: 'recovery of all single faults, first call of the process',
    ours: recover.first,
    unit: 'ms',
    aim: 20,
    better: 'less',
  },
  { what: 'recovery of all single and double faults', ours: double.later, unit: 'ms' },
  { what: 'strong plan over every reachable state', ours: strong.later, unit: 'ms' },
  { what: 'check that the goal can be reached from every state', ours: everywhere.later, theirs, unit: 'ms' },
])

const richDeploy = measure(() => findPlan(twelve.topology, { to: twelve.up }))
const richDown = measure(() => findPlan(twelve.topology, { from: twelve.up, to: twelve.topology.initial }), 1)
const richRecover = measure(() => recoveries(twelve.topology, twelve.up))
/** In a process of its own: memory that Barrel's algorithm has released would hide the growth. */
const peak = Number(
  execFileSync(process.execPath, [new URL('memory.js', import.meta.url).pathname], { encoding: 'utf8' }),
)
printTable('Larger and richer', [
  {
    what: '13 nodes: deployment plan',
    ours: measure(() => findPlan(thirteen.topology, { to: thirteen.up })).first,
    unit: 'ms',
    aim: 50,
    better: 'less',
  },
  {
    what: '13 nodes: recovery of all single faults',
    ours: measure(() => recoveries(thirteen.topology, thirteen.up)).first,
    unit: 'ms',
  },
  {
    what: '40 nodes: deployment plan',
    ours: measure(() => findPlan(forty.topology, { to: forty.up })).first,
    unit: 'ms',
    aim: 100,
    better: 'less',
  },
  {
    what: '40 nodes: recovery of all single faults',
    ours: measure(() => recoveries(forty.topology, forty.up)).first,
    unit: 'ms',
  },
  {
    what: '12 nodes with richer protocols: deployment plan',
    ours: richDeploy.first,
    unit: 'ms',
    aim: 1_000,
    better: 'less',
  },
  {
    what: '12 nodes with richer protocols: recovery of all single faults',
    ours: richRecover.first,
    unit: 'ms',
    aim: 1_000,
    better: 'less',
  },
  {
    what: '12 nodes with richer protocols: plan that takes everything down',
    ours: richDown.later,
    unit: 'ms',
    aim: 1_000,
    better: 'less',
  },
  {
    what: '12 nodes with richer protocols: peak resident memory of the whole process',
    ours: mib(peak),
    unit: 'MiB',
    aim: 300,
    better: 'less',
  },
])
console.log(
  `\nBarrel's algorithm on ${barrelNodes} nodes: ${Math.round(theirs)} ms, ${Math.round(mib(barrel.grown))} MiB more resident memory, for all pairs of states at once.`,
)

if (args.includes('--plot')) {
  const sizes = [5, 6, 7, 8, 10, 13, 20, 30, 40]
  const ours = sizes.map((nodes) => {
    const { topology, up } = iotSnap(nodes)
    const richer = rich(nodes)
    return {
      nodes,
      plan: measure(() => findPlan(topology, { to: up })).later,
      faults: measure(() => recoveries(topology, up)).later,
      searched: measure(() => findPlan(richer.topology, { to: richer.up }), 5).later,
    }
  })
  const peer = sizes
    .filter((nodes) => nodes <= largest)
    .map((nodes) => ({ nodes, all: measure(() => plans(toBarrel(iotSnap(nodes).topology, simpleHandlers)), 0).first }))
  const file = new URL('../protocol-growth.svg', import.meta.url)
  writeFileSync(file, drawGrowth(ours, peer))
  console.log('\nWrote bench/protocol-growth.svg')
  console.table(ours)
  console.table(peer)
}
