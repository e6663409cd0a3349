/** Runs a scenario once, with one plan, and records it. Other modules judge the record. */
import { type Client, createClient } from '@kubewright/client'
import { type Duration, toMs } from '@kubewright/core'
import type { Exploration } from '../definition/exploration.ts'
import { scenarioUser, type ScenarioUser } from '../definition/scenario-user.ts'
import type { Plan } from '../plan/plan.ts'
import { watchReality } from '../reality/reality-trap.ts'
import type { RunRecord } from '../record/run-record.ts'
import { errorMessage } from '../trace/error-message.ts'
import { type Finding, finding } from '../trace/finding.ts'
import { leaksIn, lossesIn } from '../verdict/leftovers.ts'
import type { Actor } from '../world/actor.ts'
import { type Externals, externalsFor } from '../world/external-call.ts'
import type { Guide } from '../world/guide.ts'
import type { Harness } from '../world/harness.ts'
import { LivelockError } from '../world/liveness-errors.ts'
import { ObjectLedger } from '../world/object-ledger.ts'
import { RunMask } from '../world/run-mask.ts'
import { storedCollections } from '../world/stored-collections.ts'
import { World } from '../world/world.ts'
import { WorldServer } from '../world/world-server.ts'
import type { WorldServers } from '../world/world-servers.ts'
import { WorldSimulation } from '../world/world-simulation.ts'
import { type TransportParts, worldTransport } from '../world/world-transport.ts'
import { ChangeChecks } from './change-checks.ts'
import { KnownFromHere } from './depth-first.ts'
import { IdleChecks } from './idle-checks.ts'
import { livelock } from './livelock.ts'
import { ObservedState } from './observed-state.ts'
import { OperatorInstances } from './operator-instances.ts'
import { RunCode } from './run-code.ts'
import { RunFindings } from './run-findings.ts'
import { collectRunGarbage } from './run-garbage.ts'
import type { RunTiming } from './run-timing.ts'
import { ScenarioSteps } from './scenario-steps.ts'

export interface RunOptions {
  readonly servers: WorldServers
  readonly plan: Plan
  readonly seed: string
  readonly timing?: RunTiming
  /** The run declares other objects than the scenario. */
  readonly isOtherwiseDeclared?: boolean
  /** Whether code is traced to its owner. @default true */
  readonly followsCode?: boolean
  /** Chooses the order of actions instead of the plan's schedule; its choices become the plan. */
  readonly guide?: Guide & { readonly plan: Plan }
  /** Called on progress. */
  readonly onTurn?: () => void
}

export async function runPlan<Outside extends Externals>(
  exploration: Exploration<Outside>,
  options: RunOptions,
): Promise<RunRecord> {
  return await new PlanRun(exploration, options).run()
}

/** The user's clients of all clusters. */
interface UserClients {
  readonly home: Client
  readonly others: ReadonlyMap<string, Client>
}

class PlanRun<Outside extends Externals> {
  readonly #exploration: Exploration<Outside>
  readonly #options: RunOptions
  readonly #world: World
  readonly #ledger: ObjectLedger
  readonly #home: TransportParts
  /** The transports to the other clusters. */
  readonly #others: readonly (TransportParts & { readonly cluster: string })[]
  readonly #outside: Outside
  readonly #operator: OperatorInstances
  readonly #findings: RunFindings
  readonly #state: ObservedState
  readonly #changes: ChangeChecks<Outside>
  readonly #steps: ScenarioSteps
  readonly #user: Actor
  readonly #code: RunCode
  #doing = 'start the cluster'

