/** The enabled actions, and the faults that can be injected with them. Pure. */
import { mayConflict } from '../plan/conflicts.ts'
import type { NamedAction } from './actions.ts'
import type { PlannedFaults } from '../plan/planned-faults.ts'
import { type Option, timePasses } from './guide.ts'
import type { PlannedFault } from '../plan/plan.ts'

/** @param canPass whether time can pass instead */
export function optionsOf(
  actions: readonly NamedAction[],
  faults: Pick<PlannedFaults, 'nextCall' | 'nextEvent'>,
  canPass: boolean,
): readonly Option[] {
  const time: Option = { id: timePasses, thread: timePasses, takes: timePasses }
  return [...actions.map(plain), ...actions.flatMap((action) => withFaults(action, faults)), ...(canPass ? [time] : [])]
}

export function plain({ id, thread }: NamedAction): Option {
  return { id, thread, takes: id }
}

function withFaults(action: NamedAction, faults: Pick<PlannedFaults, 'nextCall' | 'nextEvent'>): readonly Option[] {
  const { id, thread } = action
  return faultsOf(action, faults).map((fault) => ({
    id: `${id}: ${nameOf(fault)}`,
    thread,
    takes: id,
    fault,
  }))
}

function faultsOf(
  { call, event }: NamedAction,
  faults: Pick<PlannedFaults, 'nextCall' | 'nextEvent'>,
): readonly PlannedFault[] {
  if (event !== undefined) return [{ type: 'expire', from: { kind: event.kind, nth: faults.nextEvent(event.kind) } }]
  if (call === undefined) return []
  const { label, writes } = call
  const at = { call: label, nth: faults.nextCall(label) }
  const failed: PlannedFault = { type: 'fail', at, status: 500 }
  if (!writes) return [failed]
  const conflict: readonly PlannedFault[] = mayConflict(label) ? [{ type: 'fail', at, status: 409 }] : []
  return [{ type: 'crash', at, when: 'after' }, { type: 'lost', at }, { type: 'handover', at }, ...conflict, failed]
}

function nameOf(fault: PlannedFault): string {
  return fault.type === 'fail' ? `${fault.status}` : fault.type
}
