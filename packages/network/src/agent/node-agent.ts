/**
 * The agent of one node: plans the node's kernel state from the objects of the cluster, and applies it. It runs on every node; on the
 * active gateway it also maintains the tunnels, measures them, and reports.
 *
 * The last applied state stays when it stops. Without settings, all our state is removed.
 *
 * See decision 0343.
 */
import {
  again,
  type Controller,
  defineGroupController,
  done,
  type GroupContext,
  type Trigger,
  watch,
} from '@kubewright/controller'
import type { Use } from '@kubewright/controller/definition'
import { sleep } from '@kubewright/core'
import { Node } from '@kubewright/kubernetes'
import { readLinkCounters } from '../kernel/link-counters.ts'
import type { Convergence, NodeKernel } from '../kernel/node-kernel.ts'
import type { ProgramRunner } from '../kernel/program-runner.ts'
import { Debounce } from '../debounce.ts'
import type { NodePlan } from '../plan/node-plan.ts'
import { idlePlan, planNode } from '../plan/plan-node.ts'
import { NetworkSettings, settingsName, timingOf } from '../resource/network-settings.ts'
import { NodeNetwork } from '../resource/node-network.ts'
import { TunnelEndpoint } from '../resource/tunnel-endpoint.ts'
import type { WireguardBackend } from '../tunnel/wireguard-backend.ts'
import { agentMetrics } from './agent-metrics.ts'
import { AgentReport, keptConnections, type NodeFacts } from './agent-report.ts'
import { type ClusterView, viewCluster } from './cluster-view.ts'
import { Connectivity } from './connectivity.ts'
import { kernelMonitor } from './kernel-monitor.ts'
import { probe } from './probe.ts'

/** Options of `nodeAgent`. */
export interface NodeAgentOptions {
  /** The name of this node. */
  readonly node: string
  readonly kernel: Pick<NodeKernel, 'converge' | 'memory'>
  readonly runner: ProgramRunner
  readonly wireguard: WireguardBackend
  /** Loads the private keys of these public keys. Omitted on nodes that are never a gateway. */
  readonly loadKeys?: ((publicKeys: readonly string[]) => Promise<void>) | undefined
  /** The interval of session measurements and probes on the gateway. @default `spec.probes.intervalSeconds` of the settings */
  readonly measureEveryMs?: number | undefined
}

/** The agent of one node: its controller, its metrics and its last result. */
export interface NodeAgent {
  readonly controller: Controller
  readonly metrics: ReturnType<typeof agentMetrics>
  /** The result of the last reconcile. */
  readonly last: () => Convergence | undefined
}

/** All objects map to one key: a node has one kernel. */
const key = 'node'

/** Debounce: peers that arrive together are applied together, because each change costs a process per program. */
const pauseMs = 250

/** The maximum number of concurrent probes: each is a process. */
const probesAtOnce = 8

/** The agent of one node, to be run by a manager: its controller keeps the kernel's network state as planned. */
export function nodeAgent(options: NodeAgentOptions): NodeAgent {
  const agent = new Agent(options)
  const wakeAlways = () => [{ name: key }]
  const controller = defineGroupController({
    name: 'network-node',
    for: NetworkSettings,
    by: ({ metadata }) => (metadata.name === settingsName ? key : undefined),
    when: () => true,
    watches: [
      watch(TunnelEndpoint, {
        requests: wakeAlways,
        when: (next, before) => next.metadata.generation !== before?.metadata.generation,
      }),
      watch(Node, { requests: wakeAlways, when: (next, before) => nodeText(next) !== (before && nodeText(before)) }),
    ],
    uses: usesOf(options),
    triggers: [kernelMonitor({ runner: options.runner, memory: options.kernel.memory, key }), agent.measurements()],
    resync: '5m',
    reconcile: (_, members, ctx) => agent.reconcile(members[0], ctx),
  })
  return { controller, metrics: agentMetrics(agent.connectivity, agent.counters), last: () => agent.last }
}

/** Only a node that may be a gateway reports about tunnels. */
function usesOf({ loadKeys }: NodeAgentOptions): Use[] {
  const reports = 'reports about its node'
  const measures: Use[] = [
    { resource: TunnelEndpoint, subresource: 'status', verbs: ['patch'], because: 'reports what it measures' },
  ]
  return [
    { resource: NodeNetwork, verbs: ['create', 'patch'], because: reports },
    { resource: NodeNetwork, subresource: 'status', verbs: ['patch'], because: reports },
    ...(loadKeys === undefined ? [] : measures),
  ]
}

/** Nodes update their status every few seconds; only this part is relevant here. */
function nodeText({ spec, status }: Node): string {
  return JSON.stringify([spec?.podCIDRs, status?.addresses])
}

class Agent {
  readonly #options: NodeAgentOptions
  readonly connectivity = new Connectivity()
  readonly counters = { writes: 0, convergences: 0 }
  readonly #report: AgentReport
  readonly #debounce = new Debounce(pauseMs)
  #measureEveryMs = 10_000
  last: Convergence | undefined

