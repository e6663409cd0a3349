/** Runs a scenario once, with one plan, and tells what happened. Judging it is for others. */
import { createClient } from '@kubewright/client'
import { type Duration, formatRef, toMs } from '@kubewright/core'
import type { ObjectOf, Resource } from '@kubewright/resource'
import { type CanonicalState, canonicalState } from './canonical-state.ts'
import type { Role } from './actor.ts'
import { collectGarbage } from './collector.ts'
import { KnownFromHere } from './depth-first.ts'
import type { Exploration, View } from './exploration.ts'
import { type Externals, externalsFor, inventoryOf } from './external-call.ts'
import { type Finding, finding } from './failure.ts'
import type { Guide } from './guide.ts'
import type { Beside } from './interference.ts'
import { Invariants } from './invariants.ts'
import { type CodeOwner, labelled } from './labelled-controllers.ts'
import { leaksIn, lossesIn } from './leftovers.ts'
import { describeObject, type ListedObject, type Listing } from './listed-objects.ts'
import { ObjectLedger } from './object-ledger.ts'
import { messageOf } from './message-of.ts'
import { OperatorInstances } from './operator-instances.ts'
import type { Plan, PlannedFault } from './plan.ts'
import { inOperatorCode, watchReality } from './reality-trap.ts'
import { scenarioUser, type ScenarioUser } from './scenario-user.ts'
import { RunMask } from './run-mask.ts'
import { nameOfState } from './run-state.ts'
import type { Trace } from './trace.ts'
import { World } from './world.ts'
import { NeverRests } from './world-end.ts'
import { WorldServer } from './world-server.ts'
import { worldTransport } from './world-transport.ts'
import { WorldSimulation } from './world-simulation.ts'

/** All is quiet after a step, and nothing is held back. */
export interface Checkpoint {
  readonly step: number
  readonly state: CanonicalState
  /** What things outside hold, by name. */
  readonly outside: ReadonlyMap<string, string>
  /** As the server has them, for those who want to make them again. */
  readonly declared: readonly ListedObject[]
  /** What is there that the operator made. */
  readonly made: readonly string[]
  /** What the user has done so far beside declaring. */
  readonly beside: Beside
}

export interface RunRecord {
  readonly plan: Plan
  readonly trace: Trace
  readonly checkpoints: readonly Checkpoint[]
  /** What was wrong by itself, without comparison. */
  readonly findings: readonly Finding[]
  readonly creations: ReadonlyMap<string, number>
  /** Creations for owners that were gone by then, or on their way. */
  readonly orphans: ReadonlyMap<string, number>
  readonly deletions: ReadonlyMap<string, number>
  /** Faults whose moment never came. */
  readonly unused: readonly PlannedFault[]
  /** It was cut short where another run had been. */
  readonly isKnown: boolean
  /** Whether the server can serve another run. */
  readonly isServerClean: boolean
  /** The operator may have reached for something real, which was not followed: this run says nothing. */
  readonly isSuspect: boolean
}

export interface RunOptions {
  readonly server: WorldServer
  readonly plan: Plan
  readonly seed: string
  /** Something else is declared than in the scenario. */
  readonly isOtherwiseDeclared?: boolean
  /** Whether it is known of all code whether it is the operator's. @default true */
  readonly followsCode?: boolean
  /** Decides in place of the plan's schedule; what it decided is the plan. */
  readonly guide?: Guide & { readonly plan: Plan }
  /** Hears that it moves. */
  readonly onTurn?: () => void
}

export async function runPlan<Outside extends Externals>(
  exploration: Exploration<Outside>,
  options: RunOptions,
): Promise<RunRecord> {
  const run = new PlanRun(exploration, options)
  return await run.run()
}

class PlanRun<Outside extends Externals> {
  readonly #exploration: Exploration<Outside>
  readonly #options: RunOptions
  readonly #world: World
  readonly #ledger = new ObjectLedger()
  readonly #mask: RunMask
  readonly #outside: Outside
  readonly #operator: OperatorInstances
  readonly #findings: Finding[] = []
  readonly #checkpoints: Checkpoint[] = []
  readonly #initialOutside: ReadonlyMap<string, string>
  readonly #invariants: Invariants<Outside>
  #doing = 'start the cluster'

