/**
 * One run: an API server, the operator, the user and the cluster in one thread. All actors act through the world, which performs one action
 * at a time and thereby controls their order. Time passes only when no action is enabled.
 * See decision 0200.
 */
import { nextTurn, type VirtualClock } from '@kubewright/core/testing'
import { Actions, type Line, type NamedAction } from './actions.ts'
import { Actor, type Role } from './actor.ts'
import { PlannedFaults } from '../plan/planned-faults.ts'
import { ConnectionClock } from './connection-clock.ts'
import { Footprint, type Touch } from './footprint.ts'
import { onGivenUp, type Wanted } from './given-up.ts'
import { type Guide, guideFor, type Option, timePasses } from '../plan/guide.ts'
import { connectionLost } from './injected-answer.ts'
import { clusterOfKind, kindWithoutCluster } from './cluster-place.ts'
import { answerInOutage, answerOverLink, letsPass, type Settle } from './outage-answer.ts'
import { endOf, type Outage } from '../plan/outages.ts'
import { IoWait } from '../reality/io-wait.ts'
import { formatOutage, type Plan } from '../plan/plan.ts'
import { optionsOf, plain } from '../plan/possible-faults.ts'
import { Trace, type TraceEntry } from '../run/trace.ts'
import { type Call, fateOf, isCounted, isStruckAside, refusedOutside, sentOf } from './world-call.ts'
import { NeverRests, StuckOutside } from './world-end.ts'
import { StaleViews } from '../plan/stale-views.ts'
import { describeWaiting } from './waiting-state.ts'
import type { ToldChange, WatchLineHold } from './world-watch.ts'

export interface WorldOptions {
  readonly plan: Plan
  readonly clock: VirtualClock
  /** The world counts as idle after this much virtual time without a change. */
  readonly patienceMs: number
  /** The number of actions after a step beyond which a loop is assumed. */
  readonly maxSteps: number
  /** @default as the plan's schedule says */
  readonly guide?: Guide
  /** Called after every turn in which all actors could act. */
  readonly onTurn?: () => void
}

type CallEntry = Omit<Extract<TraceEntry, { type: 'call' }>, 'changed'>

/** The number of event-loop turns after which work outside the world counts as stuck. */
const outsideTurns = 20_000
/** The number of event-loop turns without a new action after which none is expected. */
const quietTurns = 4
/** The number of actions in an outage after which the user proceeds. */
const longestOutage = 120
/** How long to wait for the back-off of a failing reconcile, or for the timer of a reconcile in flight. */
const failingMs = 30 * 60_000

