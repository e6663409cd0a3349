/** Reports the state of an object: in its status, by events, and to observers. Skips writes that change nothing. */
import { isConflict } from '@kubewright/client'
import type { Context } from '@kubewright/controller'
import {
  type Condition,
  findCondition,
  type KubeObject,
  refOf,
  setCondition,
  type Verdict as Judgement,
} from '@kubewright/core'
import { parseTime } from '@kubewright/core/time'
import { type ConditionType, seenFields, statusOf, type StatusParts } from '../machine/declared-status.ts'
import type { Machine } from '../machine/machine.ts'
import { sanitizedText } from '../calls/sanitized-text.ts'
import { requestAnnotation } from '../names.ts'
import { isApplied } from '../decision/desired-state.ts'
import type { Verification } from '../operations/operations.ts'
import { conditionsOf, type Report } from './report.ts'
import { type State, states } from '../decision/state.ts'
import { usableStatus } from './usable-status.ts'

/** Immediate retries on write conflicts. */
const mostAttempts = 5

export class StatusReport {
  readonly #machine: Machine
  readonly #ctx: Context
  readonly #object: KubeObject
  /** The last published state. */
  #reported: State
  /** The latest report of this reconcile. */
  #report: Report | undefined
  #seen: StatusParts
  #payload: unknown
  /** Why status fields of the last observation do not fit the kind. */
  #problem: string | undefined

  constructor(machine: Machine, object: KubeObject, ctx: Context) {
    this.#machine = machine
    this.#object = object
    this.#ctx = ctx
    this.#seen = seenFields(object, machine.status)
    this.#payload = this.#storedPayload()
    this.#reported = this.#storedState()
  }

  /** The current state of the object. */
  get state(): State {
    return this.#report?.state ?? this.#reported
  }

  get payload(): unknown {
    return this.#payload
  }

  /** Whether it was as desired, for the current spec. */
  get wasUpToDate(): boolean {
    if (this.#storedState() !== 'Succeeded') return false
    const { generation } = this.#object.metadata
    const observed = statusOf(this.#object)['observedGeneration']
    if (observed !== undefined) return observed === generation
    return isApplied(this.#object)
  }

  #storedPayload(): unknown {
    return this.#machine.status.fields.has('payload') ? statusOf(this.#object)['payload'] : undefined
  }

  #storedState(): State {
    const { memory, status: declared } = this.#machine
    const status = statusOf(this.#object)
    const shown = declared.fields.has('state') ? states.find((one) => one === status['state']) : undefined
    if (shown !== undefined) return shown
    const isReady = findCondition(conditionsIn(status), 'Ready')?.status === 'True'
    return memory.states.get(this.#object.metadata.uid) ?? (isReady ? 'Succeeded' : 'Pending')
  }

  /** Takes status fields from an observation. A missing resource has none. */
  saw({ verdict, status, payload }: Verification): void {
    if (payload !== undefined) this.#payload = payload
    this.#problem = undefined
    if (status !== undefined) this.#take(status as StatusParts)
    else if (verdict === 'Missing') this.#seen = {}
  }

  #take(status: StatusParts): void {
    const { fields, problem } = usableStatus(this.#machine.resource, this.#object, status)
    this.#seen = fields
    this.#problem = problem
  }

  /** The observed resource has another owner: show nothing of it. */
  disown(): void {
    this.#seen = {}
    this.#problem = undefined
    this.#payload = this.#storedPayload()
  }

  keep(payload: unknown): void {
    this.#payload = payload
  }

  /** Written once, at the end of the reconcile: the last report wins. */
  report(report: Report): void {
    this.#report = report
  }

  /**
   * Writes a state before a call that may take long. A failure to write it is ignored: a call announced on the object must be made, or
   * the record would be ambiguous.
   *
   * Returns the resulting object, even if another one has its name; `undefined` if nothing was written.
   *
   * @param object as of the last write
   */
  async show(state: State, object: KubeObject): Promise<KubeObject | undefined> {
    const report: Report = { state, reason: state, message: '', standing: 'under way' }
    if (state === this.#reported) return undefined
    this.#move(report)
    this.#report = report
    if (!this.#machine.status.fields.has('state')) return undefined
    return await this.#write(report, object).catch((error: unknown) => {
      this.#ctx.log.debug('state could not be written to status', { state, error })
      return undefined
    })
  }

  /** An object recreated under the same name is left alone: the state is not its own. */
  async #write(report: Report, object: KubeObject): Promise<KubeObject> {
    const { client, signal } = this.#ctx
    const { resource } = this.#machine
    let latest = object
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#apply(report, latest)
      } catch (error) {
        if (!isConflict(error) || attempt === mostAttempts) throw error
      }
      latest = await client.get(resource, refOf(object), { signal })
      if (latest.metadata.uid !== object.metadata.uid) return latest
    }
  }

