/**
 * The cost of stacks: the seven components of IotSnapRoot deployed, repaired after every single fault, and idle for a day; and a hundred
 * of them in one operator. On an embedded cluster under virtual time: counts are exact, times depend on this machine.
 */
import { parseArgs } from 'node:util'
import { findPlan } from '@kubewright/protocol'
import { IotSnapRoot } from 'iotsnap-root-operator'
import {
  allowance,
  allUp,
  type Counted,
  countDeployment,
  counted,
  countFault,
  objectWrites,
  protocolOfRoot,
  rootRef,
  seven,
  singleFaults,
  startRootCluster,
} from 'iotsnap-root-operator/testing'
import { measureMany } from './many-stacks.ts'

const { values } = parseArgs({ options: { stacks: { type: 'string', default: '100' } } })
const protocol = protocolOfRoot(IotSnapRoot.parse({ metadata: rootRef, spec: {} }) as unknown as IotSnapRoot)

interface Row {
  readonly what: string
  readonly steps: number
  readonly components: number
  readonly counts: Counted
}

function tableOf(rows: readonly Row[]): string {
  const head = [
    '| what | plan steps | aim | reconciles | writes | object writes | status writes | met |',
    '|---|---:|---:|---:|---:|---:|---:|---|',
  ]
  return [...head, ...rows.map(lineOf)].join('\n')
}

function lineOf({ what, counts, ...size }: Row): string {
  const { reconciles, writes, statuses } = counts
  const aim = allowance(size)
  const missed = [reconciles > aim ? 'reconciles' : [], writes > aim ? 'writes' : []].flat()
  const met = missed.length === 0 ? 'yes' : `**no**: ${missed.join(', ')}`
  return `| ${[what, size.steps, aim, reconciles, writes, objectWrites(counts), statuses, met].join(' | ')} |`
}

/** `its pod is deleted` as a title without a pronoun: `the pod of a component is deleted`. */
function titleOf(kind: string): string {
  return kind.replace(/^it /, 'a component ').replace(/^its (.+) (is|are) /, 'the $1 of a component $2 ')
}

/** The steps from existing claims until everything runs. */
function deploymentSteps(): number {
  const { topology } = protocol
  const claims = [...topology.nodes.keys()].filter((name) => name.startsWith('claim-'))
  const there = Object.fromEntries(claims.map((name) => [name, 'running']))
  return findPlan(topology, { from: topology.state({ ...topology.initial, ...there }), to: allUp(topology) }).lines!
    .length
}

async function countAll(): Promise<void> {
  await using world = await startRootCluster()
  const deployment = { what: 'cold deployment', steps: deploymentSteps(), components: seven.length }
  const rows: Row[] = [{ ...deployment, counts: await countDeployment(world) }]
  const faults = singleFaults(protocol)
  const most = new Map<string, Row & { readonly cases: number }>()
  for (const { kind, component, ...fault } of faults) {
    const counts = await countFault(world, fault)
    const what = kind === 'it crashes, and what needs it' ? `${component} and its dependents crash` : titleOf(kind)
    const last = most.get(what)
    const isMore = last === undefined || counts.writes + counts.reconciles > last.counts.writes + last.counts.reconciles
    most.set(what, { ...(isMore ? { what, ...fault, counts } : last), cases: (last?.cases ?? 0) + 1 })
  }
  for (const { cases, what, ...row } of most.values())
    rows.push({ ...row, what: cases === 1 ? what : `${what} (maximum of ${cases} components)` })
  console.log(`\n${tableOf(rows)}`)
  const day = await counted(world, () => world.cluster.advance('24h'))
  console.log(`\nA day in which nothing happens: ${day.reconciles} reconciles, ${day.writes} writes (aim: 0 writes).`)
}

await countAll()
console.log(await measureMany(Number(values.stacks)))
