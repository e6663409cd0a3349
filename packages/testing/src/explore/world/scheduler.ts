/**
 * Performs the actions of a world one at a time, in the order that a guide chooses.
 *
 * Guarantees
 * - An action is chosen only after all actors had the chance to add theirs.
 * - Time passes, garbage is collected and delayed effects arrive only when no action is enabled, unless the guide lets time pass earlier.
 */
import { nextTurn } from '@kubewright/core/testing'
import { type Guide, type Option, timePasses } from './guide.ts'
import type { PlannedFaults } from '../plan/planned-faults.ts'
import { optionsOf, plain } from './possible-faults.ts'
import { IoWait } from './io-wait.ts'
import type { Trace } from '../trace/trace.ts'
import type { Actions, NamedAction } from './actions.ts'
import type { CurrentOutage } from './current-outage.ts'
import type { FootprintRecorder } from './footprint-recorder.ts'
import type { Harness } from './harness.ts'
import type { InstanceFaults } from './instance-faults.ts'
import { StalledError } from './liveness-errors.ts'
import type { Progress } from './progress.ts'
import type { StaleViews } from './stale-views.ts'
import type { TimePassage } from './time-passage.ts'

export interface SchedulerParts {
  readonly actions: Actions
  readonly faults: PlannedFaults
  readonly footprints: FootprintRecorder
  readonly guide: Guide
  readonly harness: Pick<Harness, 'isReconciling' | 'collectGarbage'>
  readonly instances: InstanceFaults
  readonly outage: CurrentOutage
  readonly progress: Progress
  readonly staleViews: StaleViews
  readonly time: TimePassage
  readonly trace: Trace
}

export interface SchedulerOptions {
  /** Whether the set of choices matters: then all of them are waited for. */
  readonly waitsForAll: boolean
  /** A fingerprint of the whole state. */
  readonly state: () => Promise<string>
  /** Called after every turn in which all actors could act. */
  readonly onTurn?: () => void
}

/** The number of event-loop turns after which work outside the world counts as stuck. */
const outsideTurns = 20_000
/** The number of event-loop turns without a new action after which none is expected. */
const quietTurns = 4
/** The number of actions in an outage after which the user proceeds. */
const longestOutage = 120

export class Scheduler {
  readonly #parts: SchedulerParts
  readonly #options: SchedulerOptions
  readonly #idleWaiters: (() => void)[] = []
  readonly #io = new IoWait()

  constructor(parts: SchedulerParts, options: SchedulerOptions) {
    this.#parts = parts
    this.#options = options
  }

  /** Performs actions until `work` settles. Failure: the rejection of `work`; `LivelockError`; `StalledError`. */
  async drive<T>(work: Promise<T>): Promise<T> {
    let isOver = false
    const note = () => void (isOver = true)
    work.then(note, note)
    for (let idle = 0; ; ) {
      await nextTurn()
      this.#options.onTurn?.()
      if (isOver) return await work
      if (await this.#next()) idle = 0
      else if (this.#mayReconcileContinue(idle)) idle++
      else if (this.#wakeWaiter()) idle = 0
      else if (++idle > outsideTurns) throw new StalledError()
    }
  }

  /** Resolves when the world is idle. */
  rest(): Promise<void> {
    return new Promise((resolve) => void this.#idleWaiters.push(resolve))
  }

  /** Whether effects are outstanding: a view is stale, a call is late, or an outage lasts. */
  get hasDelayedEffects(): boolean {
    const { instances, outage, staleViews } = this.#parts
    return staleViews.size > 0 || instances.lateCalls > 0 || outage.isLasting
  }

  /** A reconcile in flight may wait for real I/O. @param idle the number of event-loop turns without an action */
  #mayReconcileContinue(idle: number): boolean {
    return this.#parts.harness.isReconciling() && !this.hasDelayedEffects && this.#io.mayStillCome(idle)
  }

  #wakeWaiter(): boolean {
    const waiter = this.#idleWaiters.shift()
    this.#parts.footprints.touchAll()
    waiter?.()
    return waiter !== undefined
  }

  /** Performs one action. Resolves to whether there was one. */
  async #next(): Promise<boolean> {
    if (this.#hasLongOutage) return false
    const actions = await this.#ready()
    if (actions.length > 0) return await this.#performOneOf(actions)
    const { footprints, harness, time } = this.#parts
    footprints.touchAll()
    return (await time.pass()) || (await harness.collectGarbage()) || (await this.#endDelays())
  }

  /** An operator that records each failure of an outage never becomes idle: the user proceeds nevertheless. */
  get #hasLongOutage(): boolean {
    const { outage, progress } = this.#parts
    return outage.isLasting && this.#idleWaiters.length > 0 && progress.actionsInStep > longestOutage
  }

  /** Controllers yield to the event loop now and then, so only several turns without a new action mean that none comes. */
  async #ready(): Promise<readonly NamedAction[]> {
    const { actions } = this.#parts
    for (let [quiet, known] = [0, actions.count]; quiet < quietTurns; quiet++) {
      if (!this.#options.waitsForAll && actions.isPossible) break
      await nextTurn()
      if (known !== actions.count) [quiet, known] = [-1, actions.count]
    }
    return actions.possible()
  }

  async #performOneOf(enabled: readonly NamedAction[]): Promise<boolean> {
    const { actions, faults, progress, staleViews } = this.#parts
    const option = await this.#choose(enabled)
    if (option.id === timePasses) return await this.#passTimeEarly()
    if (option.fault !== undefined) faults.add(option.fault)
    const action = enabled.find(({ id }) => id === option.takes)!
    staleViews.endOverdue()
    progress.countAction()
    actions.remove(action)
    await action.perform()
    return true
  }

  /** Lets time pass while actions are pending, so that callers time out. Counts as an injected fault. */
  #passTimeEarly(): Promise<boolean> {
    const { faults, footprints, time, trace } = this.#parts
    faults.injected++
    trace.note('time passes before anything else happens')
    footprints.touchAll()
    return time.pass()
  }

  async #choose(enabled: readonly NamedAction[]): Promise<Option> {
    const { faults, footprints, guide, progress, time } = this.#parts
    const { wantsAll } = guide
    if (enabled.length === 1 && !wantsAll) return plain(enabled[0]!)
    guide.ended?.(footprints.take())
    // A timeout of the user says nothing about the operator.
    const canPass = time.canPass() && enabled.every(({ actor }) => actor.role !== 'user')
    const options = wantsAll ? optionsOf(enabled, faults, canPass) : enabled.map(plain)
    return options[await guide.choose({ step: progress.actions, options, state: this.#options.state })]!
  }

  /** Ends holds and delays that last until the world is idle. */
  async #endDelays(): Promise<boolean> {
    const { instances, staleViews } = this.#parts
    const late = instances.takeLateCall()
    if (late !== undefined) await late.arrive()
    const hasEnded = staleViews.endAtIdle()
    return late !== undefined || hasEnded
  }
}
