/** The steps of a reconcile. Each can be interrupted at any await and resumed. */
import { isConflict } from '@kubewright/client'
import { again, done, type Outcome } from '@kubewright/controller'
import { toMs } from '@kubewright/core'
import { backOffMs } from '@kubewright/core/time'
import { failureOf } from '../calls/call-failure.ts'
import { formatChanges } from '../decision/changes.ts'
import { type Conclusion, concludeApply, concludeDelete } from '../decision/conclude.ts'
import { CallFailed, NotNow } from '../calls/external-calls.ts'
import type { ResourceObserver } from './observe-resource.ts'
import { forget } from '../machine/machine.ts'
import { forbiddenBy } from '../machine/permission-limits.ts'
import { observeAgainSoon, recheckLater } from './next-observation.ts'
import { normalizedApplied, normalizedDeletion } from '../operations/operation-results.ts'
import type { Applied, Deleted } from '../operations/operations.ts'
import { failureReport, reportOf } from '../reporting/report.ts'
import { goneIsDeleted, nameless, saidError } from './run-failures.ts'
import { operationContext, type RunParts } from './run-parts.ts'
import type { State } from '../decision/state.ts'

/** How many accepted deletions without effect count as still in progress. */
const mostDeletions = 3

const longestWaitMs = 300_000

/** Each step returns the outcome of the reconcile; `undefined` to continue at once. */
export class ExternalSteps {
  readonly #parts: RunParts
  readonly #resource: ResourceObserver
  #isCompleted = false

  constructor(parts: RunParts, resource: ResourceObserver) {
    this.#parts = parts
    this.#resource = resource
  }

  /** Whether the completion step has run. */
  get isCompleted(): boolean {
    return this.#isCompleted
  }

