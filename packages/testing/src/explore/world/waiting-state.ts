/** The pending work of a world as text, for the fingerprint of a state. Pure. */
import type { NamedAction } from './actions.ts'
import type { Actor } from './actor.ts'
import type { PlannedFault } from '../plan/plan.ts'

export interface Waiting {
  readonly actions: readonly NamedAction[]
  readonly actors: readonly Actor[]
  readonly faults: readonly PlannedFault[]
  readonly failing: Iterable<string>
  /** Anything else that affects the future. */
  readonly more: readonly string[]
}

export function describeWaiting({ actions, actors, faults, failing, more }: Waiting): string {
  const waiting = actions.map(({ id, what, line }) => `${id} ${line?.isHeld === true ? 'held ' : ''}${what}`)
  const timers = actors.flatMap(({ name, dueInMs }) => dueInMs.map((ms) => `${name} ${ms}`))
  const planned = faults.map((fault) => JSON.stringify(fault))
  return [...waiting.sort(), ...timers.sort(), ...more, ...planned, ...[...failing].sort()].join('\n')
}