  constructor(exploration: Exploration<Outside>, options: RunOptions) {
    this.#exploration = exploration
    this.#options = options
    const { plan, seed, server, guide, onTurn } = options
    const { patience = '30s', maxSteps = 2_000 } = exploration
    this.#mask = new RunMask(() => server.base)
    const clock = WorldServer.clockOfRun()
    const guided = { ...(guide === undefined ? {} : { guide }), ...(onTurn === undefined ? {} : { onTurn }) }
    this.#world = new World({ plan, clock, patienceMs: toMs(patience as Duration), maxSteps, ...guided })
    this.#outside = exploration.outside?.() ?? ({} as Outside)
    this.#initialOutside = this.#inventories()
    this.#invariants = new Invariants(exploration.invariants, options.isOtherwiseDeclared === true)
    const parts = { world: this.#world, server, ledger: this.#ledger, mask: this.#mask }
    this.#operator = new OperatorInstances({
      ...parts,
      seed,
      takesInTurn: guide !== undefined || plan.schedule.type !== 'in-order',
      controllers: (actor) => {
        const { controllers } = exploration
        const owner: CodeOwner = { actor, report: (found) => this.#found(found) }
        const make = typeof controllers === 'function' ? controllers : () => controllers
        const made = () => make(externalsFor(this.#world, actor, this.#outside))
        return options.followsCode === false ? made() : labelled(inOperatorCode(owner, made), owner)
      },
    })
    this.#world.onCrash = () => this.#operator.start()
    this.#world.onHandOver = () => this.#operator.handOver()
    this.#world.isBusy = () => this.#operator.underWay.length > 0
    this.#world.describe = (waiting) => this.#describe(waiting)
    this.#world.onChange = (by) => this.#afterChange(by)
    this.#world.collect = () => this.#collect()
  }

  async run(): Promise<RunRecord> {
    const { server, seed, followsCode = true } = this.#options
    using reality = watchReality(followsCode)
    const world = this.#world
    await server.begin(world.clock, seed)
    const parts = { world, server, ledger: this.#ledger, mask: this.#mask }
    const actor = world.actor('user', 'user')
    const client = createClient(worldTransport(parts, actor), {
      namespace: 'default',
      fieldManager: 'user',
      clock: actor.clock,
    })
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
      await world.drive(this.#play(scenarioUser(client, this.#outside, steps)))
    } catch (error) {
      if (error instanceof KnownFromHere) isKnown = true
      else this.#found(this.#whyItEnded(error))
    } finally {
      world.end()
      await this.#operator.end()
      await client[Symbol.asyncDispose]()
      await simulation[Symbol.asyncDispose]()
    }
    const { guide, plan } = this.#options
    const isServerClean = await server.empty(this.#ledger.collections)
    return {
      plan: guide?.plan ?? plan,
      trace: world.trace,
      checkpoints: this.#checkpoints,
      findings: this.#findings,
      creations: this.#ledger.creations,
      orphans: this.#ledger.orphans,
      deletions: this.#ledger.deletions,
      unused: world.deck.left,
      isKnown,
      isServerClean,
      isSuspect: reality.isSuspect,
    }
  }

  #found(found: Finding): void {
    if (this.#findings.some(({ signature }) => signature === found.signature)) return
    this.#findings.push({ ...found, step: this.#world.step })
  }

  #whyItEnded(error: unknown): Finding {
    if (error instanceof NeverRests) return neverRests(this.#world.trace)
    const stack = error instanceof Error && error.stack !== undefined ? error.stack.split('\n').slice(1, 6) : []
    const what = this.#doing === 'play the scenario' ? 'the scenario failed' : `it could not ${this.#doing}`
    return finding('scenario', `${what}: ${messageOf(error)}`, stack)
  }

  async #play(user: ScenarioUser<Outside>): Promise<void> {
    const world = this.#world
    await this.#exploration.scenario(user)
    const hasEnded = this.#checkpoints.at(-1)?.step === world.step
    const last = world.step
    world.nextStep() // what is held back until then is let go
    if (!hasEnded) await this.#quiet(last)
    await this.#checkLeftovers()
  }

  readonly #take = async <T>(text: string, step: () => Promise<T>): Promise<T> => {
    const world = this.#world
    const number = world.nextStep()
    if (number > mostSteps) throw new Error(`it has taken ${mostSteps} steps and does not end`)
    world.trace.add({ type: 'step', step: number, text })
    const result = await step()
    if (world.deck.atStep('hurry', number) === undefined) await this.#quiet(number)
    return result
  }

  async #acted(): Promise<void> {
    this.#ledger.interference.act()
    await this.#afterChange('user')
  }

  readonly #wait = async (ms: number): Promise<void> => {
    await this.#world.pass(ms)
    await this.#world.rest()
  }

  /** Waits until all is quiet, and looks at what there is. */
  async #quiet(step: number): Promise<void> {
    const world = this.#world
    await world.rest()
    if (world.deck.atStep('restart', step) !== undefined) {
      world.crash(this.#operator.current!.actor, 'while all is quiet')
      await world.rest()
    }
    world.trace.add({ type: 'quiet', step })
    if (world.isHeldBack) return
    this.#checkpoints.push(await this.#checkpoint(step))
    this.#checkEndless()
    await this.#checkFailing()
    await this.#lookOnceMore()
  }

  /** Nothing is left to happen, and somebody waits for it. */
  #checkEndless(): void {
    for (const key of this.#operator.underWay)
      this.#found(finding('liveness', `the reconcile of ${key} does not end`, [waitsForNothing]))
  }

