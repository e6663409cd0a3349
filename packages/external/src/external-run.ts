/**
 * One reconcile of one object: looks, decides, does, writes down. What to do is decided by `decide` and nowhere else; this only
 * does it, in an order that survives being cut off between any two awaits.
 */
import { isConflict, isNotFound } from '@kubewright/client'
import { again, type Context, done, type Outcome } from '@kubewright/controller'
import { type KubeObject, refOf, toMs } from '@kubewright/core'
import { type CallFailure, failureOf } from './call-failure.ts'
import { formatChanges } from './changes.ts'
import { circumstancesOf, recordOf } from './circumstances.ts'
import { type Conclusion, concludeApply, concludeDelete } from './conclude.ts'
import { Connection } from './connection.ts'
import { type CreationRecord, formatCreation, hiddenForMs } from './creation-record.ts'
import { type Decision, decide, needsVerdict } from './decide.ts'
import { type DependencyStanding, standingOf } from './dependency.ts'
import { guardsOf } from './deletion-guards.ts'
import { CallFailed, ExternalCalls, NotNow } from './external-calls.ts'
import type { ExternalVerb } from './external-observer.ts'
import { openFields } from './late-initialization.ts'
import { forget, type Machine } from './machine.ts'
import { creationAnnotation, externalNameAnnotation, lastAppliedAnnotation } from './names.ts'
import { isSameWish, parsedSpec, specOf } from './object-wish.ts'
import { type Annotations, ObjectWriter } from './object-writer.ts'
import { normalizedApplied, normalizedDeletion, normalizedVerification } from './operation-results.ts'
import type { Applied, Verification } from './operations.ts'
import { pollIntervalMs, spreadMs } from './poll-interval.ts'
import { failureReport, type Report, reportOf } from './report.ts'
import { failureReasons, goneIsDeleted, nameless, saidError } from './run-failures.ts'
import { StatusReport } from './status-report.ts'
import type { State } from './state.ts'

/** What changed under us, or must be seen with new eyes, is looked at again this soon. */
const soonMs = 50
/** Steps of one reconcile. Each that changes something happens once, so more are never needed. */
const mostRounds = 8

export class ExternalRun {
  readonly #machine: Machine
  readonly #ctx: Context
  readonly #calls: ExternalCalls
  readonly #writer: ObjectWriter
  readonly #status: StatusReport
  readonly #connection: Connection | undefined
  readonly #parents: DependencyStanding
  readonly #isDeleting: boolean
  /** What was asked of the provider in this reconcile: nothing twice. */
  readonly #asked = new Set<ExternalVerb>()
  #object: KubeObject
  /** What the last look said; none if something was done since. */
  #seen: Verification | undefined
  #isCompleted = false

