/**
 * One run: an API server, the operator, the user and the cluster in one thread. All actors act through the world, which performs one action
 * at a time and thereby controls their order. Time passes only when no action is enabled.
 * See decision 0200.
 */
import type { VirtualClock } from '@kubewright/core/testing'
import { type Guide, guideFor } from './guide.ts'
import type { Plan } from '../plan/plan.ts'
import { PlannedFaults } from '../plan/planned-faults.ts'
import { Trace } from '../trace/trace.ts'
import { Actions } from './actions.ts'
import { Actor, type Role } from './actor.ts'
import { CallQueue } from './call-queue.ts'
import { ConnectionClock } from '../../cluster/connection-clock.ts'
import { CurrentOutage } from './current-outage.ts'
import { FaultInjector } from './fault-injector.ts'
import type { Touch } from './footprint.ts'
import { FootprintRecorder } from './footprint-recorder.ts'
import type { Wanted } from './abandoned-call.ts'
import type { Harness } from './harness.ts'
import { InstanceFaults } from './instance-faults.ts'
import type { OpenWatch } from './open-watch.ts'
import { Progress } from './progress.ts'
import { Scheduler } from './scheduler.ts'
import { StaleViews } from './stale-views.ts'
import { TimePassage } from './time-passage.ts'
import { describeWaiting } from './waiting-state.ts'
import { type Delivery, WatchDelivery } from './watch-delivery.ts'
import type { Call } from './world-call.ts'

export interface WorldOptions {
  readonly plan: Plan
  readonly clock: VirtualClock
  readonly harness: Harness
  /** The world counts as idle after this much virtual time without a change. */
  readonly patienceMs: number
  /** The number of actions after a step beyond which a loop is assumed. */
  readonly maxSteps: number
  /** @default as the plan's schedule says */
  readonly guide?: Guide
  /** Called after every turn in which all actors could act. */
  readonly onTurn?: () => void
}

export class World {
  readonly trace = new Trace()
  readonly clock: VirtualClock
  /** The clock of the server and its clients. */
  readonly connectionClock: ConnectionClock
  readonly faults: PlannedFaults
  /** Objects whose last reconcile failed, with the message. */
  readonly failing = new Map<string, string>()
  readonly #harness: Harness
  readonly #actors: Actor[] = []
  readonly #actions = new Actions()
  readonly #progress: Progress
  readonly #footprints: FootprintRecorder
  readonly #outage: CurrentOutage
  readonly #staleViews: StaleViews
  readonly #instances: InstanceFaults
  readonly #calls: CallQueue
  readonly #watches: WatchDelivery
  readonly #time: TimePassage
  readonly #scheduler: Scheduler

  constructor({ plan, clock, harness, patienceMs, maxSteps, guide: given, onTurn }: WorldOptions) {
    const guide = given ?? guideFor(plan.schedule)
    this.clock = clock
    this.connectionClock = new ConnectionClock(clock)
    this.faults = new PlannedFaults(plan)
    this.#harness = harness
    this.#progress = new Progress(clock, maxSteps)
    this.#footprints = new FootprintRecorder(guide.ended !== undefined)
    this.#outage = new CurrentOutage(this.trace, this.#footprints)
    this.#staleViews = new StaleViews(this.trace, this.#progress)
    const parts = {
      clock,
      guide,
      harness,
      trace: this.trace,
      faults: this.faults,
      failing: this.failing,
      actions: this.#actions,
      connectionClock: this.connectionClock,
      progress: this.#progress,
      footprints: this.#footprints,
      outage: this.#outage,
      staleViews: this.#staleViews,
    }
    this.#instances = new InstanceFaults(parts)
    this.#calls = new CallQueue(this.#actions, new FaultInjector({ ...parts, instances: this.#instances }))
    this.#watches = new WatchDelivery(parts)
    this.#time = new TimePassage(parts, patienceMs)
    this.#scheduler = new Scheduler(
      { ...parts, instances: this.#instances, time: this.#time },
      {
        waitsForAll: given !== undefined || plan.schedule.type !== 'in-order',
        state: () => this.#fingerprint(),
        ...(onTurn === undefined ? {} : { onTurn }),
      },
    )
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
    return this.#progress.step
  }

  /** Starts the user's next step, and returns its number. @param isLast whether the scenario is over, which ends all outages */
  nextStep(isLast = false): number {
    const step = this.#progress.nextStep()
    this.#outage.endBy(isLast ? Infinity : step)
    return step
  }

  /** Whether effects are outstanding: a view is stale, a call is late, or an outage lasts. */
  get hasDelayedEffects(): boolean {
    return this.#scheduler.hasDelayedEffects
  }

  /** Records a change at the current virtual time. */
  noteChange(): void {
    this.#progress.noteChange()
  }

  /** Adds a place to the footprint of the current action. */
  touch(place: string, how: Touch): void {
    this.#footprints.touch(place, how)
  }

  /** Enqueues a call. A call of a crashed instance never settles. */
  call<Answer>(actor: Actor, call: Call<Answer>, wanted?: Wanted): Promise<Answer> {
    return this.#calls.enqueue(actor, call, wanted)
  }

  /** Fences the instance, and starts another one. */
  crash(actor: Actor, when: string): void {
    this.#instances.crash(actor, when)
  }

  /** Registers a new watch. */
  openWatch(watch: OpenWatch): void {
    this.#staleViews.replace(watch)
  }

  /** Enqueues the delivery of a watch line. */
  deliver(delivery: Delivery): void {
    this.#watches.enqueue(delivery)
  }

  /** Ends a watch: its pending events are not delivered. */
  closeWatch(watch: OpenWatch): void {
    this.#actions.drop(watch)
  }

  /** Performs actions until `work` settles. Failure: the rejection of `work`; that the world never becomes idle, or is stuck. */
  drive<T>(work: Promise<T>): Promise<T> {
    return this.#scheduler.drive(work)
  }

  /** Resolves when the world is idle. */
  rest(): Promise<void> {
    return this.#scheduler.rest()
  }

  /** Waits until the world is idle, at most until a moment: only work in flight may take longer. */
  async restUntil(moment: number): Promise<void> {
    using _ = this.#time.limitTo(moment)
    await this.rest()
  }

  /** Resolves after this much time. */
  wait(ms: number): Promise<void> {
    return this.#time.wait(ms)
  }

  /** A fingerprint of the pending work and everything else. */
  async #fingerprint(): Promise<string> {
    const { step, changedMs } = this.#progress
    const sinceChangeMs = this.clock.elapsed() - changedMs
    const more = [...this.#staleViews.described, `${step} ${this.#instances.lateCalls} ${sinceChangeMs}`]
    const { actors, failing, faults } = this
    const waiting = { actions: this.#actions.all, actors, faults: faults.pending, failing: failing.keys(), more }
    return await this.#harness.fingerprint(describeWaiting(waiting))
  }

  /** Ends all pending waits. */
  end(): void {
    for (const actor of this.#actors) {
      this.#actions.drop(actor)
      actor.end()
    }
  }
}
