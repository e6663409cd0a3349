/** The enabled actions, and the faults that can be injected with them. Pure. */
import type { NamedAction } from '../world/actions.ts'
import type { PlannedFaults } from './planned-faults.ts'
import { type Option, timePasses } from './guide.ts'
import type { PlannedFault } from './plan.ts'

/** @param canPass whether time can pass instead */
export function optionsOf(
  actions: readonly NamedAction[],
  deck: Pick<PlannedFaults, 'nextCall' | 'nextEvent'>,
  canPass: boolean,
): readonly Option[] {
  const time: Option = { id: timePasses, thread: timePasses, takes: timePasses }
  return [...actions.map(plain), ...actions.flatMap((action) => surprising(action, deck)), ...(canPass ? [time] : [])]
}

export function plain({ id, thread }: NamedAction): Option {
  return { id, thread, takes: id }
}

function surprising(action: NamedAction, deck: Pick<PlannedFaults, 'nextCall' | 'nextEvent'>): readonly Option[] {
  const { id, thread } = action
  return surprisesOf(action, deck).map((surprise) => ({
    id: `${id}: ${nameOf(surprise)}`,
    thread,
    takes: id,
    surprise,
  }))
}

function surprisesOf(
  { call, event }: NamedAction,
  deck: Pick<PlannedFaults, 'nextCall' | 'nextEvent'>,
): readonly PlannedFault[] {
  if (event !== undefined) return [{ type: 'expire', from: { kind: event.kind, nth: deck.nextEvent(event.kind) } }]
  if (call === undefined) return []
  const { label, writes } = call
  const at = { call: label, nth: deck.nextCall(label) }
  const failed: PlannedFault = { type: 'fail', at, status: 500 }
  if (!writes) return [failed]
  const conflict: readonly PlannedFault[] = mayConflict(label) ? [{ type: 'fail', at, status: 409 }] : []
  return [{ type: 'crash', at, when: 'after' }, { type: 'lost', at }, { type: 'handover', at }, ...conflict, failed]
}

/** Creates do not conflict, and external services have no conflicts. */
export function mayConflict(call: string): boolean {
  return !call.startsWith('create ') && call.includes(' ')
}

function nameOf(fault: PlannedFault): string {
  return fault.type === 'fail' ? `${fault.status}` : fault.type
}
