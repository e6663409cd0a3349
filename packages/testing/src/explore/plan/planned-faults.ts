/** The faults of a plan. Each is dealt once, at its moment. Counts the moments. */
import { endOf, hits, type Outage } from './outages.ts'
import type { Plan, PlannedFault } from './plan.ts'

type CallFault = Extract<PlannedFault, { readonly at: unknown }>
type EventFault = Extract<PlannedFault, { readonly from: unknown }>
type StepFault = Exclude<Extract<PlannedFault, { readonly step: number }>, Outage>

export class PlannedFaults {
  readonly #left: Set<PlannedFault>
  readonly #outages: readonly Outage[]
  readonly #calls = new Map<string, number>()
  readonly #events = new Map<string, number>()
  /** The number of injected faults. */
  dealt = 0

  constructor({ faults }: Plan) {
    this.#left = new Set(faults)
    this.#outages = faults.filter((fault) => fault.type === 'outage')
  }

  /** Faults whose moment has not come yet. */
  get left(): readonly PlannedFault[] {
    return [...this.#left]
  }

  /** Adds a fault to the plan. */
  add(fault: PlannedFault): void {
    this.#left.add(fault)
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
    return this.#deal((fault) => 'at' in fault && fault.at.call === call && fault.at.nth === nth)
  }

  atEvent(kind: string, nth: number): EventFault | undefined {
    return this.#deal((fault) => 'from' in fault && fault.from.kind === kind && fault.from.nth === nth)
  }

  atStep(type: StepFault['type'], step: number): StepFault | undefined {
    return this.#deal((fault) => fault.type === type && 'step' in fault && fault.step === step)
  }

  /** The outage that affects a call in this step. Outages persist: they are dealt repeatedly. */
  outageAt(step: number, call: { readonly label: string; readonly writes: boolean }): Outage | undefined {
    const outage = this.#outages.find((one) => one.step <= step && step < endOf(one) && hits(one, call))
    if (outage === undefined) return undefined
    this.#left.delete(outage)
    this.dealt++
    return outage
  }

  /** The outage that cuts the link to another cluster, and with it its watches. */
  cutAt(step: number, cluster: string): Outage | undefined {
    const isIt = ({ of, answer }: Outage) => 'link' in of && of.link === cluster && answer === 'cut'
    const outage = this.#outages.find((one) => one.step <= step && step < endOf(one) && isIt(one))
    if (outage === undefined) return undefined
    this.#left.delete(outage)
    this.dealt++
    return outage
  }

  #deal<Found extends PlannedFault>(isIt: (fault: PlannedFault) => boolean): Found | undefined {
    for (const fault of this.#left) {
      if (!isIt(fault)) continue
      this.#left.delete(fault)
      this.dealt++
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
