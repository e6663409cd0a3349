/** The faults of a plan. Each is injected once, at its moment. Counts the moments. */
import { endOf, hits, type Outage } from './outages.ts'
import type { Plan, PlannedFault } from './plan.ts'

export type CallFault = Extract<PlannedFault, { readonly at: unknown }>
type EventFault = Extract<PlannedFault, { readonly from: unknown }>
type StepFault = Exclude<Extract<PlannedFault, { readonly step: number }>, Outage>

export class PlannedFaults {
  readonly #pending: Set<PlannedFault>
  readonly #outages: readonly Outage[]
  readonly #calls = new Map<string, number>()
  readonly #events = new Map<string, number>()
  /** The number of injected faults. */
  injected = 0

  constructor({ faults }: Plan) {
    this.#pending = new Set(faults)
    this.#outages = faults.filter((fault) => fault.type === 'outage')
  }

  /** Faults whose moment has not come yet. */
  get pending(): readonly PlannedFault[] {
    return [...this.#pending]
  }

  /** Adds a fault to the plan. */
  add(fault: PlannedFault): void {
    this.#pending.add(fault)
  }

  /** The number that the next call with this label will have. */
  nextCall(call: string): number {
    return (this.#calls.get(call) ?? 0) + 1
  }

  nextEvent(kind: string): number {
    return (this.#events.get(kind) ?? 0) + 1
  }

  countCall(call: string): number {
    return count(this.#calls, call)
  }

  countEvent(kind: string): number {
    return count(this.#events, kind)
  }

  atCall(call: string, nth: number): CallFault | undefined {
    return this.#take((fault) => 'at' in fault && fault.at.call === call && fault.at.nth === nth)
  }

  atEvent(kind: string, nth: number): EventFault | undefined {
    return this.#take((fault) => 'from' in fault && fault.from.kind === kind && fault.from.nth === nth)
  }

  atStep(type: StepFault['type'], step: number): StepFault | undefined {
    return this.#take((fault) => fault.type === type && 'step' in fault && fault.step === step)
  }

  /** The outage that affects a call in this step. Outages last, so one may be returned repeatedly. */
  outageAt(step: number, call: { readonly label: string; readonly writes: boolean }): Outage | undefined {
    const outage = this.#outages.find((one) => one.step <= step && step < endOf(one) && hits(one, call))
    if (outage === undefined) return undefined
    this.#pending.delete(outage)
    this.injected++
    return outage
  }

  /** The outage that cuts the link to another cluster, and with it its watches. */
  cutAt(step: number, cluster: string): Outage | undefined {
    const isIt = ({ of, answer }: Outage) => 'link' in of && of.link === cluster && answer === 'cut'
    const outage = this.#outages.find((one) => one.step <= step && step < endOf(one) && isIt(one))
    if (outage === undefined) return undefined
    this.#pending.delete(outage)
    this.injected++
    return outage
  }

  #take<Found extends PlannedFault>(isIt: (fault: PlannedFault) => boolean): Found | undefined {
    for (const fault of this.#pending) {
      if (!isIt(fault)) continue
      this.#pending.delete(fault)
      this.injected++
      return fault as Found
    }
    return undefined
  }
}

function count(counts: Map<string, number>, key: string): number {
  const next = (counts.get(key) ?? 0) + 1
  counts.set(key, next)
  return next
}
