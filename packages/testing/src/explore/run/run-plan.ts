/** Runs a scenario once, with one plan, and records it. Other modules judge the record. */
import { createClient } from '@kubewright/client'
import type { Manager } from '@kubewright/manager'
import { type Duration, toMs } from '@kubewright/core'
import type { ObjectOf, Resource } from '@kubewright/resource'
import { canonicalState } from '../state/canonical-state.ts'
import type { Actor, Role } from '../world/actor.ts'
import { type Checkpoint, momentKey, type Moments } from '../record/checkpoint.ts'
import { collectionIn, splitCollection } from '../../requests/cluster-place.ts'
import { collectGarbage } from '../world/garbage-collector.ts'
import { KnownFromHere } from './depth-first.ts'
import type { Exploration, View } from '../definition/exploration.ts'
import { type Externals, externalsFor, inventoryOf } from '../world/external-call.ts'
import { type Finding, finding } from '../trace/finding.ts'
import type { Guide } from '../world/guide.ts'
import { Invariants } from '../definition/invariants.ts'
import { labelled } from '../reality/labelled-controllers.ts'
import type { CodeOwner } from '../reality/code-owner.ts'
import { leaksIn, lossesIn } from '../verdict/leftovers.ts'
import type { Harness } from '../world/harness.ts'
import { describeObject, type ListedObject, type Listing } from '../state/listed-objects.ts'
import { ObjectLedger } from '../world/object-ledger.ts'
import { errorMessage } from '../trace/error-message.ts'
import { keyOfReconcile, OperatorInstances } from './operator-instances.ts'
import type { Plan } from '../plan/plan.ts'
import { inOperatorCode, watchReality } from '../reality/reality-trap.ts'
import { scenarioUser, type ScenarioUser, unknownCluster } from '../definition/scenario-user.ts'
import { RunMask } from '../world/run-mask.ts'
import { nameOfState } from './run-state.ts'
import type { RunRecord } from '../record/run-record.ts'
import type { RunWatcher } from '../definition/run-watcher.ts'
import { storedCollections } from '../world/stored-collections.ts'
import type { Trace } from '../trace/trace.ts'
import { World } from '../world/world.ts'
import { LivelockError } from '../world/liveness-errors.ts'
import { WorldServer } from '../world/world-server.ts'
import type { WorldServers } from '../world/world-servers.ts'
import { type TransportParts, worldTransport } from '../world/world-transport.ts'
import { WorldSimulation } from '../world/world-simulation.ts'

export interface RunOptions {
  readonly servers: WorldServers
  readonly plan: Plan
  readonly seed: string
  readonly timing?: RunTiming
  /** The run declares other objects than the scenario. */
  readonly isOtherwiseDeclared?: boolean
  /** Whether code is traced to its owner. @default true */
  readonly followsCode?: boolean
  /** Decides in place of the plan's schedule; its decisions become the plan. */
  readonly guide?: Guide & { readonly plan: Plan }
  /** Called on progress. */
  readonly onTurn?: () => void
}

/** Timing taken from the run to compare with, so that both are observed at the same moments of virtual time. */
export interface RunTiming {
  /** The ends of its waits: a wait ends then, unless that time has passed. */
  readonly waitEnds?: readonly number[]
  /** The earliest times of checkpoints. */
  readonly moments?: Moments
  /** Whether the state equals that of the other run. If not, a scheduled requeue of the operator is waited for. */
  readonly isAsExpected?: (checkpoint: Checkpoint) => boolean
}

export async function runPlan<Outside extends Externals>(
  exploration: Exploration<Outside>,
  options: RunOptions,
): Promise<RunRecord> {
  return await new PlanRun(exploration, options).run()
}

