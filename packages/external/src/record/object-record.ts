/**
 * The persistent record of an external resource on its object: creation, last applied spec, operation in progress. It survives the
 * process. A write that fails is kept in memory, and repeated first in the next reconcile.
 * See decision 0184.
 */
import { isNotFound } from '@kubewright/client'
import type { Context } from '@kubewright/controller'
import { type KubeObject, toMs } from '@kubewright/core'
import { recordOf } from '../machine/circumstances.ts'
import { type CreationRecord, formatCreation, hiddenForMs } from '../decision/creation-record.ts'
import { type ExternalOperation, formatOperation, type OperationStatus } from '../operations/external-operation.ts'
import type { Machine } from '../machine/machine.ts'
import { creationAnnotation, externalNameAnnotation, lastAppliedAnnotation, operationAnnotation } from '../names.ts'
import { noteUpdateBegins, noteUpdated } from '../decision/visibility-lag.ts'
import { isApplied, isSameDesiredState, specText } from '../decision/desired-state.ts'
import { type Annotations, ObjectWriter } from './object-writer.ts'
import type { Applied } from '../operations/operations.ts'

/** The record before a call was announced. */
interface Before {
  readonly creation: CreationRecord | undefined
  readonly lastApplied: string | null
}

export class ObjectRecord {
  readonly #machine: Machine
  readonly #ctx: Context
  readonly #writer: ObjectWriter
  #object: KubeObject
  #before: Before | undefined

  constructor(machine: Machine, object: KubeObject, ctx: Context) {
    const { client, signal } = ctx
    this.#machine = machine
    this.#ctx = ctx
    this.#object = object
    this.#writer = new ObjectWriter({ client, signal, resource: machine.resource, fieldManager: machine.name })
  }

  /** The object after the last write. */
  get object(): KubeObject {
    return this.#object
  }

