/**
 * The agent of one node: plans the node's kernel state from the objects of the cluster, and applies it. It runs on every node; on the
 * active gateway it also maintains the tunnels, measures them, and reports.
 *
 * The last applied state stays when it stops. Without settings, all our state is removed.
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
import { sleep } from '@kubewright/core'
import { Node } from '@kubewright/kubernetes'
import { readLinkCounters } from '../kernel/link-counters.ts'
import type { Convergence, NodeKernel } from '../kernel/node-kernel.ts'
import type { ProgramRunner } from '../kernel/program-runner.ts'
import { Pace } from '../pace.ts'
import type { NodePlan } from '../plan/node-plan.ts'
import { idlePlan, planNode } from '../plan/plan-node.ts'
import { NetworkSettings, settingsName } from '../resource/network-settings.ts'
import { TunnelEndpoint } from '../resource/tunnel-endpoint.ts'
import type { WireguardBackend } from '../tunnel/wireguard-backend.ts'
import { agentMetrics } from './agent-metrics.ts'
import { AgentReport } from './agent-report.ts'
import { type ClusterView, viewCluster } from './cluster-view.ts'
import { Connectivity } from './connectivity.ts'
import { kernelMonitor } from './kernel-monitor.ts'
import { probe } from './probe.ts'

export interface NodeAgentOptions {
  /** The name of this node. */
  readonly node: string
  readonly kernel: NodeKernel
  readonly runner: ProgramRunner
  readonly wireguard: WireguardBackend
  /** Loads the private keys of these public keys. Omitted on nodes that are never a gateway. */
  readonly loadKeys?: ((publicKeys: readonly string[]) => Promise<void>) | undefined
  /** The interval of session measurements and probes on the gateway. @default 10_000 */
  readonly measureEveryMs?: number | undefined
}

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
    triggers: [kernelMonitor({ runner: options.runner, memory: options.kernel.memory, key }), agent.measurements()],
    resync: '5m',
    reconcile: (_, members, ctx) => agent.reconcile(members[0], ctx),
  })
  return { controller, metrics: agentMetrics(agent.connectivity, agent.counters), last: () => agent.last }
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
  readonly #pace = new Pace(pauseMs)
  last: Convergence | undefined

  constructor(options: NodeAgentOptions) {
    this.#options = options
    this.#report = new AgentReport(options.node)
  }

  async reconcile(settings: NetworkSettings | undefined, ctx: GroupContext) {
    const waitMs = this.#pace.remainingMs(ctx.clock.elapsed())
    if (waitMs > 0) return again(waitMs)
    const result = await this.#run(settings, ctx)
    this.#pace.ended(ctx.clock.elapsed())
    return result
  }

  async #run(settings: NetworkSettings | undefined, ctx: GroupContext) {
    if (!settings) {
      await this.#converge(idlePlan({ podCidr: { base: 0, bits: 0 } }))
      await this.#report.node(ctx, { role: 'idle', peers: 0, refused: [] })
      return done()
    }
    const isGateway = settings.status?.gateway === this.#options.node
    const view = await this.#view(settings, { ctx, isGateway })
    const { plan, refused } = planNode(this.#options.node, view.cluster, view.peers)
    await this.#converge(plan)
    const all = [...view.refused, ...refused]
    const role = plan.devices.length === 0 ? 'idle' : isGateway ? 'gateway' : 'worker'
    await this.#report.node(ctx, { role, peers: view.peers.length - refused.length, refused: all })
    if (isGateway) await this.#report.peers(ctx, this.connectivity)
    return done()
  }

  async #converge(plan: NodePlan): Promise<void> {
    this.last = await this.#options.kernel.converge(plan)
    this.counters.convergences++
    this.counters.writes += this.last.writes
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

  async #measure(signal: AbortSignal): Promise<void> {
    const { connectivity } = this
    const { runner } = this.#options
    connectivity.beginRound()
    if (connectivity.hasLinks) connectivity.noteLinks(await readLinkCounters(runner))
    await Promise.all(
      connectivity.nextProbes().map(async ({ id, address }) => {
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
        while (!signal.aborted) {
          const everyMs = this.#options.measureEveryMs ?? 10_000
          await sleep(clock, everyMs, signal).catch(() => undefined)
          if (signal.aborted || this.connectivity.peers.length === 0) continue
          await this.#measure(signal)
          wake([{ name: key }])
        }
      },
    }
  }
}