  /** Sends the resourceVersion: on a status write the server does not check the uid. */
  async #apply(report: Report, object: KubeObject): Promise<KubeObject> {
    const { client, clock, signal } = this.#ctx
    const { resource, name: fieldManager } = this.#machine
    const { apiVersion, kind, metadata } = object
    const body = {
      apiVersion,
      kind,
      metadata: { ...refOf(object), resourceVersion: metadata.resourceVersion },
      status: this.#whole(report, object, clock.now()),
    }
    return await client.status.apply(resource, body as never, { fieldManager, force: true, signal })
  }

  /** Sets the final status, and reports changes. */
  notify(): void {
    const report = this.#lastWord()
    if (report === undefined) return
    this.#move(report)
    if (!this.#machine.status.exists) return
    // Never rejects: it only schedules the write.
    void this.#ctx.setStatus(this.#fields(report) as never, this.#judgements(report) as never)
  }

  /** A status that does not fit the kind is a bug in the program. The resource is unaffected, but the bug is reported. */
  #lastWord(): Report | undefined {
    const report = this.#report
    if (this.#problem === undefined || report === undefined || report.standing === 'failed') return report
    const message = sanitizedText(
      `status fields of the observation do not fit the schema of the kind and are left out: ${this.#problem}`,
    )
    return { ...report, reason: 'StatusInvalid', message, standing: 'failed' }
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

  #whole(report: Report, object: KubeObject, now: number): StatusParts {
    const { generation } = this.#object.metadata
    const judgements = Object.entries(this.#judgements(report))
    if (judgements.length === 0) return this.#fields(report)
    const observed = generation === undefined ? {} : { observedGeneration: generation }
    const conditions = judgements.reduce(
      (all, [type, judgement]) => setCondition(all, { type, ...judgement!, ...observed }, now),
      conditionsIn(statusOf(object)),
    )
    const ours = conditions.filter(({ type }) => this.#machine.status.conditions.has(type as ConditionType))
    return { ...this.#fields(report), ...observed, conditions: ours }
  }

  #move({ state, reason, message, standing }: Report): void {
    const from = this.#reported
    if (from === state) return
    this.#reported = state
    const { memory, observer, name } = this.#machine
    const object = refOf(this.#object)
    memory.states.set(this.#object.metadata.uid, state)
    observer?.moved?.({ controller: name, object, from, to: state })
    if (state === 'Succeeded') observer?.becameReady?.({ controller: name, object, afterMs: this.#notReadyForMs() })
    const { events } = this.#ctx
    if (standing === 'failed') events.warning(reason, message)
    else events.normal(state, message === '' ? stateNotes[state] : message)
  }

  /** Since it was last ready, or since its creation. */
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
  Verifying: 'An operation of the provider is in progress.',
  Completing: 'It matches the spec; follow-up steps are in progress.',
  Succeeded: 'It matches the spec.',
  Recreating: 'It is being deleted, to be recreated.',
  Failed: 'It failed.',
  Terminating: 'It is being deleted.',
}

function conditionsIn(status: StatusParts): readonly Condition[] {
  return (status['conditions'] as readonly Condition[] | undefined) ?? []
}