  get creation(): CreationRecord | undefined {
    return recordOf(this.#machine, this.#object)
  }

  /** Accepts the object returned by another write, unless that shows a concurrent change. Returns whether it did. */
  refresh(object: KubeObject): boolean {
    const isSame = isSameDesiredState(object, this.#object)
    if (isSame) this.#object = object
    return isSame
  }

  /** Repeats a failed write. If another client has written since, its record is newer and wins. */
  async catchUp(): Promise<void> {
    const { unsaved } = this.#machine.memory
    const { uid } = this.#object.metadata
    const note = unsaved.get(uid)
    if (note === undefined) return
    const shown = this.#shown(creationAnnotation)
    const isOurTurn = [undefined, note.since, note.annotations[creationAnnotation]].includes(shown)
    if (isOurTurn) this.#object = await this.#writer.annotateFresh(this.#object, note.annotations)
    unsaved.delete(uid)
  }

  async own(owners: readonly KubeObject[]): Promise<void> {
    this.#object = await this.#writer.own(this.#object, owners)
  }

  async fill(spec: object): Promise<void> {
    this.#object = await this.#writer.fill(this.#object, spec)
  }

  /**
   * Records that `create` is about to be called, and with which spec. The call is made only after this write succeeded. If an earlier
   * attempt used another spec, it is unknown which one created the resource found.
   */
  async begin(): Promise<void> {
    const { memory } = this.#machine
    const { uid } = this.#object.metadata
    const before = this.#note()
    const mark = this.#mark({ step: 'begun', attempt: this.#ctx.reconcileId, unseen: this.#unseen() })
    const isAnother = before.creation?.step === 'begun' && !isApplied(this.#object)
    memory.uncalled.set(uid, { mark: mark[creationAnnotation]!, before: before.creation })
    await this.#writeFresh({ ...mark, [lastAppliedAnnotation]: isAnother ? null : specText(this.#object) })
    memory.uncalled.delete(uid)
    // Earlier deletions do not apply to the new resource.
    for (const known of [memory.deletions, memory.updates]) known.delete(uid)
  }

  /** A creation whose name the provider has not assigned yet stays `begun`: it is as ambiguous as a lost response. */
  async created({ externalName, operation }: Applied): Promise<void> {
    const isFound = this.#machine.hasOwnName || externalName !== undefined
    const { unseen } = this.creation ?? {}
    const mark = isFound ? this.#mark({ step: 'succeeded', unseen }) : {}
    const { memory } = this.#machine
    for (const known of [memory.seen, memory.deletions]) known.delete(this.#object.metadata.uid)
    await this.#save({ ...mark, ...nameMark(externalName), ...this.#applied('create', operation) })
  }

  /**
   * A rejected call restores the previous record: of an earlier call without a response, or of our own resource that was invisible for a
   * moment. It overwrites only our own record: another client may have created the resource meanwhile, and caused the rejection.
   */
  async notCreated(): Promise<void> {
    const { creation, lastApplied } = this.#before!
    const isKnown = creation !== undefined && creation.step !== 'failed'
    const mark = isKnown ? { [creationAnnotation]: formatCreation(creation) } : this.#mark({ step: 'failed' })
    await this.#save({ ...mark, [lastAppliedAnnotation]: isKnown ? lastApplied : null }, { isOnlyOver: 'ours' })
  }

  /** Until the call has a result, the applied spec is unknown. */
  async beginUpdate(): Promise<void> {
    const { lastApplied } = this.#note()
    noteUpdateBegins(this.#machine.memory.updates, this.#object)
    if (lastApplied !== null && !isApplied(this.#object)) await this.#writeFresh({ [lastAppliedAnnotation]: null })
  }

  async updated({ operation }: Applied): Promise<void> {
    noteUpdated(this.#machine.memory.updates, this.#object, this.#ctx.clock)
    await this.#save(this.#applied('update', operation))
  }

  /** The actual state may be the old, the new, or in between, unless no call was made. */
  async notUpdated(wasCalled: boolean): Promise<void> {
    await this.#save({ [lastAppliedAnnotation]: wasCalled ? null : this.#before!.lastApplied })
  }

  /** A recently created resource was visible, and its deletion was requested: if it is not visible now, it need not be waited for. */
  async deleted(isGone: boolean, operation: string | undefined): Promise<void> {
    const isYoung = hiddenForMs(this.creation, this.#ctx.clock.now(), toMs(this.#machine.visibleWithin)) > 0
    await this.#save({
      ...(isGone || isYoung ? this.#mark({ step: 'removed' }) : {}),
      ...(isGone ? { [lastAppliedAnnotation]: null } : {}),
      ...operationMark('delete', operation),
    })
  }

  /** Returns whether it was created by an earlier attempt, and not by another client. */
  async adopt(): Promise<boolean> {
    const { creation } = this
    const isKnown = creation?.step === 'begun'
    // Keep the time of the attempt, so that no new visibility delay starts.
    const mark = isKnown
      ? { [creationAnnotation]: formatCreation({ step: 'succeeded', at: creation.at }) }
      : this.#mark({ step: 'adopted' })
    await this.#writeFresh(mark)
    return isKnown
  }

  /** Records the end of an operation. A failed creation without a name left nothing that could be found. */
  async ended({ verb }: ExternalOperation, standing: Exclude<OperationStatus, 'under way'>): Promise<void> {
    const { externalName, error } = standing === 'done' ? {} : (standing as Partial<Record<EndOf, string>>)
    const isUnclear = verb === 'create' && this.creation?.step === 'begun'
    const step = error !== undefined ? 'failed' : externalName !== undefined ? 'succeeded' : undefined
    await this.#save({
      ...(isUnclear && step !== undefined ? this.#mark({ step }) : {}),
      ...nameMark(externalName),
      ...(error !== undefined && verb !== 'delete' ? { [lastAppliedAnnotation]: null } : {}),
      [operationAnnotation]: null,
    })
  }

  /** It is ours and as desired: whatever the history, the current spec is the applied one. */
  async fulfilled(): Promise<void> {
    const { creation } = this
    const { deletions, updates } = this.#machine.memory
    for (const known of [deletions, updates]) known.delete(this.#object.metadata.uid)
    const isPlain = creation?.step !== 'removed' && creation?.unseen === undefined
    if (isPlain && isApplied(this.#object)) return
    const mark = isPlain ? {} : this.#mark({ step: 'succeeded' })
    await this.#write({ ...mark, [lastAppliedAnnotation]: specText(this.#object) })
  }

  #shown(annotation: string): string | undefined {
    return this.#object.metadata.annotations?.[annotation]
  }

  #note(): Before {
    const before = { creation: this.creation, lastApplied: this.#shown(lastAppliedAnnotation) ?? null }
    this.#before = before
    return before
  }

  #mark(record: Marked): Record<string, string> {
    const { step, attempt, unseen } = record
    const at = this.#ctx.clock.now()
    const optional = { ...(attempt === undefined ? {} : { attempt }), ...(unseen === undefined ? {} : { unseen }) }
    return { [creationAnnotation]: formatCreation({ step, at, ...optional }) }
  }

  /** How many creations before the next one succeeded without becoming visible. */
  #unseen(): number {
    const { creation } = this
    const { step, unseen = 0 } = creation ?? {}
    if (step === 'begun') return unseen
    return step === 'succeeded' && !this.#machine.memory.seen.has(this.#object.metadata.uid) ? unseen + 1 : 0
  }

  #applied(verb: 'create' | 'update', operation: string | undefined): Annotations {
    return { [lastAppliedAnnotation]: specText(this.#object), ...operationMark(verb, operation) }
  }

  async #write(annotations: Annotations): Promise<void> {
    this.#object = await this.#writer.annotate(this.#object, annotations)
  }

  async #writeFresh(annotations: Annotations): Promise<void> {
    this.#object = await this.#writer.annotateFresh(this.#object, annotations)
  }

  async #save(annotations: Annotations, { isOnlyOver }: { readonly isOnlyOver?: 'ours' } = {}): Promise<void> {
    const { unsaved } = this.#machine.memory
    const { uid } = this.#object.metadata
    const earlier = unsaved.get(uid)
    const all = { ...earlier?.annotations, ...annotations }
    unsaved.set(uid, {
      since: earlier === undefined ? this.#shown(creationAnnotation) : earlier.since,
      annotations: all,
    })
    try {
      if (isOnlyOver === 'ours') await this.#writeFresh(all)
      else await this.#write(all)
    } catch (error) {
      if (!isNotFound(error)) throw error // a deleted object needs no record
    }
    unsaved.delete(uid)
  }
}

interface Marked {
  readonly step: CreationRecord['step']
  readonly attempt?: string | undefined
  readonly unseen?: number | undefined
}

type EndOf = 'externalName' | 'error'

function nameMark(externalName: string | undefined): Annotations {
  return externalName === undefined ? {} : { [externalNameAnnotation]: externalName }
}

function operationMark(verb: ExternalOperation['verb'], id: string | undefined): Annotations {
  return { [operationAnnotation]: id === undefined ? null : formatOperation({ verb, id }) }
}
