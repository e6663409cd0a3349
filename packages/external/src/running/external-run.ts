/** One reconcile of one object: observes, decides, acts, records. `decide` alone makes the decisions; this executes them. */
import { isConflict } from '@kubewright/client'
import { again, type Context, type Outcome } from '@kubewright/controller'
import type { KubeObject } from '@kubewright/core'
import { failureOf } from '../calls/call-failure.ts'
import { circumstancesOf, type Surroundings } from '../machine/circumstances.ts'
import { forbiddenBy, neededActions } from '../machine/permission-limits.ts'
import { type Decision, decide, needsVerdict } from '../decision/decide.ts'
import { guardsOf } from './deletion-guards.ts'
import { CallFailed, NotNow } from '../calls/external-calls.ts'
import { ExternalSteps } from './external-steps.ts'
import { openFields } from '../decision/late-initialization.ts'
import { ResourceObserver } from './observe-resource.ts'
import type { Machine } from '../machine/machine.ts'
import { observeAgainSoon, observeLater, recheckLater } from './next-observation.ts'
import { specOf } from '../decision/desired-state.ts'
import type { Verification } from '../operations/operations.ts'
import { reportOf } from '../reporting/report.ts'
import { reportFailure } from './run-failures.ts'
import { partsOf, type RunParts } from './run-parts.ts'
import type { Circumstances } from '../decision/situation.ts'

/** Bound on the steps of one reconcile. Each changing step happens at most once, so more are never needed. */
const mostRounds = 8

export class ExternalRun {
  readonly #parts: RunParts
  readonly #resource: ResourceObserver
  readonly #steps: ExternalSteps

  constructor(machine: Machine, object: KubeObject, ctx: Context) {
    this.#parts = partsOf(machine, object, ctx)
    this.#resource = new ResourceObserver(this.#parts)
    this.#steps = new ExternalSteps(this.#parts, this.#resource)
  }

  async run(): Promise<Outcome> {
    const { machine, record, status } = this.#parts
    // An abandoned call may still take effect: do nothing else until it has ended.
    if (machine.memory.unfinished.has(record.object.metadata.uid)) return again(machine.recheck)
    try {
      await record.catchUp()
      await this.#takeOwners()
      return await this.#rounds()
    } catch (error) {
      return this.#failed(error)
    } finally {
      status.notify()
    }
  }

  /** Sets owner references to its dependencies. */
  async #takeOwners(): Promise<void> {
    const { machine, record, parents, isDeleting } = this.#parts
    if (isDeleting) return
    const owners = Object.entries(machine.dependencies).flatMap(([name, { owner }]) => {
      const parent = parents.objects[name]
      return owner !== true || parent === undefined || parent.metadata.deletionTimestamp !== undefined ? [] : [parent]
    })
    await record.own(owners)
  }

  async #rounds(): Promise<Outcome> {
    for (let round = 0; round < mostRounds; round++) {
      const outcome = await this.#round()
      if (outcome !== undefined) return outcome
    }
    return recheckLater(this.#parts)
  }

  async #round(): Promise<Outcome | undefined> {
    const { machine, record, parents, ctx, isDeleting } = this.#parts
    const guards = isDeleting ? await guardsOf(machine, record.object, ctx) : []
    const before = this.#circumstances({ isWaiting: parents.waitsFor.length > 0, isNeeded: guards.length > 0 })
    if (!needsVerdict(before)) {
      const said = (isDeleting ? guards : parents.waitsFor).slice(0, 3).join(', ')
      return this.#act(decide({ ...before, verdict: 'Missing' }), said)
    }
    const seen = await this.#resource.now()
    const { isUnderWay } = this.#resource
    const isElsewhere = this.#resource.elsewhere !== undefined
    const circumstances = this.#circumstances({ isOurs: seen.isOurs, isUnderWay, isElsewhere })
    const decision = decide({ ...circumstances, verdict: seen.verdict })
    if (await this.#fillOpenFields(decision, circumstances, seen)) return observeAgainSoon()
    const isRight = decision.does === 'rest' || decision.does === 'complete'
    if (isRight && (circumstances.creation === 'Done' || circumstances.creation === 'Removed')) await record.fulfilled()
    return this.#act(decision, seen.message ?? '')
  }

  #circumstances(around: Partial<Surroundings>): Circumstances {
    const { machine, record, ctx, status } = this.#parts
    return circumstancesOf(machine, record.object, {
      now: ctx.clock.now(),
      state: status.state,
      isWaiting: false,
      isNeeded: false,
      isUnderWay: false,
      isElsewhere: false,
      isCompleted: this.#steps.isCompleted,
      isOurs: undefined,
      ...around,
    })
  }

  /** Only for resources we own or only observe: another owner's resource says nothing about this object. */
  async #fillOpenFields(
    decision: Decision,
    { permissions, isDeleting }: Circumstances,
    { lateInitialized }: Verification,
  ): Promise<boolean> {
    const { record, ctx } = this.#parts
    const isTime = decision.does === 'update' || decision.does === 'rest' || decision.does === 'complete'
    if (!permissions.lateInitialize || !isTime || lateInitialized === undefined || isDeleting) return false
    const open = openFields(specOf(record.object), lateInitialized)
    if (open === undefined) return false
    await record.fill(open)
    ctx.events.normal('LateInitialized', `Filled in ${Object.keys(open).join(', ')}.`, { action: 'Verify' })
    return true
  }

  /** `undefined`: continue at once. */
  async #act(decision: Decision, said: string): Promise<Outcome | undefined> {
    switch (decision.does) {
      case 'create':
        return await this.#steps.create()
      case 'update':
        return await this.#steps.update()
      case 'delete':
        return await this.#steps.delete(decision.state)
      case 'adopt':
        return await this.#steps.adopt()
      case 'complete':
        return await this.#steps.complete()
      case 'release':
        return this.#steps.release(decision.orphans)
      default:
        return this.#rest(decision, said)
    }
  }

  /** Details of another owner's resource are not shown, neither its state nor its differences. */
  #rest(decision: Decision, said: string): Outcome {
    const { status, machine, record } = this.#parts
    const isOthers = decision.does === 'refuse' && decision.why === 'AlreadyExists'
    if (isOthers) status.disown()
    const limit = forbiddenBy(machine, record.object, neededActions(decision))
    const given = [limit, said].filter((one) => one !== undefined && one !== '').join('; ')
    status.report(reportOf(decision, isOthers ? '' : given))
    return observeLater(this.#parts, decision)
  }

  #failed(error: unknown): Outcome {
    const { machine, ctx, status } = this.#parts
    if (error instanceof NotNow) return again(error.afterMs)
    if (ctx.signal.aborted) throw error
    // The object changed in the meantime: the observed state is stale.
    if (isConflict(error)) return observeAgainSoon()
    const cause = error instanceof CallFailed ? error.cause : error
    const failure = failureOf(cause, ctx.clock.now())
    status.report(reportFailure(error, failure, this.#parts))
    if (!failure.isThrottled) throw cause
    return again(machine.provider.pauseMs(ctx.clock) || failure.retryAfterMs || machine.recheck)
  }
}
