/** Whether an operator did anything at all: without activity, "nothing found" means nothing. Pure. See decision 0228. */
import { type Finding, finding } from '../trace/finding.ts'
import type { TraceEntry } from '../trace/trace.ts'

/** The finding for a run without faults and without activity. */
export function idleness(entries: readonly TraceEntry[]): Finding | undefined {
  if (entries.some((entry) => entry.type === 'reconcile') || hasWritten(entries)) return undefined
  const steps = entries.flatMap((entry) => (entry.type === 'step' ? [entry.text] : []))
  const events = entries.flatMap((entry) => (entry.type === 'event' ? [`${entry.kind} ${entry.object}`] : []))
  return finding('scenario', `nothing is explored: ${whyIdle(steps, events)}`, steps.slice(0, 8))
}

export function hasWritten(entries: readonly TraceEntry[]): boolean {
  return entries.some((entry) => entry.type === 'call' && entry.nth > 0 && entry.writes)
}

function whyIdle(steps: readonly string[], events: readonly string[]): string {
  if (steps.length === 0)
    return 'the scenario takes no step, and the operator reconciles nothing. Let the scenario create an object that the operator reconciles'
  const received =
    events.length === 0 ? 'got no watch event' : `got watch events of ${[...new Set(events)].slice(0, 3).join(', ')}`
  return `the operator ${received}, and reconciles nothing. Let the scenario create objects of the kinds that its controllers reconcile, in the namespaces and with the labels that they select`
}
