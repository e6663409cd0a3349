/** The parts of a world without a server, for their tests. */
import { VirtualClock } from '@kubewright/core/testing'
import { guideFor } from '../guide.ts'
import { type PlannedFault, planOf } from '../../plan/plan.ts'
import { PlannedFaults } from '../../plan/planned-faults.ts'
import { Trace, type TraceEntry } from '../../trace/trace.ts'
import { Actions } from '../actions.ts'
import { Actor, type Role } from '../actor.ts'
import { CallQueue } from '../call-queue.ts'
import { ConnectionClock } from '../../../cluster/connection-clock.ts'
import { CurrentOutage } from '../current-outage.ts'
import { FaultInjector } from '../fault-injector.ts'
import { FootprintRecorder } from '../footprint-recorder.ts'
import type { Harness } from '../harness.ts'
import { InstanceFaults } from '../instance-faults.ts'
import type { OpenWatch } from '../open-watch.ts'
import { Progress } from '../progress.ts'
import { StaleViews } from '../stale-views.ts'
import { TimePassage } from '../time-passage.ts'
import { WatchDelivery } from '../watch-delivery.ts'
import type { Call } from '../world-call.ts'

export interface TestWorldOptions {
  readonly faults?: readonly PlannedFault[]
  readonly maxActions?: number
  readonly isReconciling?: () => boolean
}

export function testWorld({ faults = [], maxActions = 100, isReconciling = () => false }: TestWorldOptions = {}) {
  const plan = planOf(...faults)
  const clock = new VirtualClock({ settle: async () => undefined })
  /** The calls of the harness. */
  const asked: string[] = []
  const harness: Harness = {
    startInstance: () => void asked.push('start'),
    handOver: () => void asked.push('hand over'),
    isReconciling,
    collectGarbage: async () => false,
    fingerprint: async (pending) => pending,
    afterChange: async (by) => void asked.push(`${by} changed something`),
  }
  const trace = new Trace()
  const progress = new Progress(clock, maxActions)
  const footprints = new FootprintRecorder(true)
  const lower = {
    clock,
    harness,
    trace,
    progress,
    footprints,
    guide: guideFor(plan.schedule),
    actions: new Actions(),
    faults: new PlannedFaults(plan),
    failing: new Map<string, string>(),
    connectionClock: new ConnectionClock(clock),
    outage: new CurrentOutage(trace, footprints),
    staleViews: new StaleViews(trace, progress),
  }
  const instances = new InstanceFaults(lower)
  const injector = new FaultInjector({ ...lower, instances })
  const upper = { instances, injector, calls: new CallQueue(lower.actions, injector) }
  const parts = { ...lower, ...upper, watches: new WatchDelivery(lower), time: new TimePassage(lower, 30_000) }
  return { ...parts, asked, actor: (name: string, role: Role = 'operator') => new Actor(name, role, clock) }
}

/** A call that resolves to its label. */
export function callOf(label: string, more: Partial<Call<string>> = {}): Call<string> {
  return {
    label,
    thread: label,
    writes: true,
    isAside: false,
    touches: [],
    send: async () => ({ answer: label, status: 200, changed: true }),
    refused: (status) => new Error(`refused with ${status}`),
    ...more,
  }
}

/** A watch that records how it ends. */
export function watchOf(actor: Actor, kind: string): OpenWatch & { readonly ends: readonly string[] } {
  const ends: string[] = []
  const [cut, expire] = [() => void ends.push('cut'), () => void ends.push('expired')]
  return { isHeld: false, kind, actor, label: `watch ${kind}`, ends, cut, expire }
}

/** The trace as text: notes as they are, calls with their fate, events with their number. */
export function textOf({ entries }: Trace): readonly string[] {
  return entries.map(textOfEntry)
}

function textOfEntry(entry: TraceEntry): string {
  if (entry.type === 'note') return entry.text
  if (entry.type === 'event') return `${entry.by} ${entry.change} ${entry.object} ${entry.nth}`
  if (entry.type === 'call') return `${entry.call} ${entry.nth}: ${entry.fate ?? entry.status}`
  return entry.type
}
