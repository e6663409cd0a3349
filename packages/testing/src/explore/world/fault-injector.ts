/**
 * Performs calls, and injects the planned faults: a call fails, its response is lost, or its caller crashes.
 *
 * Guarantees
 * - Each call is traced once, with its response and its outcome for the caller. Calls before which the caller crashes or is suspended are
 *   not traced as calls.
 */
import type { VirtualClock } from '@kubewright/core/testing'
import type { Outage } from '../plan/outages.ts'
import type { CallFault, PlannedFaults } from '../plan/planned-faults.ts'
import type { Trace, TraceEntry } from '../trace/trace.ts'
import type { Actor } from './actor.ts'
import type { CurrentOutage } from './current-outage.ts'
import type { FootprintRecorder } from './footprint-recorder.ts'
import { type Harness, reportChange } from './harness.ts'
import { connectionLost } from './injected-answer.ts'
import type { InstanceFaults } from './instance-faults.ts'
import { answerInOutage, answerOverLink, letsPass, type Settle } from './outage-answer.ts'
import type { Progress } from './progress.ts'
import { type Call, fateOf, isCounted, isFaultableAside, type Sent, sentOf } from './world-call.ts'

export interface FaultInjectorParts {
  readonly clock: VirtualClock
  readonly faults: PlannedFaults
  readonly footprints: FootprintRecorder
  readonly harness: Pick<Harness, 'handOver' | 'afterChange'>
  readonly instances: InstanceFaults
  readonly outage: CurrentOutage
  readonly progress: Progress
  readonly trace: Trace
}

type CallEntry = Omit<Extract<TraceEntry, { type: 'call' }>, 'changed'>

interface Attempt<Answer> {
  readonly actor: Actor
  readonly call: Call<Answer>
  readonly settle: Settle<Answer>
  readonly entry: CallEntry
  /** Whether faults apply to the call. */
  readonly isFaultable: boolean
  readonly fault: CallFault | undefined
}

export class FaultInjector {
  readonly #parts: FaultInjectorParts

  constructor(parts: FaultInjectorParts) {
    this.#parts = parts
  }

  async perform<Answer>(actor: Actor, call: Call<Answer>, settle: Settle<Answer>): Promise<void> {
    const attempt = this.#begin(actor, call, settle)
    this.#recordFootprint(attempt)
    if (this.#isPrevented(attempt)) return
    const outage = this.#outageOf(attempt)
    if (outage !== undefined && !letsPass(outage)) return this.#refuse(attempt, outage)
    if (outage !== undefined) this.#parts.outage.begin(outage)
    if (attempt.fault?.type === 'handover') this.#parts.harness.handOver()
    try {
      const sent = await call.send()
      const isAnswered = this.#record(attempt, sent, outage)
      if (sent.changed && !call.isAside) await reportChange(this.#parts, actor.role)
      if (!isAnswered) this.#answer(attempt, sent.answer)
    } catch (error) {
      this.#parts.trace.add({ ...attempt.entry, status: 'failed', answer: String(error), changed: false })
      settle.reject(error)
    }
  }

  /** Counts the call, and takes the fault that is planned for it. */
  #begin<Answer>(actor: Actor, call: Call<Answer>, settle: Settle<Answer>): Attempt<Answer> {
    const { faults } = this.#parts
    const { label, writes } = call
    const isAside = isFaultableAside(actor, call)
    const isFaultable = isCounted(actor, call) || isAside
    const count = isFaultable ? faults.countCall(label) : 0
    const fault = isFaultable ? faults.atCall(label, count) : undefined
    const counts = isAside ? { nth: 0, aside: count } : { nth: count }
    const entry = { type: 'call', by: actor.name, call: label, ...counts, writes, ...sentOf(call) } as const
    return { actor, call, settle, entry, isFaultable, fault }
  }

  #recordFootprint<Answer>({ actor, call, fault }: Attempt<Answer>): void {
    const { footprints } = this.#parts
    if (fault !== undefined) footprints.touchAll()
    footprints.touch(`the memory of ${actor.name}`, call.isAnsweredByEvents === true ? 'read' : 'changed')
    if (call.touches === 'everything') footprints.touchAll()
    else for (const [place, how] of call.touches) footprints.touch(place, how)
  }

  /** Injects a fault that keeps the call from being sent. Returns whether there was one. */
  #isPrevented<Answer>({ actor, call, settle, entry, fault }: Attempt<Answer>): boolean {
    const { instances, trace } = this.#parts
    if (fault?.type === 'crash' && fault.when === 'before') instances.crash(actor, `before "${call.label}"`)
    else if (fault?.type === 'overlap') instances.suspend(actor, call, fault.until)
    else if (fault?.type === 'fail') {
      trace.add({ ...entry, changed: false, fate: `answered with ${fault.status}` })
      const answer = call.refused(fault.status)
      if (answer instanceof Error) settle.reject(answer)
      else settle.resolve(answer)
    } else if (fault?.type === 'unsent') {
      trace.add({ ...entry, changed: false, fate: 'the connection breaks before it is sent' })
      settle.reject(connectionLost(call.label))
    } else return false
    return true
  }

  #outageOf<Answer>({ call, isFaultable, fault }: Attempt<Answer>): Outage | undefined {
    const { faults, progress } = this.#parts
    return isFaultable && fault === undefined ? faults.outageAt(progress.step, call) : undefined
  }

  #refuse<Answer>({ call, settle, entry }: Attempt<Answer>, current: Outage): void {
    const { clock, outage, trace } = this.#parts
    outage.begin(current)
    if (call.label.startsWith('watch ')) outage.addBrokenWatch(call.label)
    trace.add({ ...entry, changed: false, fate: answerInOutage(current, call, settle, clock) })
  }

  /** Traces a call that was sent. Returns whether the outage has answered it. */
  #record<Answer>(
    { actor, call: { label }, settle, entry, fault }: Attempt<Answer>,
    { answer, status, text, changed }: Sent<Answer>,
    current: Outage | undefined,
  ): boolean {
    const { clock, outage, trace } = this.#parts
    if (actor.role === 'operator') outage.removeBrokenWatch(label)
    const over = current === undefined ? undefined : answerOverLink(current, { label, answer }, settle, clock)
    const fate = over === undefined ? fateOf(fault) : { fate: over }
    trace.add({ ...entry, status, ...(text === undefined ? {} : { answer: text }), changed, ...fate })
    return over !== undefined
  }

  #answer<Answer>({ actor, call, settle, fault }: Attempt<Answer>, answer: Answer): void {
    if (fault?.type === 'lost') settle.reject(connectionLost(call.label))
    else if (fault?.type === 'crash') this.#parts.instances.crash(actor, `after "${call.label}"`)
    else settle.resolve(answer)
  }
}