  constructor(machine: Machine, object: KubeObject, ctx: Context) {
    const { name, resource, timeout, provider, observer, memory, secretName, dependencies } = machine
    const { clock, signal, client } = ctx
    this.#machine = machine
    this.#ctx = ctx
    this.#object = object
    this.#isDeleting = object.metadata.deletionTimestamp !== undefined
    const known = { ...refOf(object), uid: object.metadata.uid }
    const { unfinished } = memory
    this.#calls = new ExternalCalls({
      controller: name,
      object: known,
      clock,
      signal,
      timeout,
      provider,
      observer,
      unfinished,
    })
    this.#writer = new ObjectWriter({ client, resource, signal, fieldManager: name })
    this.#status = new StatusReport(machine, object, ctx)
    this.#parents = standingOf(object, dependencies, ctx.cache)
    if (secretName !== undefined) {
      this.#connection = new Connection({ name: secretName(object), object, client, signal, own: ctx.own })
    }
  }

  async run(): Promise<Outcome> {
    // An earlier call was given up and may still do something: until it has ended, nothing else does.
    if (this.#machine.memory.unfinished.has(this.#object.metadata.uid)) return again(this.#machine.recheck)
    try {
      await this.#catchUp()
      return await this.#rounds()
    } catch (error) {
      return this.#failed(error)
    } finally {
      this.#status.tell()
    }
  }

  async #rounds(): Promise<Outcome> {
    for (let round = 0; round < mostRounds; round++) {
      const outcome = await this.#round()
      if (outcome !== undefined) return outcome
    }
    return this.#nextLook()
  }

  /** What could not be written down earlier, and what follows from the objects it depends on. */
  async #catchUp(): Promise<void> {
    const { memory, dependencies } = this.#machine
    const { uid } = this.#object.metadata
    const unsaved = memory.unsaved.get(uid)
    if (unsaved !== undefined) await this.#save(unsaved)
    if (this.#isDeleting) return
    const owners = Object.entries(dependencies).flatMap(([name, { owner }]) => {
      const parent = this.#parents.objects[name]
      return owner !== true || parent === undefined || parent.metadata.deletionTimestamp !== undefined ? [] : [parent]
    })
    this.#object = await this.#writer.own(this.#object, owners)
  }

  async #round(): Promise<Outcome | undefined> {
    const guards = this.#isDeleting ? await guardsOf(this.#machine, this.#object, this.#ctx) : []
    const circumstances = circumstancesOf(this.#machine, this.#object, {
      now: this.#ctx.clock.now(),
      state: this.#status.state,
      isWaiting: this.#parents.waitsFor.length > 0,
      isNeeded: guards.length > 0,
      isCompleted: this.#isCompleted,
      isOurs: undefined,
    })
    if (!needsVerdict(circumstances)) {
      const said = (this.#isDeleting ? guards : this.#parents.waitsFor).slice(0, 3).join(', ')
      return this.#act(decide({ ...circumstances, verdict: 'Missing' }), said)
    }
    const seen = await this.#look()
    const { isOurs, verdict } = seen
    const judged = circumstancesOf(this.#machine, this.#object, {
      now: this.#ctx.clock.now(),
      state: this.#status.state,
      isWaiting: false,
      isNeeded: false,
      isCompleted: this.#isCompleted,
      isOurs,
    })
    const decision = decide({ ...judged, verdict })
    if (await this.#fillOpenFields(decision, judged.permissions.lateInitialize, seen)) return again(soonMs)
    return this.#act(decision, seen.message ?? '')
  }

  async #look(): Promise<Verification> {
    if (this.#seen !== undefined) return this.#seen
    const { operations, name } = this.#machine
    const ctx = await this.#context()
    this.#seen = await this.#calls.make('verify', async (signal) => {
      const said = await operations.verify(this.#object as never, { ...ctx, signal } as never)
      return normalizedVerification(said as never, name)
    })
    this.#status.saw(this.#seen)
    this.#noteDrift(this.#seen)
    return this.#seen
  }

  async #context() {
    const { client, cache, log, signal, now, clock, reasons, reconcileId } = this.#ctx
    const { annotations = {} } = this.#object.metadata
    return {
      client,
      cache,
      log,
      signal,
      now,
      clock,
      reasons,
      reconcileId,
      dependencies: this.#parents.objects,
      externalName: annotations[externalNameAnnotation],
      payload: this.#status.payload,
      lastApplied: parsedSpec(annotations[lastAppliedAnnotation]),
      connection: await this.#connection?.read(),
    }
  }

  #noteDrift({ verdict, changes = [] }: Verification): void {
    const isWell = verdict === 'Ready' || verdict === 'InProgress'
    if (isWell || this.#isDeleting || this.#asked.size > 0 || !this.#status.wasUpToDate) return
    this.#machine.observer?.drifted?.({ controller: this.#machine.name, object: refOf(this.#object) })
    const what = changes.length > 0 ? formatChanges(changes) : `it is ${verdict}`
    this.#ctx.events.warning('Drifted', `It was changed outside: ${what}.`, { action: 'Verify' })
  }

  /** Only for what is ours or only looked at: the fields of somebody else's resource say nothing about this one. */
  async #fillOpenFields(decision: Decision, isAllowed: boolean, { lateInitialized }: Verification): Promise<boolean> {
    const isTime = decision.does === 'update' || decision.does === 'rest' || decision.does === 'complete'
    if (!isAllowed || !isTime || lateInitialized === undefined || this.#isDeleting) return false
    const open = openFields(specOf(this.#object), lateInitialized)
    if (open === undefined) return false
    this.#object = await this.#writer.fill(this.#object, open)
    this.#ctx.events.normal('LateInitialized', `Filled in ${Object.keys(open).join(', ')}.`, { action: 'Verify' })
    return true
  }

  /** `undefined`: there is more to do at once. */
  async #act(decision: Decision, said: string): Promise<Outcome | undefined> {
    switch (decision.does) {
      case 'create':
        return await this.#create()
      case 'update':
        return await this.#update()
      case 'delete':
        return await this.#delete(decision.state)
      case 'adopt':
        return await this.#adopt()
      case 'complete':
        return await this.#complete()
      case 'release':
        return this.#release(decision.orphans)
      default:
        this.#status.report(reportOf(decision, said))
        return this.#pauseAfter(decision)
    }
  }

  async #create(): Promise<Outcome | undefined> {
    const before = recordOf(this.#machine, this.#object)
    await this.#begin(before)
    await this.#show('Creating')
    const applied = await this.#apply('create').catch(async (error: unknown) => {
      await this.#notCreated(error, before)
      throw error
    })
    if (!this.#machine.hasOwnName && applied.externalName === undefined) throw nameless(this.#machine.name)
    const { externalName } = applied
    const named = externalName === undefined ? {} : { [externalNameAnnotation]: externalName }
    await this.#save({ ...this.#mark('succeeded'), ...named, ...this.#lastApplied() })
    return await this.#applied(applied)
  }

  /** Says that the call is about to be made. Whatever this comes to, the call was not made before it has come through. */
  async #begin(before: CreationRecord | undefined): Promise<void> {
    const { memory } = this.#machine
    const { uid } = this.#object.metadata
    const mark = this.#mark('begun', this.#ctx.reconcileId)
    memory.uncalled.set(uid, { mark: mark[creationAnnotation]!, before })
    this.#object = await this.#writer.annotateFresh(this.#object, mark)
    memory.uncalled.delete(uid)
  }

  /** A refusal leaves things as they were; also an earlier call that nobody heard the answer of. */
  async #notCreated(error: unknown, before: CreationRecord | undefined): Promise<void> {
    const wasMade = error instanceof CallFailed && !failureOf(error.cause).nothingDone
    if (wasMade) return
    const mark = before?.step === 'begun' ? { [creationAnnotation]: formatCreation(before) } : this.#mark('failed')
    await this.#save(mark)
  }

  async #update(): Promise<Outcome | undefined> {
    if (this.#asked.has('update')) throw this.#inVain()
    await this.#show('Updating')
    const applied = await this.#apply('update').catch(async (error: unknown) => {
      // What is there now may be the old, the new, or something in between.
      if (!(error instanceof NotNow)) await this.#save({ [lastAppliedAnnotation]: null })
      throw error
    })
    await this.#save(this.#lastApplied())
    return await this.#applied(applied)
  }

  async #apply(verb: 'create' | 'update'): Promise<Applied> {
    const { operations, name } = this.#machine
    const ctx = { ...(await this.#context()), changes: this.#seen?.changes ?? [] }
    this.#asked.add(verb)
    const result = await this.#calls.make(verb, async (signal) => {
      const applied = normalizedApplied(
        await operations[verb](this.#object as never, { ...ctx, signal } as never),
        verb,
        name,
      )
      if (applied.result === 'Error') throw saidError(verb, applied.message)
      return applied
    })
    this.#seen = undefined
    return result
  }

  async #applied({ result, payload, connection, message = '' }: Applied): Promise<Outcome | undefined> {
    if (payload !== undefined) this.#status.keep(payload)
    if (connection !== undefined) await this.#step(() => this.#connection?.publish(connection))
    return this.#goOn(concludeApply(result), message)
  }

  async #delete(state: State): Promise<Outcome | undefined> {
    // Asked a moment ago: it takes its time.
    if (this.#asked.has('delete')) return this.#act({ does: 'wait', state, why: 'BeingDeleted' }, '')
    const { operations, name } = this.#machine
    const ctx = await this.#context()
    await this.#show(state)
    this.#asked.add('delete')
    const result = await this.#calls.make('delete', async (signal) => {
      const said = operations.delete(this.#object as never, { ...ctx, signal } as never)
      const deletion = normalizedDeletion(await said.catch(goneIsDeleted), name)
      if (deletion === 'Error') throw saidError('delete', undefined)
      return deletion
    })
    this.#seen = undefined
    const isRemoved = result === 'Succeeded' || result === 'AlreadyDeleted'
    if (!this.#isDeleting && isRemoved) await this.#save({ ...this.#mark('removed'), [lastAppliedAnnotation]: null })
    const conclusion = concludeDelete(result, this.#isDeleting)
    return conclusion.does === 'release' ? this.#release(false) : this.#lookOnce(conclusion)
  }

  /** Many are gone at once, whatever they say; those that are not are looked at later. */
  #lookOnce(conclusion: Conclusion): Outcome | undefined {
    this.#status.report({ state: conclusion.state, reason: 'BeingDeleted', message: '', standing: 'under way' })
    return undefined
  }

  async #adopt(): Promise<undefined> {
    const before = recordOf(this.#machine, this.#object)
    const isKnown = before?.step === 'begun'
    // It was made when that was begun, not now: it need not be waited for again.
    const mark = isKnown
      ? { [creationAnnotation]: formatCreation({ step: 'succeeded', at: before.at }) }
      : this.#mark('adopted')
    this.#object = await this.#writer.annotateFresh(this.#object, mark)
    const note = isKnown ? 'Found what an earlier attempt made.' : 'Took over what was there.'
    this.#ctx.events.normal('Adopted', note, { action: 'Verify' })
  }

  async #complete(): Promise<undefined> {
    const { onReady } = this.#machine
    if (this.#status.state !== 'Succeeded') await this.#show('Completing')
    const details = this.#seen?.connection
    if (details !== undefined) await this.#step(() => this.#connection?.publish(details))
    if (onReady !== undefined) {
      const own = this.#connection === undefined ? this.#ctx.own : this.#connection.own.bind(this.#connection)
      const ctx = { ...(await this.#context()), own, events: this.#ctx.events }
      await this.#step(() => onReady(this.#object as never, ctx as never))
    }
    this.#isCompleted = true
  }

  /** Our own write is no reason to look again; anything else that it brought to light is. */
  async #show(state: State): Promise<void> {
    const shown = await this.#status.show(state)
    if (shown !== undefined && isSameWish(shown, this.#object)) this.#object = shown
  }

  /** What follows from a success, and fails on its own account. */
  async #step(work: () => Promise<unknown> | undefined): Promise<void> {
    try {
      await work()
    } catch (error) {
      throw new CallFailed('complete', error)
    }
  }

  #release(orphans: boolean): Outcome {
    const message = orphans ? 'It stays outside, as it may not be deleted or is not ours.' : 'Nothing is left outside.'
    this.#ctx.events.normal(orphans ? 'Orphaned' : 'Deleted', message, { action: 'Delete' })
    forget(this.#machine.memory, this.#object.metadata.uid)
    return done()
  }

  #goOn(conclusion: Conclusion, said: string): Outcome | undefined {
    const isAtOnce = conclusion.does === 'go-on' && conclusion.looksAgain
    if (isAtOnce) return undefined
    const { state } = conclusion
    this.#status.report(reportOf({ does: 'wait', state, why: 'OperationUnderWay' }, said))
    return this.#nextLook()
  }

  #pauseAfter(decision: Decision): Outcome {
    const isWaiting = decision.does === 'wait'
    if (isWaiting && decision.why === 'NotVisibleYet') {
      const leftMs = hiddenForMs(
        recordOf(this.#machine, this.#object),
        this.#ctx.clock.now(),
        toMs(this.#machine.visibleWithin),
      )
      return again(Math.min(Math.ceil(leftMs) + 1, toMs(this.#machine.recheck)))
    }
    if (isWaiting && (decision.why === 'OperationUnderWay' || decision.why === 'BeingDeleted')) return this.#nextLook()
    const { poll, shortestPoll } = this.#machine
    return again(spreadMs(pollIntervalMs(this.#object, poll, shortestPoll), this.#ctx.reconcileId))
  }

  #nextLook(): Outcome {
    return again(spreadMs(toMs(this.#machine.recheck), this.#ctx.reconcileId))
  }

  #failed(error: unknown): Outcome {
    if (error instanceof NotNow) return again(error.afterMs)
    if (this.#ctx.signal.aborted) throw error
    // Somebody changed the object in between: what was seen of it is out of date.
    if (isConflict(error)) return again(soonMs)
    const cause = error instanceof CallFailed ? error.cause : error
    const failure = failureOf(cause, this.#ctx.clock.now())
    this.#status.report(this.#reportFailure(error, failure))
    if (!failure.isThrottled) throw cause
    return again(this.#machine.provider?.pauseMs(this.#ctx.clock) || failure.retryAfterMs || this.#machine.recheck)
  }

  /** A look that fails, an API that wants to be left alone and a cluster that does not answer say nothing about the resource. */
  #reportFailure(error: unknown, { message, isThrottled }: CallFailure): Report {
    const { state } = this.#status
    const verb = error instanceof CallFailed ? error.verb : 'reconcile'
    const saysNothing = verb === 'reconcile' || ((verb === 'verify' || isThrottled) && state === 'Succeeded')
    const next = this.#isDeleting ? 'Terminating' : saysNothing ? state : 'Failed'
    return failureReport(next, isThrottled ? 'Throttled' : failureReasons[verb], message)
  }

  #mark(step: CreationRecord['step'], attempt?: string): Record<string, string> {
    const at = this.#ctx.clock.now()
    return { [creationAnnotation]: formatCreation({ step, at, ...(attempt === undefined ? {} : { attempt }) }) }
  }

  #lastApplied(): Record<string, string | null> {
    const text = JSON.stringify(specOf(this.#object))
    // All annotations together may have 256 KiB.
    return { [lastAppliedAnnotation]: text.length > longestSpec ? null : text }
  }

  /** Writes down what happened; what cannot be written now is remembered, and written first next time. */
  async #save(annotations: Annotations): Promise<void> {
    const { memory } = this.#machine
    const { uid } = this.#object.metadata
    const all = { ...memory.unsaved.get(uid), ...annotations }
    memory.unsaved.set(uid, all)
    try {
      this.#object = await this.#writer.annotate(this.#object, all)
    } catch (error) {
      if (!isNotFound(error)) throw error // an object that is gone needs no notes
    }
    memory.unsaved.delete(uid)
  }

  #inVain(): CallFailed {
    const what = formatChanges(this.#seen?.changes ?? [])
    return new CallFailed(
      'update',
      saidError('update', `it came back as done, and this is still so: ${what || 'it differs'}`),
    )
  }
}

const longestSpec = 65_536