  constructor(options: NodeAgentOptions) {
    this.#options = options
    this.#report = new AgentReport(options.node)
  }

  async reconcile(settings: NetworkSettings | undefined, ctx: GroupContext) {
    const waitMs = this.#debounce.remainingMs(ctx.clock.elapsed())
    if (waitMs > 0) return again(waitMs)
    const result = await this.#run(settings, ctx)
    this.#debounce.ended(ctx.clock.elapsed())
    return result
  }

  async #run(settings: NetworkSettings | undefined, ctx: GroupContext) {
    if (!settings) {
      await this.#apply(idlePlan({ podCidr: { base: 0, bits: 0 } }), { role: 'idle', peers: 0, refused: [] }, ctx)
      return done()
    }
    this.#measureEveryMs = timingOf(settings).probeEveryMs
    const isGateway = settings.status?.gateway === this.#options.node
    const view = await this.#view(settings, { ctx, isGateway })
    const { plan, refused } = planNode(this.#options.node, view.cluster, view.peers)
    const all = [...view.refused, ...refused]
    const role = plan.devices.length === 0 ? 'idle' : isGateway ? 'gateway' : 'worker'
    await this.#apply(plan, { role, peers: view.peers.length - refused.length, refused: all }, ctx)
    if (isGateway) await this.#report.peers(ctx, this.connectivity)
    return done()
  }

  /** Applies the plan and reports the result, also a failure, which is then retried. */
  async #apply(plan: NodePlan, facts: NodeFacts, ctx: GroupContext): Promise<void> {
    try {
      await this.#converge(plan, ctx)
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      const keepsConnections = this.last?.keepsConnections
      await Promise.allSettled([this.#report.node(ctx, { ...facts, failure, keepsConnections })]) // only the first error is thrown
      throw error
    }
    await this.#report.node(ctx, { ...facts, keepsConnections: this.last?.keepsConnections })
  }

  async #converge(plan: NodePlan, { log }: GroupContext): Promise<void> {
    const before = this.last?.keepsConnections === true
    this.last = await this.#options.kernel.converge(plan)
    this.counters.convergences++
    this.counters.writes += this.last.writes
    if (this.last.keepsConnections && !before) log.warn(keptConnections)
  }

  async #view(
    settings: NetworkSettings,
    { ctx, isGateway }: { readonly ctx: GroupContext; readonly isGateway: boolean },
  ): Promise<ClusterView> {
    const { cache, clock } = ctx
    const endpoints = cache.list(TunnelEndpoint).filter(({ metadata }) => !metadata.deletionTimestamp)
    const view = viewCluster({ settings, nodes: cache.list(Node), endpoints })
    if (!isGateway) {
      this.connectivity.place([], { wantsDetour: () => false, earlier: () => undefined })
      return view
    }
    const { publicKey, detourPublicKey, rotation } = settings.status ?? {}
    await this.#options.loadKeys?.([publicKey, detourPublicKey].filter((one) => one !== undefined))
    await this.connectivity.readSessions(this.#options.wireguard, clock.now() / 1000, [publicKey, detourPublicKey])
    const byName = new Map(endpoints.map((endpoint) => [endpoint.metadata.name, endpoint]))
    const peers = this.connectivity.place(view.peers, {
      wantsDetour: (id) => rotation === 'Detour' || byName.get(id)?.spec.tunnel.detour?.isUsed === true,
      earlier: (id) => byName.get(id)?.status?.device,
    })
    return { ...view, peers }
  }

  async #measure(signal: AbortSignal, roundMs: number): Promise<void> {
    const { connectivity } = this
    const { runner } = this.#options
    connectivity.beginRound()
    if (connectivity.hasLinks) connectivity.noteLinks(await readLinkCounters(runner))
    const probes = connectivity.nextProbes(roundMs)
    for (let start = 0; start < probes.length; start += probesAtOnce)
      await Promise.all(
        probes.slice(start, start + probesAtOnce).map(async ({ id, address }) => {
          connectivity.noteProbe(id, await probe(runner, address, signal))
        }),
      )
  }

  /** Probes a few peers per round, then triggers reports. Does nothing without tunnels. */
  measurements(): Trigger {
    return {
      name: 'measurements',
      run: async (wake, signal, { clock, works }) => {
        works()
        let begunMs = clock.elapsed()
        while (!signal.aborted) {
          await sleep(clock, this.#options.measureEveryMs ?? this.#measureEveryMs, signal).catch(() => undefined)
          // Peers that do not answer make a round longer than its interval.
          const [nowMs, beforeMs] = [clock.elapsed(), begunMs]
          begunMs = nowMs
          if (signal.aborted || this.connectivity.peers.length === 0) continue
          await this.#measure(signal, nowMs - beforeMs)
          wake([{ name: key }])
        }
      },
    }
  }
}
