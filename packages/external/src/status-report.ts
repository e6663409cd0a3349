/** Tells where an object stands: in its status, by events, and to whoever looks on. Writes nothing that is there already. */
import type { Context } from '@kubewright/controller'
import {
  type Condition,
  findCondition,
  type KubeObject,
  parseTime,
  refOf,
  setCondition,
  type Verdict as Judgement,
} from '@kubewright/core'
import { type ConditionType, seenFields, statusOf, type StatusParts } from './declared-status.ts'
import type { Machine } from './machine.ts'
import { requestAnnotation } from './names.ts'
import { isApplied } from './object-wish.ts'
import type { Verification } from './operations.ts'
import { conditionsOf, type Report } from './report.ts'
import { type State, states } from './state.ts'

export class StatusReport {
  readonly #machine: Machine
  readonly #ctx: Context
  readonly #object: KubeObject
  /** What people have been told last. */
  #told: State
  /** What the last report said. */
  #report: Report | undefined
  #seen: StatusParts
  #payload: unknown

  constructor(machine: Machine, object: KubeObject, ctx: Context) {
    this.#machine = machine
    this.#object = object
    this.#ctx = ctx
    this.#seen = seenFields(object, machine.status)
    this.#payload = machine.status.fields.has('payload') ? statusOf(object)['payload'] : undefined
    this.#told = this.#storedState()
  }

  /** Where the object stands by now. */
  get state(): State {
    return this.#report?.state ?? this.#told
  }

  get payload(): unknown {
    return this.#payload
  }

  /** Whether it was as it should be, for the spec as it is. */
  get wasUpToDate(): boolean {
    if (this.#storedState() !== 'Succeeded') return false
    const { generation } = this.#object.metadata
    const observed = statusOf(this.#object)['observedGeneration']
    if (observed !== undefined) return observed === generation
    return isApplied(this.#object)
  }

  #storedState(): State {
    const { memory, status: declared } = this.#machine
    const status = statusOf(this.#object)
    const shown = declared.fields.has('state') ? states.find((one) => one === status['state']) : undefined
    if (shown !== undefined) return shown
    const isReady = findCondition(conditionsIn(status), 'Ready')?.status === 'True'
    return memory.states.get(this.#object.metadata.uid) ?? (isReady ? 'Succeeded' : 'Pending')
  }

  /** What a look says about the status. What is not there has no fields. */
  saw({ verdict, status, payload }: Verification): void {
    if (payload !== undefined) this.#payload = payload
    if (status !== undefined) this.#seen = status as StatusParts
    else if (verdict === 'Missing') this.#seen = {}
  }

  keep(payload: unknown): void {
    this.#payload = payload
  }

  /** Written once, at the end of the reconcile: the last report counts. */
  report(report: Report): void {
    this.#report = report
  }

  /**
   * Shows a state before a call that may take long. That it cannot be shown stops nothing: a call that was announced on the
   * object must be made, or its announcement is a riddle.
   *
   * Returns the object as it is then, if it was written.
   */
  async show(state: State): Promise<KubeObject | undefined> {
    const report: Report = { state, reason: state, message: '', standing: 'under way' }
    if (state === this.#told) return undefined
    this.#move(report)
    this.#report = report
    if (!this.#machine.status.fields.has('state')) return undefined
    const { client, clock, signal, log } = this.#ctx
    const { apiVersion, kind, metadata } = this.#object
    const body = {
      apiVersion,
      kind,
      metadata: { ...refOf(this.#object), uid: metadata.uid },
      status: this.#whole(report, clock.now()),
    }
    return await client.status
      .apply(this.#machine.resource, body as never, { fieldManager: this.#machine.name, force: true, signal })
      .catch((error: unknown) => {
        log.debug('a state could not be shown', { state, error })
        return undefined
      })
  }

  /** Sets the status for good, and tells of what changed. */
  tell(): void {
    const report = this.#report
    if (report === undefined) return
    this.#move(report)
    if (!this.#machine.status.exists) return
    // Rejects never: it only notes what is written later.
    void this.#ctx.setStatus(this.#fields(report) as never, this.#judgements(report) as never)
  }

  #fields({ state, message }: Report): StatusParts {
    const { fields } = this.#machine.status
    const request = this.#object.metadata.annotations?.[requestAnnotation]
    const own = { state, message, payload: this.#payload, handledRequest: request }
    const entries = Object.entries(own).filter(
      ([name, value]) => fields.has(name as keyof typeof own) && value !== undefined,
    )
    return { ...this.#seen, ...Object.fromEntries(entries) }
  }

  #judgements(report: Report): Readonly<Partial<Record<ConditionType, Judgement>>> {
    const entries = Object.entries(conditionsOf(report))
    return Object.fromEntries(entries.filter(([type]) => this.#machine.status.conditions.has(type as ConditionType)))
  }

  #whole(report: Report, now: number): StatusParts {
    const { generation } = this.#object.metadata
    const judgements = Object.entries(this.#judgements(report))
    if (judgements.length === 0) return this.#fields(report)
    const observed = generation === undefined ? {} : { observedGeneration: generation }
    const conditions = judgements.reduce(
      (all, [type, judgement]) => setCondition(all, { type, ...judgement!, ...observed }, now),
      conditionsIn(statusOf(this.#object)),
    )
    const ours = conditions.filter(({ type }) => this.#machine.status.conditions.has(type as ConditionType))
    return { ...this.#fields(report), ...observed, conditions: ours }
  }

  #move({ state, reason, message, standing }: Report): void {
    const from = this.#told
    if (from === state) return
    this.#told = state
    const { memory, observer, name } = this.#machine
    const object = refOf(this.#object)
    memory.states.set(this.#object.metadata.uid, state)
    observer?.moved?.({ controller: name, object, from, to: state })
    if (state === 'Succeeded') observer?.becameReady?.({ controller: name, object, afterMs: this.#notReadyForMs() })
    const { events } = this.#ctx
    if (standing === 'failed') events.warning(reason, message)
    else events.normal(state, message === '' ? stateNotes[state] : message)
  }

  /** Since it was last ready, or since it was made. */
  #notReadyForMs(): number {
    const ready = findCondition(conditionsIn(statusOf(this.#object)), 'Ready')
    const since = ready?.status === 'False' ? ready.lastTransitionTime : this.#object.metadata.creationTimestamp
    return since === undefined ? 0 : Math.max(0, this.#ctx.clock.now() - parseTime(since))
  }
}

const stateNotes: Readonly<Record<State, string>> = {
  Pending: 'It waits.',
  Creating: 'It is being created.',
  Updating: 'It is being updated.',
  Verifying: 'Something was asked for and takes its time.',
  Completing: 'It is as it should be; what follows from that is being done.',
  Succeeded: 'It is as it should be.',
  Recreating: 'It is deleted, to be made anew.',
  Failed: 'It failed.',
  Terminating: 'It is being deleted.',
}

function conditionsIn(status: StatusParts): readonly Condition[] {
  return (status['conditions'] as readonly Condition[] | undefined) ?? []
}
