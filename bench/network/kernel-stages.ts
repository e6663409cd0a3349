/** The kernel side only: all peers at once, no change, one changed peer, no peers; and the original's commands for the same peers. */
import { spawnSync } from 'node:child_process'
import type { NodeHost } from '@kubewright/network'
import { type ProgramRunner, programRunner } from '@kubewright/network/kernel'
import { type PeerNetwork, planNode } from '@kubewright/network/plan'
import { clearOriginal, connectOriginal, prepareOriginal } from './original.ts'
import { cluster } from './peers.ts'
import { processorTime, since, total } from './processor-time.ts'

/** The time of programs that set routes and translation, without those that create tunnels or read. */
export class Stopwatch implements ProgramRunner {
  readonly #inner = programRunner()
  routesAndRulesMs = 0
  readMs = 0

  follow(...args: Parameters<ProgramRunner['follow']>) {
    return this.#inner.follow(...args)
  }

  async run(program: string, args: readonly string[], input = '') {
    const started = performance.now()
    const result = await this.#inner.run(program, args, input)
    const spent = performance.now() - started
    if (isRoutesAndRules(program, args, input)) this.routesAndRulesMs += spent
    else if (input === '') this.readMs += spent
    return result
  }
}

function isRoutesAndRules(program: string, args: readonly string[], input: string): boolean {
  const isRoutes = program === 'ip' && /^(route|rule) /m.test(input)
  return isRoutes || (program === 'nft' && args[0] === '-f') || program === 'conntrack'
}

/** Milliseconds, one run. */
export interface Sample {
  readonly plan: number
  readonly connect: number
  readonly routesAndRules: number
  readonly again: number
  readonly one: number
  readonly disconnect: number
}

/** CPU time of this process and all its child processes. */
export interface Work {
  readonly connect: number
  readonly one: number
  readonly again: number
}

export interface KernelRun {
  readonly sample: Sample
  readonly work: Work
}

interface Bed {
  readonly host: NodeHost
  readonly watch: Stopwatch
  readonly key: string
}

/** How often one peer is changed in a run: a single change takes less than the resolution of the CPU clock of child processes. */
const changes = 10

export async function measureOurs(peers: readonly PeerNetwork[], { host, watch, key }: Bed): Promise<KernelRun> {
  const network = cluster(key)
  const planned = (some: readonly PeerNetwork[]) => planNode('gateway', network, some).plan
  const converge = (some: readonly PeerNetwork[]) => host.kernel.converge(planned(some))
  host.kernel.memory.watched(true) // there is no other writer here
  await converge(peers.slice(0, 1)) // the device exists already, as for every peer but the first
  const plan = await timed(async () => void planned(peers))
  watch.routesAndRulesMs = 0
  const connect = await worked(() => converge(peers))
  const { routesAndRulesMs: routesAndRules } = watch
  assertRoutes(peers)
  host.kernel.memory.doubt() // as after a restart: everything is read
  const again = await worked(async () => {
    const { writes } = await converge(peers)
    if (writes !== 0) throw new Error(`${writes} writes when nothing changed`)
  })
  const one = await worked(async () => {
    for (let change = 0; change < changes; change++) await converge(change % 2 === 0 ? peers.slice(0, -1) : peers)
  })
  const disconnect = await timed(() => converge([]))
  if (!(await host.kernel.isEmpty())) throw new Error('something is left after the last peer went')
  return {
    sample: { plan, connect: connect.ms, routesAndRules, again: again.ms, one: one.ms / changes, disconnect },
    work: { connect: connect.work, again: again.work, one: one.work / changes },
  }
}

function assertRoutes(peers: readonly PeerNetwork[]): void {
  const routes = spawnSync('ip', ['route', 'show', 'proto', '219'], { encoding: 'utf8' }).stdout.trim().split('\n')
  if (routes.length !== peers.length * 2) throw new Error(`${routes.length} routes for ${peers.length} peers`)
}

export interface OriginalRun {
  readonly ms: number
  readonly work: number
}

export async function measureOriginal(peers: readonly PeerNetwork[]): Promise<OriginalRun> {
  const runner = programRunner()
  await prepareOriginal(runner)
  const spent = await worked(async () => {
    for (const peer of peers) await connectOriginal(runner, peer, 'far')
  })
  const routes = spawnSync('ip', ['route', 'show', 'dev', 'far'], { encoding: 'utf8' }).stdout.trim().split('\n')
  if (routes.length < peers.length) throw new Error(`${routes.length} routes of the original for ${peers.length} peers`)
  await clearOriginal(runner, 'far')
  return spent
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function worked(work: () => Promise<unknown>): Promise<{ readonly ms: number; readonly work: number }> {
  const before = processorTime()
  const ms = await timed(work)
  return { ms, work: total(since(before)) }
}