class PlanRun<Outside extends Externals> {
  readonly #exploration: Exploration<Outside>
  readonly #options: RunOptions
  readonly #world: World
  readonly #ledger: ObjectLedger
  readonly #mask: RunMask
  /** The transports to the other clusters. */
  readonly #others: readonly (TransportParts & { readonly cluster: string })[]
  readonly #outside: Outside
  readonly #operator: OperatorInstances
  readonly #findings: Finding[] = []
  readonly #checkpoints: Checkpoint[] = []
  readonly #waitEnds: number[] = []
  readonly #initialOutside: ReadonlyMap<string, string>
  readonly #invariants: Invariants<Outside>
  readonly #watchers: readonly { readonly name: string; readonly watcher: RunWatcher }[]
  readonly #user: Actor
  /** The owner of all code in this run other than the operator's: the scenario, fakes, invariants. */
  readonly #owner: CodeOwner
  #isGivenTime = false
  #doing = 'start the cluster'

  constructor(exploration: Exploration<Outside>, options: RunOptions) {
    this.#exploration = exploration
    this.#options = options
    this.#ledger = new ObjectLedger(storedCollections(exploration.resources))
    const { plan, seed, servers, guide, onTurn } = options
    const server = servers.home
    const { patience = '30s', maxSteps = 2_000 } = exploration
    this.#mask = new RunMask(() => server.base)
    const clock = WorldServer.clockOfRun()
    const guided = { ...(guide === undefined ? {} : { guide }), ...(onTurn === undefined ? {} : { onTurn }) }
    const harness = this.#harness()
    this.#world = new World({ plan, clock, harness, patienceMs: toMs(patience as Duration), maxSteps, ...guided })
    this.#user = this.#world.actor('user', 'user')
    const onGiven = () => void (this.#isGivenTime = true)
    this.#owner = { actor: this.#user, onGiven }
    this.#outside = this.#inWorld(() => exploration.outside?.() ?? ({} as Outside))
    this.#initialOutside = this.#inventories()
    this.#invariants = new Invariants(exploration.invariants, options.isOtherwiseDeclared === true)
    this.#watchers = (exploration.oracles ?? []).map((oracle) => ({ name: oracle.name, watcher: oracle.begin() }))
    const parts = { world: this.#world, server, ledger: this.#ledger, mask: this.#mask }
    this.#others = [...servers.others].map(([cluster, other]) => {
      const mask = new RunMask(() => other.base)
      return { world: this.#world, server: other, ledger: this.#ledger, mask, cluster }
    })
    this.#operator = new OperatorInstances({
      ...parts,
      others: this.#others,
      seed,
      takesInTurn: guide !== undefined || plan.schedule.type !== 'in-order',
      controllers: (actor) => {
        const { controllers } = exploration
        const owner: CodeOwner = { actor, onGiven, report: (found) => this.#found(found) }
        const make = typeof controllers === 'function' ? controllers : () => controllers
        const made = () => make(externalsFor(this.#world, actor, this.#outside))
        return options.followsCode === false ? made() : labelled(inOperatorCode(owner, made), owner)
      },
    })
  }

  #harness(): Harness {
    return {
      startInstance: () => this.#operator.start(),
      handOver: () => this.#operator.handOver(),
      isReconciling: () => this.#operator.underWay.length > 0,
      collectGarbage: () => this.#collect(),
      fingerprint: (pending) => this.#fingerprint(pending),
      afterChange: (by) => this.#afterChange(by),
    }
  }

  async run(): Promise<RunRecord> {
    return await this.#inWorld(() => this.#run())
  }

  /** Runs code under virtual time. */
  #inWorld<T>(run: () => T): T {
    return this.#options.followsCode === false ? run() : inOperatorCode(this.#owner, run)
  }

