/** Observes the external resource: once per reconcile, and again after a change. */
import { type KubeObject, refOf } from '@kubewright/core'
import { failureOf } from '../calls/call-failure.ts'
import { formatChanges } from '../decision/changes.ts'
import type { CreationRecord } from '../decision/creation-record.ts'
import { CallFailed } from '../calls/external-calls.ts'
import { type ExternalOperation, operationOf, type OperationStatus } from '../operations/external-operation.ts'
import { asApplied } from '../decision/desired-state.ts'
import { normalizedStatus, normalizedVerification } from '../operations/operation-results.ts'
import type { Verification } from '../operations/operations.ts'
import { saidError } from './run-failures.ts'
import { operationContext, type RunParts } from './run-parts.ts'
import { staleForMs } from '../decision/visibility-lag.ts'

export class ResourceObserver {
  readonly #parts: RunParts
  #seen: Verification | undefined
  #isUnderWay = false
  #elsewhere: KubeObject | undefined

  constructor(parts: RunParts) {
    this.#parts = parts
  }

  /** The last observation; `undefined` if something was done since. */
  get seen(): Verification | undefined {
    return this.#seen
  }

  /** Whether an operation was in progress then: a missing resource may be about to appear. */
  get isUnderWay(): boolean {
    return this.#isUnderWay
  }

  /** The object with its last applied spec, if only that finds the resource: the current spec names another one. */
  get elsewhere(): KubeObject | undefined {
    return this.#elsewhere
  }

  forget(): void {
    this.#seen = undefined
  }

  /** Failure: `CallFailed`, also for an operation that has failed. */
  async now(): Promise<Verification> {
    if (this.#seen !== undefined) return this.#seen
    const { record, status } = this.#parts
    const operation = operationOf(record.object)
    this.#isUnderWay = await this.#follow(operation)
    const seen = await this.#search()
    this.#seen = this.#isUnderWay ? during(operation!, seen) : this.#unlessTooEarly(seen)
    status.saw(this.#seen)
    this.#remember(this.#seen)
    this.#noteDrift(this.#seen)
    return this.#seen
  }

  /** A resource not found by the current spec may exist under the last applied one: an edit of its name would create a second one. */
  async #search(): Promise<Verification> {
    const { machine, record } = this.#parts
    this.#elsewhere = undefined
    const earlier = isMade(record.creation) ? asApplied(record.object) : undefined
    const isRenamed = earlier !== undefined && machine.nameOf?.(earlier) !== machine.nameOf?.(record.object)
    if (isRenamed) return await this.#searchByOldName(earlier)
    const seen = await this.#ask(record.object)
    if (seen.verdict !== 'Missing' || earlier === undefined) return seen
    const { verdict, isOurs } = await this.#ask(earlier)
    if (verdict === 'Missing' || isOurs === false) return seen
    // It is visible by now: the first observation was stale.
    const after = await this.#ask(record.object)
    if (after.verdict === 'Missing') this.#elsewhere = earlier
    return after
  }

  /** While the created resource exists, it is the one. A resource with the new name is not ours, unless its mark says so. */
  async #searchByOldName(earlier: KubeObject): Promise<Verification> {
    const { verdict, isOurs } = await this.#ask(earlier)
    if (verdict !== 'Missing' && isOurs !== false) {
      this.#elsewhere = earlier
      return { verdict: 'Missing' }
    }
    const seen = await this.#ask(this.#parts.record.object)
    return seen.verdict === 'Missing' ? seen : { isOurs: false, ...seen }
  }

  async #ask(object: KubeObject): Promise<Verification> {
    const { machine, calls } = this.#parts
    const ctx = await operationContext(this.#parts)
    return await calls.make('verify', async (signal) => {
      const said = await machine.operations.verify(object as never, { ...ctx, signal } as never)
      return normalizedVerification(said as never, machine.name)
    })
  }

  /** Until `visibleWithin` has passed, an observation of the state before the last call may be stale: repeat nothing. */
  #unlessTooEarly(seen: Verification): Verification {
    const { machine, record, ctx } = this.#parts
    const leftMs = staleForMs(machine, record, ctx.clock)
    const mayBeStale = seen.verdict === 'RecreateRequired' || seen.verdict === 'UpdateRequired'
    if (!mayBeStale || leftMs[seen.verdict] === 0) return seen
    const { changes: _, ...rest } = seen
    return { ...rest, verdict: 'InProgress', message: 'a recent change may not be visible yet' }
  }

  #remember({ verdict }: Verification): void {
    const { seen, deletions } = this.#parts.machine.memory
    const { uid } = this.#parts.record.object.metadata
    if (verdict !== 'Missing') seen.add(uid)
    // A deletion in progress is not in vain, however long it takes.
    if (verdict === 'Deleting' && deletions.has(uid)) deletions.set(uid, 0)
  }

  /** Whether it is still in progress. A finished operation is removed from the record, and reported if it failed. */
  async #follow(operation: ExternalOperation | undefined): Promise<boolean> {
    const { machine, record, calls } = this.#parts
    const { operations, name } = machine
    if (operation === undefined || operations.follow === undefined) return false
    const ctx = await operationContext(this.#parts)
    const standing = await calls.make('verify', async (signal) => {
      const said = operations.follow!(record.object as never, { ...ctx, signal } as never)
      return normalizedStatus(await said.catch(unknownIsOver), name)
    })
    if (standing === 'under way') return true
    await record.ended(operation, standing)
    if (typeof standing === 'object' && 'error' in standing) {
      throw new CallFailed(operation.verb, saidError(operation.verb, standing.error))
    }
    return false
  }

  #noteDrift({ verdict, changes = [] }: Verification): void {
    const { machine, record, calls, status, ctx, isDeleting } = this.#parts
    const isWell = verdict === 'Ready' || verdict === 'InProgress'
    if (isWell || isDeleting || calls.hasChanged || !status.wasUpToDate) return
    machine.observer?.drifted?.({ controller: machine.name, object: refOf(record.object) })
    const what = changes.length > 0 ? formatChanges(changes) : `it is ${verdict}`
    ctx.events.warning('Drifted', `It was changed outside the cluster: ${what}.`, { action: 'Verify' })
  }
}

/** Whether the resource was created, or may have been, and not deleted since. */
function isMade(record: CreationRecord | undefined): boolean {
  return record?.step === 'succeeded' || record?.step === 'adopted' || record?.step === 'begun'
}

/** During an operation the differences of an existing resource are not judged. */
function during({ verb }: ExternalOperation, seen: Verification): Verification {
  if (seen.verdict === 'Missing' || seen.verdict === 'Deleting') return seen
  const { changes: _, message: _1, ...rest } = seen
  return { ...rest, verdict: verb === 'delete' ? 'Deleting' : 'InProgress' }
}

/** The provider has forgotten the operation: the next observation shows its result. */
function unknownIsOver(error: unknown): OperationStatus {
  if (failureOf(error).isNotFound) return 'done'
  throw error
}
