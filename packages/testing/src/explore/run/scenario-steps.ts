/** The steps and waits of the user in one run: after each the world becomes idle, is checked, and its state is recorded as a checkpoint. */
import type { StepTaker } from '../definition/scenario-user.ts'
import { type Checkpoint, momentKey } from '../record/checkpoint.ts'
import type { World } from '../world/world.ts'
import type { ChangeChecks } from './change-checks.ts'
import type { IdleChecks } from './idle-checks.ts'
import type { ObservedState } from './observed-state.ts'
import type { OperatorInstances } from './operator-instances.ts'
import type { RunTiming } from './run-timing.ts'

export interface ScenarioStepParts {
  readonly world: World
  readonly operator: OperatorInstances
  readonly state: ObservedState
  readonly changes: Pick<ChangeChecks<never>, 'rested'>
  readonly idle: IdleChecks
  readonly timing: RunTiming
}

/** How often, and how long, scheduled requeues are waited for. */
const mostRequeues = 6
const longestRequeueMs = 60 * 60_000

/** A scenario with more steps is assumed to be endless. */
const mostSteps = 1_000

export class ScenarioSteps implements StepTaker {
  readonly #parts: ScenarioStepParts
  readonly #checkpoints: Checkpoint[] = []
  readonly #waitEnds: number[] = []

  constructor(parts: ScenarioStepParts) {
    this.#parts = parts
  }

  get checkpoints(): readonly Checkpoint[] {
    return this.#checkpoints
  }

  /** When each wait ended, in milliseconds since the start of the run. */
  get waitEnds(): readonly number[] {
    return this.#waitEnds
  }

  readonly take = async <T>(text: string, step: () => Promise<T>): Promise<T> => {
    const { world } = this.#parts
    const number = world.nextStep()
    if (number > mostSteps) throw new Error(`it has taken ${mostSteps} steps and does not end`)
    world.trace.add({ type: 'step', step: number, text })
    const result = await step()
    if (world.faults.atStep('hurry', number) === undefined) await this.quiet(number)
    return result
  }

  readonly wait = async (ms: number): Promise<void> => {
    const { world, timing } = this.#parts
    world.trace.add({ type: 'wait', ms })
    const now = world.clock.elapsed()
    const usual = timing.waitEnds?.[this.#waitEnds.length]
    const end = usual !== undefined && usual >= now ? usual : now + ms
    this.#waitEnds.push(end)
    await world.wait(end - now)
    await this.quiet(world.step)
  }

  /** The scenario is over: outages end, and events that were held back until then are released. */
  async end(): Promise<void> {
    const { world } = this.#parts
    const last = this.#checkpoints.at(-1)
    const hasEnded = last?.step === world.step && last.waits === this.#waitEnds.length
    const { step } = world
    world.nextStep(true)
    if (!hasEnded) await this.quiet(step)
  }

  /** Waits until the cluster is idle, and takes a checkpoint. */
  async quiet(step: number): Promise<void> {
    const { world, operator, changes, idle } = this.#parts
    await world.rest()
    if (world.faults.atStep('restart', step) !== undefined) {
      world.crash(operator.current!.actor, 'while the cluster is idle')
      await world.rest()
    }
    if (!world.hasDelayedEffects) await this.#untilMoment(step)
    const checkpoint = world.hasDelayedEffects ? undefined : await this.#awaited(step)
    world.trace.add({ type: 'quiet', step })
    if (checkpoint === undefined) return
    this.#checkpoints.push(checkpoint)
    await changes.rested()
    await idle.check()
  }

  async #untilMoment(step: number): Promise<void> {
    const { world, timing } = this.#parts
    const moment = timing.moments?.get(momentKey({ step, waits: this.#waitEnds.length }))
    const now = world.clock.elapsed()
    if (moment === undefined || moment <= now) return
    await world.wait(moment - now)
    await world.restUntil(moment)
  }

  /**
   * An operator with a scheduled requeue is not done: if its state is not yet the expected one, the requeue is waited for. Repeated
   * requeues without a change are waited for only so often.
   */
  async #awaited(step: number): Promise<Checkpoint> {
    const { world, operator, state, timing } = this.#parts
    const { isAsExpected = () => true } = timing
    const until = world.clock.elapsed() + longestRequeueMs
    for (let times = 0; ; times++) {
      const checkpoint = await state.checkpoint({ step, waits: this.#waitEnds.length })
      const due = operator.nextRequeue
      if (times === mostRequeues || due === undefined || due > until || isAsExpected(checkpoint)) return checkpoint
      await world.wait(due - world.clock.elapsed())
      await world.rest()
    }
  }
}
