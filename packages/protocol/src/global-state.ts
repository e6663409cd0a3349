/**
 * Global states: one state for each node, or for a replicated node how many of its instances are in each state.
 *
 * A goal is a part of a global state. It may leave nodes out, give a node several acceptable states, and ask of a
 * replicated node that at least so many instances are in a state.
 */
import { setOwn } from '@kubewright/core'

/** How many instances of a replicated node are in each state. A state that is left out has none. */
export type Counts<State extends string = string> = { readonly [Name in State]?: number }

/** One state for each node; the counts of its instances for a replicated node. */
export interface GlobalState {
  readonly [node: string]: string | Counts
}

/** A part of a global state: what a plan has to reach. Nodes that are left out may be in any state. */
export type Goal<State extends GlobalState = GlobalState> = {
  readonly [Node in keyof State]?: Wanted<State[Node]>
}

/** A state, or several of which one is enough; counts for a replicated node. */
type Wanted<Value> = [Extract<Value, string>] extends [never] ? Value : Value | readonly Extract<Value, string>[]

/** A plain object from entries, safe for a node that is called `__proto__`. */
export function toRecord<Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> {
  const record: Record<string, Value> = {}
  for (const [key, value] of entries) setOwn(record, key, value)
  return record
}

/**
 * A global state as one line of text, for messages and logs.
 *
 * @example
 * ```ts
 * formatState({ db: 'running', web: { running: 2, crashed: 1 } }) // => 'db=running web=running×2,crashed×1'
 * ```
 */
export function formatState(state: GlobalState): string {
  return Object.entries(state)
    .map(([node, value]) => `${plain(node)}=${typeof value === 'string' ? plain(value) : formatCounts(value)}`)
    .join(' ')
}

function formatCounts(counts: Counts): string {
  const occupied = Object.entries(counts).filter(([, count]) => (count ?? 0) > 0)
  return occupied.map(([state, count]) => `${plain(state)}×${count}`).join(',')
}

/** Quotes a name that would be read as something else. */
function plain(name: string): string {
  return /^[\p{L}\p{N}_./:-]+$/u.test(name) ? name : JSON.stringify(name)
}
