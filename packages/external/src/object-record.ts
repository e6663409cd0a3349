/**
 * What an object bears of its external resource: how far its creation got, what was applied last, what is under way. It outlives
 * the process. What could not be written is remembered, and written first next time.
 */
import { isNotFound } from '@kubewright/client'
import type { Context } from '@kubewright/controller'
import { type KubeObject, toMs } from '@kubewright/core'
import { recordOf } from './circumstances.ts'
import { type CreationRecord, formatCreation, hiddenForMs } from './creation-record.ts'
import { type ExternalOperation, formatOperation, type OperationStanding } from './external-operation.ts'
import type { Machine } from './machine.ts'
import { creationAnnotation, externalNameAnnotation, lastAppliedAnnotation, operationAnnotation } from './names.ts'
import { noteUpdateBegins, noteUpdated } from './visibility-lag.ts'
import { isApplied, isSameWish, specText } from './object-wish.ts'
import { type Annotations, ObjectWriter } from './object-writer.ts'
import type { Applied } from './operations.ts'

/** What was written down before a call was announced. */
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

  /** As it is after what was written. */
  get object(): KubeObject {
    return this.#object
  }

  get creation(): CreationRecord | undefined {
    return recordOf(this.#machine, this.#object)
  }

  /** Takes over what another write returned, unless that brought a change to light. Returns whether it did so. */
  refresh(object: KubeObject): boolean {
    const isSame = isSameWish(object, this.#object)
    if (isSame) this.#object = object
    return isSame
  }

  /** What could not be written down earlier. If somebody else has acted since, what they wrote is the newer truth. */
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
   * Says that `create` is about to be called, and from which spec. Whatever this comes to, the call was not made before it has
   * come through. Of two attempts with different specs, nobody knows which one made what is found.
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
    // Earlier deletions say nothing about what this creation makes.
    for (const known of [memory.deletions, memory.updates]) known.delete(uid)
  }

  /** What only the provider could name, and has not named yet, is not done: it is as unclear as if the answer had been lost. */
  async created({ externalName, operation }: Applied): Promise<void> {
    const isFound = this.#machine.hasOwnName || externalName !== undefined
    const { unseen } = this.creation ?? {}
    const mark = isFound ? this.#mark({ step: 'succeeded', unseen }) : {}
    const { memory } = this.#machine
    for (const known of [memory.seen, memory.deletions]) known.delete(this.#object.metadata.uid)
    await this.#save({ ...mark, ...nameMark(externalName), ...this.#applied('create', operation) })
  }

  /**
   * A refusal leaves things as they were: an earlier call that nobody heard the answer of, and what is ours and did not show for
   * a moment. Written only over our own mark: somebody else may have made it meanwhile, and been the reason of the refusal.
   */
  async notCreated(): Promise<void> {
    const { creation, lastApplied } = this.#before!
    const isKnown = creation !== undefined && creation.step !== 'failed'
    const mark = isKnown ? { [creationAnnotation]: formatCreation(creation) } : this.#mark({ step: 'failed' })
    await this.#save({ ...mark, [lastAppliedAnnotation]: isKnown ? lastApplied : null }, { isOnlyOver: 'ours' })
  }

  /** Until the call has come to something, nobody knows which spec it left behind. */
  async beginUpdate(): Promise<void> {
    const { lastApplied } = this.#note()
    noteUpdateBegins(this.#machine.memory.updates, this.#object)
    if (lastApplied !== null && !isApplied(this.#object)) await this.#writeFresh({ [lastAppliedAnnotation]: null })
  }

  async updated({ operation }: Applied): Promise<void> {
    noteUpdated(this.#machine.memory.updates, this.#object, this.#ctx.clock)
    await this.#save(this.#applied('update', operation))
  }

  /** What is there now may be the old, the new, or something in between; unless nothing was called. */
  async notUpdated(wasCalled: boolean): Promise<void> {
    await this.#save({ [lastAppliedAnnotation]: wasCalled ? null : this.#before!.lastApplied })
  }

  /** What was made a moment ago was seen, and asked to go: if it does not show, nobody has to wait for it any more. */
  async deleted(isGone: boolean, operation: string | undefined): Promise<void> {
    const isYoung = hiddenForMs(this.creation, this.#ctx.clock.now(), toMs(this.#machine.visibleWithin)) > 0
    await this.#save({
      ...(isGone || isYoung ? this.#mark({ step: 'removed' }) : {}),
      ...(isGone ? { [lastAppliedAnnotation]: null } : {}),
      ...operationMark('delete', operation),
    })
  }

  /** Returns whether it was known: what an earlier attempt made, and not somebody else. */
  async adopt(): Promise<boolean> {
    const { creation } = this
    const isKnown = creation?.step === 'begun'
    // It was made when that was begun, not now: it need not be waited for again.
    const mark = isKnown
      ? { [creationAnnotation]: formatCreation({ step: 'succeeded', at: creation.at }) }
      : this.#mark({ step: 'adopted' })
    await this.#writeFresh(mark)
    return isKnown
  }

  /** An operation has come to its end. Of a creation that failed and never had a name, nothing can be found. */
  async ended({ verb }: ExternalOperation, standing: Exclude<OperationStanding, 'under way'>): Promise<void> {
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

  /** It is ours, and as the spec asks: however it came to be so, that is what was applied. */
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

  /** How many creations before the next one went well and were never seen. */
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
      if (!isNotFound(error)) throw error // an object that is gone needs no notes
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