  async #run(): Promise<RunRecord> {
    const { servers, seed, followsCode = true } = this.#options
    const server = servers.home
    using reality = watchReality(followsCode)
    const world = this.#world
    await servers.begin(world.connectionClock, seed)
    const parts = { world, server, ledger: this.#ledger, mask: this.#mask }
    const actor = this.#user
    const how = { namespace: 'default', fieldManager: 'user', clock: actor.connectionClock }
    const client = createClient(worldTransport(parts, actor), how)
    const others = new Map(this.#others.map((one) => [one.cluster, createClient(worldTransport(one, actor), how)]))
    const simulation = new WorldSimulation(parts, this.#exploration.simulation, seed)
    let isKnown = false
    try {
      await world.drive(simulation.start())
      this.#doing = 'start the operator'
      this.#operator.start()
      if (this.#options.plan.faults.some((fault) => fault.type === 'handover' && fault.to === 'standby'))
        this.#operator.standBy()
      await world.drive(this.#quiet(0))
      this.#doing = 'play the scenario'
      const steps = { take: this.#take, wait: this.#wait, onAct: () => this.#acted() }
      await world.drive(this.#play(scenarioUser(client, this.#outside, steps, others)))
    } catch (error) {
      if (error instanceof KnownFromHere) isKnown = true
      else this.#found(this.#whyItEnded(error))
    } finally {
      world.end()
      await this.#operator.end()
      for (const one of [client, ...others.values()]) await one[Symbol.asyncDispose]()
      await simulation[Symbol.asyncDispose]()
    }
    const { guide, plan } = this.#options
    const isServerClean = await servers.empty(this.#ledger.collections)
    return {
      plan: guide?.plan ?? plan,
      trace: world.trace,
      checkpoints: this.#checkpoints,
      findings: this.#findings,
      creations: this.#ledger.creations,
      orphans: this.#ledger.orphans,
      deletions: this.#ledger.deletions,
      waitEnds: this.#waitEnds,
      unused: world.faults.pending,
      isKnown,
      isGivenTime: this.#isGivenTime,
      isServerClean,
      isSuspect: reality.isSuspect,
    }
  }

  #found(found: Finding): void {
    if (this.#findings.some(({ signature }) => signature === found.signature)) return
    this.#findings.push({ ...found, step: this.#world.step })
  }

  #whyItEnded(error: unknown): Finding {
    if (error instanceof LivelockError) return livelock(this.#world.trace)
    const stack = error instanceof Error && error.stack !== undefined ? error.stack.split('\n').slice(1, 6) : []
    const what = this.#doing === 'play the scenario' ? 'the scenario failed' : `it could not ${this.#doing}`
    return finding('scenario', `${what}: ${errorMessage(error)}`, stack)
  }

  async #play(user: ScenarioUser<Outside>): Promise<void> {
    const world = this.#world
    await this.#exploration.scenario(user)
    const last = this.#checkpoints.at(-1)
    const hasEnded = last?.step === world.step && last.waits === this.#waitEnds.length
    const { step } = world
    world.nextStep(true) // releases events that were held back until then
    if (!hasEnded) await this.#quiet(step)
    await this.#checkLeftovers()
  }

  readonly #take = async <T>(text: string, step: () => Promise<T>): Promise<T> => {
    const world = this.#world
    const number = world.nextStep()
    if (number > mostSteps) throw new Error(`it has taken ${mostSteps} steps and does not end`)
    world.trace.add({ type: 'step', step: number, text })
    const result = await step()
    if (world.faults.atStep('hurry', number) === undefined) await this.#quiet(number)
    return result
  }

  async #acted(): Promise<void> {
    this.#ledger.interference.act()
    await this.#afterChange('user')
  }

  readonly #wait = async (ms: number): Promise<void> => {
    const world = this.#world
    world.trace.add({ type: 'wait', ms })
    const now = world.clock.elapsed()
    const usual = this.#options.timing?.waitEnds?.[this.#waitEnds.length]
    const end = usual !== undefined && usual >= now ? usual : now + ms
    this.#waitEnds.push(end)
    await world.wait(end - now)
    await this.#quiet(world.step)
  }

  /** Waits until the cluster is idle, and takes a checkpoint. */
  async #quiet(step: number): Promise<void> {
    const world = this.#world
    await world.rest()
    if (world.faults.atStep('restart', step) !== undefined) {
      world.crash(this.#operator.current!.actor, 'while all is quiet')
      await world.rest()
    }
    if (!world.hasDelayedEffects) await this.#untilMoment(step)
    const checkpoint = world.hasDelayedEffects ? undefined : await this.#awaited(step)
    world.trace.add({ type: 'quiet', step })
    if (checkpoint === undefined) return
    this.#checkpoints.push(checkpoint)
    // The goals are those of the scenario: other declarations may have another goal.
    if (this.#options.isOtherwiseDeclared !== true)
      await this.#notifyWatchers((watcher) => watcher.rested(this.#view()))
    this.#checkEndless()
    await this.#checkFailing()
    await this.#lookOnceMore()
  }

  async #untilMoment(step: number): Promise<void> {
    const moment = this.#options.timing?.moments?.get(momentKey({ step, waits: this.#waitEnds.length }))
    const now = this.#world.clock.elapsed()
    if (moment === undefined || moment <= now) return
    await this.#world.wait(moment - now)
    await this.#world.restUntil(moment)
  }

  /**
   * An operator with a scheduled requeue is not done: if its state is not yet the expected one, the requeue is waited for. Repeated
   * requeues without a change are waited for only so often.
   */
  async #awaited(step: number): Promise<Checkpoint> {
    const { isAsExpected = () => true } = this.#options.timing ?? {}
    const until = this.#world.clock.elapsed() + longestRequeueMs
    for (let times = 0; ; times++) {
      const checkpoint = await this.#checkpoint(step)
      const due = this.#operator.nextRequeue
      if (times === mostRequeues || due === undefined || due > until || isAsExpected(checkpoint)) return checkpoint
      await this.#world.wait(due - this.#world.clock.elapsed())
      await this.#world.rest()
    }
  }

  /** A reconcile is still in flight although nothing is left to happen. */
  #checkEndless(): void {
    for (const key of this.#operator.underWay)
      this.#found(finding('liveness', `the reconcile of ${key} does not end`, [waitsForNothing]))
  }

  /** A failing object that is gone is not retried, and need not be. */
  async #checkFailing(): Promise<void> {
    if (this.#world.failing.size === 0) return
    for (const { name, for: resource, '~grouping': grouping } of this.#operator.current!.controllers) {
      const there = (await this.#listEverywhere(resource)).map(({ metadata, cluster }) =>
        keyOfReconcile({ controller: name, object: metadata, cluster }),
      )
      for (const [key, message] of this.#world.failing) {
        const isDue = grouping === undefined ? there.includes(key) : key.startsWith(`${name} `)
        if (isDue) this.#found(finding('recovery', `${key} keeps failing: ${message}`, [], `${key} keeps failing`))
      }
    }
  }

  /**
   * One more reconcile of everything must change nothing. An operator with a scheduled requeue is not done, and may proceed when it is
   * triggered early: it gets some more turns.
   */
  async #lookOnceMore(turns = mostTurns): Promise<void> {
    const { trace, faults } = this.#world
    const isToComeBack = this.#operator.nextRequeue !== undefined
    const before = { entries: trace.entries.length, injected: faults.injected }
    await this.#triggerAll()
    await this.#world.rest()
    // A fault injected meanwhile may appear in a status: the check is repeated after it.
    if (faults.injected !== before.injected)
      return this.#world.hasDelayedEffects ? undefined : await this.#lookOnceMore(turns)
    const calls = trace.entries
      .slice(before.entries)
      // Events are informational and not counted: they may be emitted again.
      .flatMap((entry) => (entry.type === 'call' && entry.changed && entry.nth > 0 ? [entry.call] : []))
    if (calls.length === 0) return
    if (isToComeBack && turns > 1) return await this.#lookOnceMore(turns - 1)
    const [first] = calls
    this.#found(
      finding(
        'stability',
        `all is quiet, and one more reconcile changes something: "${first}"`,
        [...new Set(calls)],
        `${first}`,
      ),
    )
  }

