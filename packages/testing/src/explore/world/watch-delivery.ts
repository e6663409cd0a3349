/**
 * Delivers the events of watches, one action each, and injects the planned faults: a watch is held, expires, or breaks.
 *
 * Guarantees
 * - Events of one watch are delivered in order.
 * - An event that counts is traced once, when it is delivered.
 */
import type { PlannedFaults } from '../plan/planned-faults.ts'
import type { Trace, TraceEntry } from '../trace/trace.ts'
import type { Action, Actions } from './actions.ts'
import { clusterOfKind, kindWithoutCluster } from '../../requests/cluster-place.ts'
import type { CurrentOutage } from './current-outage.ts'
import type { FootprintRecorder } from './footprint-recorder.ts'
import type { OpenWatch, WatchEvent } from './open-watch.ts'
import type { Progress } from './progress.ts'
import type { StaleViews } from './stale-views.ts'

export interface WatchDeliveryParts {
  readonly actions: Actions
  readonly faults: PlannedFaults
  readonly footprints: FootprintRecorder
  readonly outage: CurrentOutage
  readonly progress: Progress
  readonly staleViews: StaleViews
  readonly trace: Trace
}

/** Something to deliver: an event, or a line that is none. */
export interface Delivery {
  readonly watch: OpenWatch
  readonly event: WatchEvent | undefined
  readonly deliver: () => void
}

interface EventDelivery extends Delivery {
  readonly event: WatchEvent
}

export class WatchDelivery {
  readonly #parts: WatchDeliveryParts

  constructor(parts: WatchDeliveryParts) {
    this.#parts = parts
  }

  enqueue(delivery: Delivery): void {
    const { actor, kind } = delivery.watch
    if (actor.isFenced) return
    const isCounted = delivery.event !== undefined && actor.role === 'operator' && !actor.isStandby
    const known = isCounted ? { event: { kind } } : {}
    this.#parts.actions.add({ ...actionOf(delivery), perform: () => this.#perform(delivery), ...known })
  }

  #perform(delivery: Delivery): void {
    const { watch, event } = delivery
    this.#recordFootprint(watch)
    if (event === undefined || watch.actor.role !== 'operator') return delivery.deliver()
    if (watch.actor.isStandby) return this.#deliver({ ...delivery, event }, 0)
    if (!this.#isCut(watch)) this.#deliverCounted({ ...delivery, event })
  }

  /** The order of events of two kinds is irrelevant, unless a mapping function reads both. */
  #recordFootprint({ actor, kind }: OpenWatch): void {
    const { footprints } = this.#parts
    const isMapped = actor.mappedKinds.has(kindWithoutCluster(kind))
    footprints.touch(`the memory of ${actor.name}`, isMapped ? 'changed' : 'read')
    footprints.touch(`the cache of ${actor.name} for ${kind}`)
  }

  #deliverCounted(delivery: EventDelivery): void {
    const { faults, staleViews, actions, trace } = this.#parts
    const { watch } = delivery
    const nth = faults.countEvent(watch.kind)
    const fault = faults.atEvent(watch.kind, nth)
    if (fault?.type === 'hold') {
      staleViews.hold(watch, fault)
      // A held event is delivered, and traced, later.
      return void actions.addFirst({ ...actionOf(delivery), perform: () => this.#deliver(delivery, nth) })
    }
    this.#deliver(delivery, nth)
    if (fault?.type !== 'expire') return
    trace.note(`the watch of ${watch.kind} expires`)
    watch.expire()
  }

  /** A watch over a cut link breaks when it would have delivered an event. */
  #isCut(watch: OpenWatch): boolean {
    const { faults, outage, progress, trace } = this.#parts
    const cluster = clusterOfKind(watch.kind)
    const cut = cluster === undefined ? undefined : faults.cutAt(progress.step, cluster)
    if (cut === undefined) return false
    outage.begin(cut)
    trace.note(`the watch of ${watch.kind} breaks`)
    outage.addBrokenWatch(watch.label)
    watch.cut()
    return true
  }

  #deliver({ watch: { actor, kind }, event, deliver }: EventDelivery, nth: number): void {
    const entry: TraceEntry = { type: 'event', by: actor.name, kind, nth, change: event.type, object: event.object }
    this.#parts.trace.add(entry)
    deliver()
  }
}

function actionOf({ watch, event }: Delivery): Omit<Action, 'perform'> {
  const { actor, kind } = watch
  return { actor, line: watch, thread: `${actor.name} hears of ${kind}`, what: event?.text ?? '' }
}