  /** What failed last and is gone now is not tried again, and need not be. */
  async #checkFailing(): Promise<void> {
    if (this.#world.failing.size === 0) return
    for (const { name, for: resource, '~grouping': grouping } of this.#operator.current!.controllers) {
      const there = (await this.#list(resource)).map(({ metadata }) => `${name} ${formatRef(metadata)}`)
      for (const [key, message] of this.#world.failing) {
        const isDue = grouping === undefined ? there.includes(key) : key.startsWith(`${name} `)
        if (isDue) this.#found(finding('recovery', `${key} keeps failing: ${message}`, [], `${key} keeps failing`))
      }
    }
  }

  /** Nothing has happened, so nothing may. */
  async #lookOnceMore(): Promise<void> {
    const { trace, deck } = this.#world
    const { manager, controllers } = this.#operator.current!
    const before = { entries: trace.entries.length, outside: this.#inventories(), dealt: deck.dealt }
    for (const { name, for: resource, '~grouping': grouping } of controllers) {
      if (grouping !== undefined) continue
      for (const { metadata } of await this.#list(resource)) manager.trigger(name, metadata, 'the exploration')
    }
    await this.#world.rest()
    // A fault that struck meanwhile is something, and may be told of in a status: all has to be quiet once it is over.
    if (deck.dealt !== before.dealt) return this.#world.isHeldBack ? undefined : await this.#lookOnceMore()
    const changes = trace.entries
      .slice(before.entries)
      // Events are for people, and not counted: the same once more is told once more.
      .filter((entry) => entry.type === 'call' && entry.changed && entry.nth > 0)
    if (changes.length === 0) return
    const calls = changes.map((entry) => (entry.type === 'call' ? entry.call : ''))
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

  async #list(
    { group, version, plural }: Resource,
    list: Listing = this.#options.server.lists.list,
  ): Promise<readonly ListedObject[]> {
    const collection = group === '' ? `/api/${version}/${plural}` : `/apis/${group}/${version}/${plural}`
    return (await list(collection)).items
  }

  async #objects(): Promise<readonly ListedObject[]> {
    const { lists: kept } = this.#options.server
    const collections = [...this.#ledger.collections].filter((collection) => !aside.test(collection))
    const lists = await Promise.all(collections.map(kept.list))
    return lists.flatMap(({ items }) => items).filter(({ metadata }) => this.#ledger.made.has(metadata.uid))
  }

  async #checkpoint(step: number): Promise<Checkpoint> {
    const made = this.#ledger.made
    const objects = (await this.#objects()).filter(({ metadata }) => made.get(metadata.uid) !== 'cluster')
    const state = new Map(canonicalState(objects, this.#mask.addresses))
    for (const [key, message] of this.#operator.terminal) state.set(`reconcile of ${key}`, { gaveUp: message })
    return {
      step,
      state,
      outside: this.#inventories(),
      declared: objects.filter(({ metadata }) => made.get(metadata.uid) === 'user'),
      made: objects.filter(({ metadata }) => made.get(metadata.uid) === 'operator').map(describeObject),
      beside: this.#ledger.interference.soFar(),
    }
  }

  /** A name for all there is. @param waiting what waits in the world */
  async #describe(waiting: string): Promise<string> {
    const { creations, deletions } = this.#ledger
    const counted = [creations, deletions, this.#inventories(), this.#operator.terminal]
    return nameOfState({
      objects: await this.#objects(),
      addresses: this.#mask.addresses,
      actors: this.#world.actors,
      entries: this.#world.trace.entries,
      more: [waiting, ...counted.flatMap((counts) => [...counts].map(([key, value]) => `${key} ${value}`).sort())],
      base: this.#options.server.base,
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
    const view: View = {
      list: async <R extends Resource>(resource: R) =>
        (await this.#list(resource, this.#options.server.lists.fresh)) as unknown as readonly ObjectOf<R>[],
    }
    for (const { name, wrong } of await this.#invariants.ask(by, view, this.#outside)) {
      this.#world.trace.note(`${name} does not hold: ${wrong}`)
      this.#found(finding('invariant', `${name}: ${wrong}`, [], name))
    }
  }

  async #collect(): Promise<boolean> {
    if (!this.#ledger.needsCollection || (this.#exploration.simulation ?? false) !== false) return false
    this.#ledger.needsCollection = false
    const { transport, lists } = this.#options.server
    const hasActed = await collectGarbage(transport, this.#ledger.collections, lists.list)
    if (!hasActed) return false
    this.#ledger.needsCollection = true
    this.#world.trace.note('the cluster removes what has no owner any more')
    this.#world.touch()
    await this.#afterChange('cluster')
    return true
  }
}

const waitsForNothing = 'it waits for what does not happen here: a promise that nobody settles, a file, a socket'

/** A scenario is a story, not a load: one that goes on for longer has no end. */
const mostSteps = 1_000

const aside = /\/(?:events|leases)$/

/** Shows the loop: the shortest sequence of calls that repeats at the end. */
function neverRests(trace: Trace): Finding {
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