  constructor(exploration: Exploration<Outside>, options: RunOptions) {
    this.#exploration = exploration
    this.#options = options
    const { servers, followsCode = true, timing = {}, isOtherwiseDeclared = false } = options
    const ledger = (this.#ledger = new ObjectLedger(storedCollections(exploration.resources)))
    const world = (this.#world = this.#makeWorld())
    const findings = (this.#findings = new RunFindings(() => world.step))
    this.#user = world.actor('user', 'user')
    this.#code = new RunCode({ user: this.#user, isTraced: followsCode, report: findings.add })
    const outside = (this.#outside = this.#code.run(() => exploration.outside?.() ?? ({} as Outside)))
    const partsOf = (server: WorldServer) => ({ world, server, ledger, mask: new RunMask(() => server.base) })
    this.#home = partsOf(servers.home)
    this.#others = [...servers.others].map(([cluster, server]) => ({ ...partsOf(server), cluster }))
    const operator = (this.#operator = this.#makeOperator())
    const masks = [this.#home, ...this.#others].map(({ mask }) => mask)
    const state = (this.#state = new ObservedState({ world, servers, ledger, masks, outside, operator }))
    const { trace } = world
    const checked = { exploration, servers, trace, findings, outside, isOtherwiseDeclared }
    const changes = (this.#changes = new ChangeChecks(checked))
    const idle = new IdleChecks({ world, servers, operator, findings })
    this.#steps = new ScenarioSteps({ world, operator, state, changes, idle, timing })
  }

  #makeWorld(): World {
    const { plan, guide, onTurn } = this.#options
    const { patience = '30s', maxSteps = 2_000 } = this.#exploration
    const guided = { ...(guide === undefined ? {} : { guide }), ...(onTurn === undefined ? {} : { onTurn }) }
    const patienceMs = toMs(patience as Duration)
    return new World({
      plan,
      clock: WorldServer.clockOfRun(),
      harness: this.#harness(),
      patienceMs,
      maxSteps,
      ...guided,
    })
  }

  #makeOperator(): OperatorInstances {
    const { seed, guide, plan } = this.#options
    const { controllers, cache = {} } = this.#exploration
    const make = typeof controllers === 'function' ? controllers : () => controllers
    return new OperatorInstances({
      ...this.#home,
      others: this.#others,
      seed,
      cache,
      takesInTurn: guide !== undefined || plan.schedule.type !== 'in-order',
      controllers: (actor) =>
        this.#code.controllers(actor, () => make(externalsFor(this.#world, actor, this.#outside))),
    })
  }

  #harness(): Harness {
    return {
      startInstance: () => this.#operator.start(),
      handOver: () => this.#operator.handOver(),
      isReconciling: () => this.#operator.underWay.length > 0,
      collectGarbage: () => this.#collectGarbage(),
      fingerprint: (pending) => this.#state.fingerprint(pending),
      afterChange: (by) => this.#changes.changed(by),
    }
  }

  async run(): Promise<RunRecord> {
    return await this.#code.run(() => this.#run())
  }

  async #run(): Promise<RunRecord> {
    const { servers, seed, followsCode = true } = this.#options
    using reality = watchReality(followsCode)
    const world = this.#world
    await servers.begin(world.connectionClock, seed)
    const clients = this.#userClients()
    const simulation = new WorldSimulation(this.#home, this.#exploration.simulation, seed)
    let isKnown = false
    try {
      await world.drive(simulation.start())
      this.#doing = 'start the operator'
      await this.#startOperator()
      this.#doing = 'play the scenario'
      await world.drive(this.#play(this.#scenarioUser(clients)))
    } catch (error) {
      if (error instanceof KnownFromHere) isKnown = true
      else this.#findings.add(this.#whyItEnded(error))
    } finally {
      world.end()
      await this.#operator.end()
      for (const one of [clients.home, ...clients.others.values()]) await one[Symbol.asyncDispose]()
      await simulation[Symbol.asyncDispose]()
    }
    const isServerClean = await servers.empty(this.#ledger.collections)
    return { ...this.#record(), isKnown, isServerClean, isSuspect: reality.isSuspect }
  }

  #record(): Omit<RunRecord, 'isKnown' | 'isServerClean' | 'isSuspect'> {
    const { guide, plan } = this.#options
    const { trace, faults } = this.#world
    const { creations, orphans, deletions } = this.#ledger
    return {
      plan: guide?.plan ?? plan,
      trace,
      checkpoints: this.#steps.checkpoints,
      findings: this.#findings.all,
      creations,
      orphans,
      deletions,
      waitEnds: this.#steps.waitEnds,
      unused: faults.pending,
      isGivenTime: this.#code.isGivenTime,
    }
  }

  #userClients(): UserClients {
    const actor = this.#user
    const how = { namespace: 'default', fieldManager: 'user', clock: actor.connectionClock }
    return {
      home: createClient(worldTransport(this.#home, actor), how),
      others: new Map(this.#others.map((one) => [one.cluster, createClient(worldTransport(one, actor), how)])),
    }
  }

  async #startOperator(): Promise<void> {
    this.#operator.start()
    if (this.#options.plan.faults.some((fault) => fault.type === 'handover' && fault.to === 'standby'))
      this.#operator.standBy()
    await this.#world.drive(this.#steps.quiet(0))
  }

  #scenarioUser({ home, others }: UserClients): ScenarioUser<Outside> {
    const { take, wait } = this.#steps
    const onAct = async () => {
      this.#ledger.interference.act()
      await this.#changes.changed('user')
    }
    return scenarioUser(home, this.#outside, { take, wait, onAct }, others)
  }

  async #play(user: ScenarioUser<Outside>): Promise<void> {
    await this.#exploration.scenario(user)
    await this.#steps.end()
    await this.#checkLeftovers()
  }

  async #checkLeftovers(): Promise<void> {
    const { keeps } = this.#exploration
    const { initialOutside: outside } = this.#state
    const left = { last: this.#steps.checkpoints.at(-1), steps: this.#world.step, keeps, outside }
    const objects = await this.#state.objects()
    for (const found of leaksIn(left)) this.#findings.add(found)
    for (const note of this.#ledger.interference.lost(objects))
      this.#findings.add(finding('loss', `${note} is gone, but the user, who set it, did not remove it`))
    for (const found of lossesIn(this.#ledger.wanted, objects)) this.#findings.add(found)
  }

  #whyItEnded(error: unknown): Finding {
    if (error instanceof LivelockError) return livelock(this.#world.trace)
    const stack = error instanceof Error && error.stack !== undefined ? error.stack.split('\n').slice(1, 6) : []
    const what = this.#doing === 'play the scenario' ? 'the scenario failed' : `it could not ${this.#doing}`
    return finding('scenario', `${what}: ${errorMessage(error)}`, stack)
  }

  /** A simulation has its own garbage collector. */
  async #collectGarbage(): Promise<boolean> {
    if ((this.#exploration.simulation ?? false) !== false) return false
    const changed = (by: Parameters<ChangeChecks<Outside>['changed']>[0]) => this.#changes.changed(by)
    return await collectRunGarbage({
      world: this.#world,
      servers: this.#options.servers,
      ledger: this.#ledger,
      changed,
    })
  }
}