export class World {
  readonly trace = new Trace()
  readonly clock: VirtualClock
  /** The clock of the server and its clients. */
  readonly connectionClock: ConnectionClock
  readonly deck: PlannedFaults
  /** Objects whose last reconcile failed, with the message. */
  readonly failing = new Map<string, string>()
  /** Called after a crash; starts the next instance. */
  onCrash: () => void = () => undefined
  /** Called when the world is idle: does the garbage collection of a cluster, and resolves to whether there was any. */
  collect: () => Promise<boolean> = async () => false
  /** Called when the lease is to pass from this actor. */
  onHandOver: (from: Actor) => void = () => undefined
  /** Whether a reconcile is in flight: it may wait for a timer, or for something outside the world. */
  isBusy: () => boolean = () => false
  /** Returns a fingerprint of the whole state, given the pending work. */
  describe: (waiting: string) => Promise<string> = async (waiting) => waiting
  /** Called after each change, with the role that made it. */
  onChange: (by: Role) => Promise<void> | void = () => undefined
  #step = 0
  /** The action count at the user's last step. */
  #begunAt = 0
  /** The time of the user's last step. */
  #begunMs = 0
  readonly #options: WorldOptions
  readonly #actions = new Actions()
  readonly #guide: Guide
  readonly #waitsForAll: boolean
  /** The footprint of everything since the last choice. */
  #footprint = new Footprint()
  readonly #waiters: (() => void)[] = []
  readonly #actors: Actor[] = []
  readonly #holds = new StaleViews((text) => {
    this.trace.note(text)
    this.touch()
  })
  /** Calls of paused instances, which arrive once the other instance has done its work. */
  #late: { readonly from: number; readonly arrive: () => Promise<void> }[] = []
  /** The current outage; it lasts until the user takes a later step. */
  #outage: Outage | undefined
  /** Watches that an outage refused: they are reopened with back-off. */
  readonly #unwatched = new Set<string>()
  #changedAt = 0
  /** The latest time to wait for, unless work is in flight. */
  #mostMs = Infinity
  /** The user waits until this time. */
  #until = 0
  readonly #outside = new IoWait()
  #steps = 0

  constructor(options: WorldOptions) {
    this.#options = options
    this.clock = options.clock
    this.connectionClock = new ConnectionClock(options.clock)
    this.deck = new PlannedFaults(options.plan)
    this.#guide = options.guide ?? guideFor(options.plan.schedule)
    this.#waitsForAll = options.guide !== undefined || options.plan.schedule.type !== 'in-order'
  }

  actor(name: string, role: Role): Actor {
    const actor = new Actor(name, role, this.clock, this.connectionClock)
    this.#actors.push(actor)
    return actor
  }

  /** The actors that have not crashed. */
  get actors(): readonly Actor[] {
    return this.#actors.filter(({ isFenced }) => !isFenced)
  }

  /** The user's last step. */
  get step(): number {
    return this.#step
  }

  /** Starts the user's next step, and returns its number. @param isLast whether the scenario is over, which ends all outages */
  nextStep(isLast = false): number {
    ;[this.#begunAt, this.#begunMs] = [this.#steps, this.clock.elapsed()]
    this.touch()
    if (this.#outage !== undefined && (isLast || endOf(this.#outage) <= this.#step + 1)) {
      this.trace.note(`the outage is over, in which ${formatOutage(this.#outage)}`)
      this.#outage = undefined
    }
    return ++this.#step
  }

  /** Whether effects are outstanding: a view is stale, a call is late, or an outage lasts. */
  get isHeldBack(): boolean {
    return this.#holds.size > 0 || this.#late.length > 0 || this.#outage !== undefined
  }

  get steps(): number {
    return this.#steps
  }

  /** Records a change at the current virtual time. */
  touch(): void {
    this.#changedAt = this.clock.elapsed()
  }

  /** Enqueues a call. A call of a crashed instance never settles. */
  ask<Answer>(actor: Actor, call: Call<Answer>, wanted?: Wanted): Promise<Answer> {
    if (actor.isFenced) return actor.never()
    return new Promise<Answer>((resolve, reject) => {
      const settle = {
        resolve: (answer: Answer) => end(() => resolve(answer)),
        reject: (error: unknown) => end(() => reject(error)),
      }
      const giveUp = () => {
        if (action !== undefined) this.#actions.remove(action)
        settle.reject(wanted?.reason)
      }
      const over = (reason: Error) => settle.reject(reason)
      const end = (how: () => void) => {
        aborting?.[Symbol.dispose]()
        actor.forget(over)
        how()
      }
      actor.onEnd(over)
      let action: NamedAction | undefined
      let aborting: Disposable | undefined
      if (wanted?.aborted) return giveUp()
      aborting = wanted && onGivenUp(wanted, giveUp)
      action = this.#await(actor, call, () => this.#perform(actor, call, settle))
    })
  }

  #await<Answer>(actor: Actor, call: Call<Answer>, perform: () => Promise<void>): NamedAction {
    const { label, writes, sent = '' } = call
    const known = isCounted(actor, call) ? { call: { label, writes } } : {}
    const action = { actor, thread: `${actor.name} ${call.thread}`, what: sent, perform, ...known }
    return call.isFirst === true ? this.#actions.addFirst(action) : this.#actions.add(action)
  }

  async #perform<Answer>(actor: Actor, call: Call<Answer>, settle: Settle<Answer>): Promise<void> {
    const counts = isCounted(actor, call)
    const isAside = isStruckAside(actor, call)
    const moment = counts || isAside ? this.deck.countCall(call.label) : 0
    const [nth, aside] = isAside ? [0, { aside: moment }] : [moment, {}]
    const fault = moment > 0 ? this.deck.atCall(call.label, moment) : undefined
    if (fault !== undefined) this.touched()
    this.touched(`the mind of ${actor.name}`, call.isHeardLater === true ? 'read' : 'changed')
    if (call.touches === 'everything') this.touched()
    else for (const [place, how] of call.touches) this.touched(place, how)
    const { label, writes } = call
    const told = { type: 'call', by: actor.name, call: label, nth, ...aside, writes, ...sentOf(call) } as const
    if (fault?.type === 'crash' && fault.when === 'before') return this.crash(actor, `before "${call.label}"`)
    if (fault?.type === 'overlap') return this.#overlap(actor, call, fault.until)
    if (fault?.type === 'fail') {
      this.trace.add({ ...told, changed: false, fate: `answered with ${fault.status}` })
      const answer = call.refused(fault.status)
      return answer instanceof Error ? settle.reject(answer) : settle.resolve(answer)
    }
    if (fault?.type === 'unsent') {
      this.trace.add({ ...told, changed: false, fate: 'the connection broke first' })
      return settle.reject(connectionLost(call.label))
    }
    const outage = moment > 0 && fault === undefined ? this.deck.outageAt(this.step, call) : undefined
    if (outage !== undefined && !letsPass(outage)) return this.#refuse(outage, call, told, settle)
    if (outage !== undefined) this.#meet(outage)
    if (fault?.type === 'handover') this.onHandOver(actor)
    try {
      const sent = await call.send()
      const { answer, status, text, changed } = sent
      if (actor.role === 'operator') this.#unwatched.delete(call.label)
      const over = outage === undefined ? undefined : answerOverLink(outage, { label, answer }, settle, this.clock)
      const fate = over === undefined ? fateOf(fault) : { fate: over }
      this.trace.add({ ...told, status, ...(text === undefined ? {} : { answer: text }), changed, ...fate })
      if (changed && !call.isAside) await this.#changed(actor)
      if (over !== undefined) return
      if (fault?.type === 'lost') return settle.reject(connectionLost(call.label))
      if (fault?.type === 'crash') return this.crash(actor, `after "${call.label}"`)
      settle.resolve(answer)
    } catch (error) {
      this.trace.add({ ...told, status: 'failed', answer: String(error), changed: false })
      settle.reject(error)
    }
  }

  #refuse<Answer>(outage: Outage, call: Call<Answer>, told: CallEntry, settle: Settle<Answer>): void {
    this.#meet(outage)
    if (call.label.startsWith('watch ')) this.#unwatched.add(call.label)
    this.trace.add({ ...told, changed: false, fate: answerInOutage(outage, call, settle, this.clock) })
  }

  /** Marks an outage as begun. */
  #meet(outage: Outage): void {
    if (this.#outage === undefined) this.trace.note(`from here on ${formatOutage(outage)}`)
    this.#outage = outage
    this.touched()
  }

  async #changed({ role }: Actor): Promise<void> {
    this.touch()
    await this.onChange(role)
  }

  /** Fences the instance, and starts another one. */
  crash(actor: Actor, when: string): void {
    this.trace.note(`${actor.name} crashes ${when}`)
    this.fence(actor)
    this.touch()
    this.onCrash()
  }

  fence(actor: Actor): void {
    actor.isFenced = true
    this.#actions.drop(actor)
    this.#holds.drop(actor)
    this.#unwatched.clear()
  }

  #overlap<Answer>(actor: Actor, call: Call<Answer>, until: 'rest' | 'step'): void {
    this.trace.note(`${actor.name} stands still before "${call.label}" arrives, and another instance takes over`)
    actor.isPaused = true
    this.#late.push({
      from: until === 'rest' ? this.step : this.step + 1,
      arrive: async () => {
        actor.isPaused = false
        this.fence(actor)
        this.trace.note(`"${call.label}" of ${actor.name} arrives late`)
        const { status, text, changed } = await call.send().catch(refusedOutside)
        const { label, writes } = call
        const answer = text === undefined ? {} : { answer: text }
        this.trace.add({ type: 'call', by: actor.name, call: label, nth: 0, writes, status, ...answer, changed })
        if (changed) await this.#changed(actor)
      },
    })
    this.touch()
    this.onCrash()
  }

  /** Registers a new watch. */
  begin(line: WatchLineHold): void {
    this.#holds.begin(line)
  }

  /** Enqueues the delivery of a watch line. */
  tell(line: WatchLineHold, change: ToldChange | undefined, deliver: () => void): void {
    const { actor, kind } = line
    if (actor.isFenced) return
    const told = { type: 'event', by: actor.name, kind } as const
    const perform = () => {
      this.#touchedByEvent(line)
      if (change === undefined || actor.role !== 'operator') return deliver()
      if (actor.isStandby) return this.#told({ ...told, nth: 0, change: change.type, object: change.object }, deliver)
      if (this.#isCut(line)) return
      const nth = this.deck.countEvent(kind)
      const fault = this.deck.atEvent(kind, nth)
      if (fault?.type === 'hold') this.#holds.hold(line, fault, { steps: this.#steps, step: this.step })
      const entry = { ...told, nth, change: change.type, object: change.object } as const
      // A held event is delivered, and traced, later.
      if (fault?.type === 'hold') {
        const later = () => this.#told(entry, deliver)
        return void this.#actions.addFirst({ actor, line, thread, what, perform: later })
      }
      this.#told(entry, deliver)
      if (fault?.type === 'expire') {
        this.trace.note(`the watch of ${kind} expires`)
        line.expire()
      }
    }
    const [thread, what] = [`${actor.name} hears of ${kind}`, change?.text ?? '']
    const isCountable = change !== undefined && actor.role === 'operator' && !actor.isStandby
    const known = isCountable ? { event: { kind } } : {}
    this.#actions.add({ actor, line, thread, what, perform, ...known })
  }

  /** A watch over a cut link breaks when it would have delivered an event. */
  #isCut(line: WatchLineHold): boolean {
    const cluster = clusterOfKind(line.kind)
    const outage = cluster === undefined ? undefined : this.deck.cutAt(this.step, cluster)
    if (outage === undefined) return false
    this.#meet(outage)
    this.trace.note(`the watch of ${line.kind} breaks`)
    this.#unwatched.add(line.label)
    line.cut()
    return true
  }

  /** The order of events of two kinds is irrelevant, unless a mapping function reads both. */
  #touchedByEvent({ actor, kind }: WatchLineHold): void {
    this.touched(`the mind of ${actor.name}`, actor.minds.has(kindWithoutCluster(kind)) ? 'changed' : 'read')
    this.touched(`what ${actor.name} knows of ${kind}`)
  }

  /** Adds a place to the current footprint; without a place, everything. */
  touched(place?: string, how: Touch = 'changed'): void {
    if (this.#guide.ended === undefined) return // no guide uses it
    if (place === undefined) this.#footprint.touchAll()
    else this.#footprint.touch(place, how)
  }

  #told(entry: Parameters<Trace['add']>[0], deliver: () => void): void {
    this.trace.add(entry)
    deliver()
  }

  /** Ends a line: its pending events are not delivered. */
  dropLine(line: Line): void {
    this.#actions.drop(line)
  }

  /** Performs actions until `work` settles. Failure: the rejection of `work`; that the world never becomes idle, or is stuck. */
  async drive<T>(work: Promise<T>): Promise<T> {
    let isOver = false
    const note = () => void (isOver = true)
    work.then(note, note)
    for (let idle = 0; ; ) {
      await nextTurn()
      this.#options.onTurn?.()
      if (isOver) return await work
      if (await this.#next()) idle = 0
      else if (this.isBusy() && !this.isHeldBack && this.#outside.mayStillCome(idle)) idle++
      else if (this.#wakeWaiter()) idle = 0
      else if (++idle > outsideTurns) throw new StuckOutside()
    }
  }

  /** Resolves when the world is idle. */
  rest(): Promise<void> {
    return new Promise((resolve) => void this.#waiters.push(resolve))
  }

  /** Waits until the world is idle, at most until a moment: only work in flight may take longer. */
  async restUntil(moment: number): Promise<void> {
    this.#mostMs = moment
    await this.rest()
    this.#mostMs = Infinity
  }

  /** Resolves after this much time. */
  pass(ms: number): Promise<void> {
    this.#until = Math.max(this.#until, this.clock.elapsed() + ms)
    return new Promise((resolve) => void this.clock.schedule(ms, resolve))
  }

  #wakeWaiter(): boolean {
    const waiter = this.#waiters.shift()
    this.touched()
    waiter?.()
    return waiter !== undefined
  }

  /** Performs one action. Resolves to whether there was one. */
  async #next(): Promise<boolean> {
    if (this.#hasLastedLong) return false
    const actions = await this.#ready()
    if (actions.length > 0) return await this.#take(actions)
    this.touched()
    return (await this.#passTime()) || (await this.collect()) || (await this.#comeBack())
  }

  /** An operator that records each failure of an outage never becomes idle: the user proceeds nevertheless. */
  get #hasLastedLong(): boolean {
    return this.#outage !== undefined && this.#waiters.length > 0 && this.#steps - this.#begunAt > longestOutage
  }

  async #take(actions: readonly NamedAction[]): Promise<boolean> {
    const option = await this.#chosen(actions)
    if (option.id === timePasses) {
      this.deck.dealt++ // callers time out, which amounts to a fault
      this.trace.note('time passes before anything else happens')
      this.touched()
      return await this.#passTime()
    }
    if (option.surprise !== undefined) this.deck.add(option.surprise)
    const action = actions.find(({ id }) => id === option.takes)!
    this.#count()
    this.#actions.remove(action)
    await action.perform()
    return true
  }

  async #chosen(actions: readonly NamedAction[]): Promise<Option> {
    const { wantsAll } = this.#guide
    if (actions.length === 1 && !wantsAll) return plain(actions[0]!)
    this.#guide.ended?.(this.#footprint)
    this.#footprint = new Footprint()
    // A timeout of the user says nothing about the operator.
    const canPass = this.#canPass() && actions.every(({ actor }) => actor.role !== 'user')
    const options = wantsAll ? optionsOf(actions, this.deck, canPass) : actions.map(plain)
    return options[await this.#guide.choose({ step: this.#steps, options, state: () => this.#state() })]!
  }

  /**
   * Controllers yield to the event loop now and then, so only several turns without a new action mean that none comes. Where the set of
   * choices matters, the world waits for all of them.
   */
  async #ready(): Promise<readonly NamedAction[]> {
    for (let [quiet, known] = [0, this.#actions.count]; quiet < quietTurns; quiet++) {
      if (!this.#waitsForAll && this.#actions.isPossible) break
      await nextTurn()
      if (known !== this.#actions.count) [quiet, known] = [-1, this.#actions.count]
    }
    return this.#actions.possible()
  }

  /** A fingerprint of the pending work and everything else. */
  async #state(): Promise<string> {
    const patience = this.clock.elapsed() - this.#changedAt
    const more = [...this.#holds.described, `${this.#step} ${this.#late.length} ${patience}`]
    const { actors, failing, deck } = this
    const waiting = { actions: this.#actions.all, actors, faults: deck.left, failing: failing.keys(), more }
    return await this.describe(describeWaiting(waiting))
  }

  #count(): void {
    this.#holds.end(({ endsAt }) => endsAt <= this.#steps)
    if (++this.#steps - this.#begunAt > this.#options.maxSteps) throw new NeverRests()
  }

  /**
   * Whether a timer is due that is worth waiting for. @param isAll whether no action is enabled: then a reconcile may wait for the timer
   */
  #canPass(isAll = false): boolean {
    using _ = this.#onlyWork()
    const { nextInMs } = this.clock
    if (nextInMs === undefined) return false
    const { patienceMs } = this.#options
    const isFailing = this.failing.size > 0 || this.#unwatched.size > 0
    const isLong = isFailing || this.#outage !== undefined || (isAll && this.isBusy())
    const patience = isLong ? Math.max(failingMs, patienceMs) : patienceMs
    const most = isLong ? Infinity : this.#mostMs
    return this.clock.elapsed() + nextInMs <= Math.min(most, Math.max(this.#changedAt + patience, this.#until))
  }

  /** Suspends connection timers while no reconcile is in flight. */
  #onlyWork(): Disposable | undefined {
    return this.isBusy() || this.#holds.size > 0 ? undefined : this.connectionClock.suspend()
  }

  async #passTime(): Promise<boolean> {
    if (!this.#canPass(true)) return false
    this.#count()
    using _ = this.#onlyWork()
    await this.clock.advance(this.clock.nextInMs!)
    this.#beginAnew()
    return true
  }

  /** A loop is activity without the passing of time: the limit is reset while the user waits for a long time. */
  #beginAnew(): void {
    const now = this.clock.elapsed()
    if (now >= this.#until || now - this.#begunMs <= this.#options.patienceMs) return
    ;[this.#begunAt, this.#begunMs] = [this.#steps, now]
  }

  /** Ends holds and delays that last until the world is idle. */
  async #comeBack(): Promise<boolean> {
    const late = this.#late.find(({ from }) => from <= this.step)
    this.#late = this.#late.filter((one) => one !== late)
    if (late !== undefined) await late.arrive()
    const hasEnded = this.#holds.end(({ fault, since }) => fault.until === 'rest' || this.step > since)
    return late !== undefined || hasEnded
  }

  /** Ends all pending waits. */
  end(): void {
    for (const actor of this.#actors) {
      this.#actions.drop(actor)
      actor.end()
    }
  }
}