  async create(): Promise<Outcome | undefined> {
    const { machine, record, calls } = this.#parts
    if (calls.hasMade('create')) return this.#notShown()
    await record.begin()
    // A call recorded as begun is made in any case: otherwise the record would be ambiguous.
    await this.#show('Creating')
    const applied = await this.#apply('create').catch(async (error: unknown) => {
      const wasMade = error instanceof CallFailed && !failureOf(error.cause).nothingDone
      // A failed write is kept in memory; the reason of the failed creation is the better error to report.
      if (!wasMade) await record.notCreated().catch(ignoreConflict)
      throw error
    })
    const isNamed = machine.hasOwnName || applied.externalName !== undefined || applied.operation !== undefined
    if (!isNamed) throw nameless(machine.name)
    await record.created(applied)
    return await this.#applied(applied)
  }

  async update(): Promise<Outcome | undefined> {
    const { record, calls } = this.#parts
    if (calls.hasMade('update')) throw this.#inVain()
    await record.beginUpdate()
    if (!(await this.#show('Updating'))) return observeAgainSoon()
    const applied = await this.#apply('update').catch(async (error: unknown) => {
      await record.notUpdated(!(error instanceof NotNow))
      throw error
    })
    await record.updated(applied)
    return await this.#applied(applied)
  }

  /** Returns `undefined` to observe at once, since many deletions are immediate; the others are polled. */
  async delete(state: State): Promise<Outcome | undefined> {
    const { machine, record, status, calls, isDeleting } = this.#parts
    if (calls.hasMade('delete')) {
      if (this.#deletions() >= mostDeletions) throw new CallFailed('delete', saidError('delete', this.#stillThere()))
      status.report(reportOf({ does: 'wait', state, why: 'BeingDeleted' }))
      return recheckLater(this.#parts)
    }
    if (!(await this.#show(state))) return observeAgainSoon()
    const { result, operation } = await this.#callDelete()
    machine.memory.deletions.set(record.object.metadata.uid, this.#deletions() + 1)
    this.#resource.forget()
    const isGone = result === 'Succeeded' || result === 'AlreadyDeleted'
    const conclusion = concludeDelete(result, isDeleting)
    if (conclusion.does === 'release') return this.release(false)
    await record.deleted(isGone, operation)
    status.report({ state: conclusion.state, reason: 'BeingDeleted', message: '', standing: 'under way' })
    return undefined
  }

  async adopt(): Promise<undefined> {
    const isKnown = await this.#parts.record.adopt()
    const note = isKnown ? 'Found the resource of an earlier attempt.' : 'Adopted the existing resource.'
    this.#parts.ctx.events.normal('Adopted', note, { action: 'Verify' })
  }

  async complete(): Promise<undefined> {
    const { machine, ctx, record, status, connection } = this.#parts
    const { onReady } = machine
    if (status.state !== 'Succeeded') await this.#show('Completing')
    const details = this.#resource.seen?.connection
    if (details !== undefined) await step(() => connection?.publish(details))
    if (onReady !== undefined) {
      const own = connection === undefined ? ctx.own : connection.own.bind(connection)
      const ready = { ...(await operationContext(this.#parts)), own, events: ctx.events }
      await step(() => onReady(record.object as never, ready as never))
    }
    this.#isCompleted = true
  }

  /** Lets the finalizer be removed. */
  release(orphans: boolean): Outcome {
    const { machine, ctx, record } = this.#parts
    const limit = forbiddenBy(machine, record.object, ['delete'])
    const message = orphans
      ? `The external resource was kept: ${limit ?? 'it was not created for this object'}.`
      : 'The external resource was deleted.'
    ctx.events.normal(orphans ? 'Orphaned' : 'Deleted', message, { action: 'Delete' })
    forget(machine.memory, record.object.metadata.uid)
    return done()
  }

  async #apply(verb: 'create' | 'update'): Promise<Applied> {
    const { machine, record, calls } = this.#parts
    const { operations, name } = machine
    const ctx = { ...(await operationContext(this.#parts)), changes: this.#resource.seen?.changes ?? [] }
    const applied = await calls.make(verb, async (signal) => {
      const said = await operations[verb](record.object as never, { ...ctx, signal } as never)
      const result = normalizedApplied(said as never, verb, name)
      if (result.result === 'Error') throw saidError(verb, result.message)
      return result
    })
    this.#resource.forget()
    return applied
  }

  async #applied({ result, payload, connection, message = '' }: Applied): Promise<Outcome | undefined> {
    const { status, connection: secret } = this.#parts
    if (payload !== undefined) status.keep(payload)
    if (connection !== undefined) await step(() => secret?.publish(connection))
    return this.#goOn(concludeApply(result), message)
  }

  #goOn(conclusion: Conclusion, said: string): Outcome | undefined {
    if (conclusion.does === 'go-on' && conclusion.looksAgain) return undefined
    const { state } = conclusion
    this.#parts.status.report(reportOf({ does: 'wait', state, why: 'OperationUnderWay' }, said))
    return recheckLater(this.#parts)
  }

  async #callDelete(): Promise<Deleted> {
    const { machine, record, calls } = this.#parts
    const { operations, name } = machine
    const ctx = await operationContext(this.#parts)
    const object = this.#resource.elsewhere ?? record.object
    return await calls.make('delete', async (signal) => {
      const said = operations.delete(object as never, { ...ctx, signal } as never)
      const deleted = normalizedDeletion(await said.catch(goneIsDeleted), name)
      if (deleted.result === 'Error') throw saidError('delete', undefined)
      return deleted
    })
  }

  /**
   * Writes a state to the status before a call that may take long. Returns `false` if the response shows a change by another client, so
   * that the object must be reconsidered.
   */
  async #show(state: State): Promise<boolean> {
    const { status, record } = this.#parts
    const shown = await status.show(state, record.object)
    return shown === undefined || record.refresh(shown)
  }

  /** How often a deletion was accepted without any visible effect. */
  #deletions(): number {
    const { machine, record } = this.#parts
    return machine.memory.deletions.get(record.object.metadata.uid) ?? 0
  }

  #stillThere(): string {
    return `delete succeeded ${this.#deletions()} times, and the resource still exists`
  }

  /** Created in this reconcile, and not visible although it should be. Recreated with back-off. */
  #notShown(): Outcome {
    const { machine, record, status } = this.#parts
    const message =
      'create succeeded, and the resource is not visible: it is created again unless it appears. ' +
      'Raise `visibleWithin` if that can take longer, and check that `verify` finds it by the fields it is created with'
    status.report(failureReport('Failed', 'NotShown', message))
    return again(backOffMs((record.creation?.unseen ?? 0) + 1, toMs(machine.recheck), longestWaitMs))
  }

  #inVain(): CallFailed {
    const what = formatChanges(this.#resource.seen?.changes ?? [])
    const why = `update succeeded, and a difference remains: ${what || 'unknown'}`
    return new CallFailed('update', saidError('update', why))
  }
}

/** A follow-up step of a success, with its own failure. */
async function step(work: () => Promise<unknown> | undefined): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw new CallFailed('complete', error)
  }
}

function ignoreConflict(error: unknown): void {
  if (!isConflict(error)) throw error
}