  async #triggerAll(): Promise<void> {
    const { manager, controllers } = this.#operator.current!
    for (const { name, for: resource, '~grouping': grouping } of controllers) {
      if (grouping !== undefined) continue
      const places = controllersBy(manager, name)
      for (const { metadata, cluster } of await this.#listEverywhere(resource))
        if (places.has(cluster)) manager.trigger(name, metadata, 'the exploration', cluster)
    }
  }

  async #list(
    { group, version, plural }: Resource,
    list: Listing = this.#options.servers.list,
    cluster?: string,
  ): Promise<readonly ListedObject[]> {
    const collection = group === '' ? `/api/${version}/${plural}` : `/apis/${group}/${version}/${plural}`
    return (await list(collectionIn(cluster, collection))).items
  }

  async #listEverywhere(resource: Resource): Promise<readonly ListedObject[]> {
    const clusters = [undefined, ...this.#others.map(({ cluster }) => cluster)]
    return (await Promise.all(clusters.map((cluster) => this.#list(resource, undefined, cluster)))).flat()
  }

  async #objects(): Promise<readonly ListedObject[]> {
    const { servers } = this.#options
    const collections = [...this.#ledger.collections].filter((collection) => !aside.test(collection))
    const lists = await Promise.all(collections.map(servers.list))
    return lists.flatMap(({ items }) => items).filter(({ metadata }) => this.#ledger.made.has(metadata.uid))
  }

  async #checkpoint(step: number): Promise<Checkpoint> {
    const made = this.#ledger.made
    const objects = (await this.#objects()).filter(({ metadata }) => made.get(metadata.uid) !== 'cluster')
    const state = new Map(canonicalState(objects, this.#addresses))
    for (const [key, message] of this.#operator.terminal) state.set(`reconcile of ${key}`, { gaveUp: message })
    return {
      step,
      waits: this.#waitEnds.length,
      at: this.#world.clock.elapsed(),
      state,
      outside: this.#inventories(),
      declared: objects.filter(({ metadata }) => made.get(metadata.uid) === 'user'),
      made: objects.filter(({ metadata }) => made.get(metadata.uid) === 'operator').map(describeObject),
      beside: this.#ledger.interference.soFar(),
    }
  }

  /** A fingerprint of the whole state. @param pending the pending work of the world */
  async #fingerprint(pending: string): Promise<string> {
    const { creations, deletions } = this.#ledger
    const counted = [creations, deletions, this.#inventories(), this.#operator.terminal]
    return nameOfState({
      objects: await this.#objects(),
      addresses: this.#addresses,
      actors: this.#world.actors,
      entries: this.#world.trace.entries,
      more: [pending, ...counted.flatMap((counts) => [...counts].map(([key, value]) => `${key} ${value}`).sort())],
      bases: this.#options.servers.all.map(({ base }) => base),
    })
  }

  #inventories(): ReadonlyMap<string, string> {
    return new Map(Object.entries(this.#outside).map(([name, external]) => [name, inventoryOf(external)]))
  }

  async #checkLeftovers(): Promise<void> {
    const { keeps } = this.#exploration
    const left = { last: this.#checkpoints.at(-1), steps: this.#world.step, keeps, outside: this.#initialOutside }
    const objects = await this.#objects()
    for (const found of leaksIn(left)) this.#found(found)
    for (const note of this.#ledger.interference.lost(objects))
      this.#found(finding('loss', `${note} is gone, and the user, who wrote it, never removed it`))
    for (const found of lossesIn(this.#ledger.wanted, objects)) this.#found(found)
  }

  async #afterChange(by: Role): Promise<void> {
    const view = this.#view()
    await this.#notifyWatchers((watcher) => watcher.changed({ by, ...this.#lastCall(by) }, view))
    for (const { name, wrong } of await this.#invariants.ask(by, view, this.#outside)) {
      this.#world.trace.note(`${name} does not hold: ${wrong}`)
      this.#found(finding('invariant', `${name}: ${wrong}`, [], name))
    }
  }

  #view(cluster?: string): View {
    const { servers } = this.#options
    return {
      list: async <R extends Resource>(resource: R) =>
        (await this.#list(resource, servers.fresh, cluster)) as unknown as readonly ObjectOf<R>[],
      at: (name) => {
        if (!servers.others.has(name)) throw unknownCluster(name, servers.others.keys())
        return this.#view(name)
      },
    }
  }

  /** The addresses that the servers allocated. */
  get #addresses(): ReadonlySet<string> {
    return new Set([this.#mask, ...this.#others.map(({ mask }) => mask)].flatMap(({ addresses }) => [...addresses]))
  }

  /** The write that caused a change; absent for changes by the cluster itself. */
  #lastCall(by: Role): { readonly call?: string; readonly isNew: boolean } {
    const last = this.#world.trace.entries.at(-1)
    if (by === 'cluster' || last?.type !== 'call') return { isNew: false }
    return { call: last.call, isNew: last.status === 201 }
  }

  async #notifyWatchers(notify: (watcher: RunWatcher) => Promise<readonly string[]>): Promise<void> {
    for (const { name, watcher } of this.#watchers) {
      for (const message of await notify(watcher)) {
        this.#world.trace.note(`${name}: ${message}`)
        this.#found(finding('protocol', message))
      }
    }
  }

  /** Owner references do not cross clusters. */
  async #collectEverywhere(): Promise<boolean> {
    const { servers } = this.#options
    const all = [...this.#ledger.collections].map(splitCollection)
    let hasActed = false
    for (const name of [undefined, ...servers.others.keys()]) {
      const { transport, lists } = servers.of(name)
      const collections = all.filter(({ cluster }) => cluster === name).map(({ collection }) => collection)
      hasActed = (await collectGarbage(transport, collections, lists.list)) || hasActed
    }
    return hasActed
  }

  async #collect(): Promise<boolean> {
    if (!this.#ledger.needsCollection || (this.#exploration.simulation ?? false) !== false) return false
    this.#ledger.needsCollection = false
    if (!(await this.#collectEverywhere())) return false
    this.#ledger.needsCollection = true
    this.#world.trace.note('the cluster removes what has no owner any more')
    this.#world.noteChange()
    await this.#afterChange('cluster')
    return true
  }
}

/** The clusters in which the controller runs now: names of other clusters, and `undefined` for home. */
function controllersBy({ state, clusters }: Manager, name: string): ReadonlySet<string | undefined> {
  const isThere = (controllers: readonly { readonly name: string }[]) => controllers.some((one) => one.name === name)
  const others = clusters.states.filter(({ phase, controllers }) => phase === 'connected' && isThere(controllers))
  return new Set([...(isThere(state.controllers) ? [undefined] : []), ...others.map((cluster) => cluster.name)])
}

const waitsForNothing = 'it waits for what does not happen here: a promise that nobody settles, a file, a socket'

/** How often, and how long, scheduled requeues are waited for. */
const mostRequeues = 6
const longestRequeueMs = 60 * 60_000

/** An operator that proceeds step by step should finish within this many turns. */
const mostTurns = 6

/** A scenario with more steps is assumed to be endless. */
const mostSteps = 1_000

const aside = /\/(?:events|leases)$/

/** Shows the loop: the shortest sequence of calls that repeats at the end. */
function livelock(trace: Trace): Finding {
  const calls = trace.entries.flatMap((entry) =>
    entry.type === 'call' && entry.changed ? [`${entry.by}: ${entry.call}`] : [],
  )
  const loop = periodOf(calls)
  const shown = loop.length > 0 ? loop : calls.slice(-8)
  const [first = 'nothing is written, but something is always due'] = shown
  return finding('liveness', 'it never comes to rest', ['again and again:', ...shown.map((call) => `  ${call}`)], first)
}

function periodOf(items: readonly string[]): readonly string[] {
  for (let length = 1; length <= 20 && length * 3 <= items.length; length++) {
    const tail = items.slice(-length * 3)
    if (tail.every((item, at) => item === tail[at % length])) return tail.slice(0, length)
  }
  return []
}
