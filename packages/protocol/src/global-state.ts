/**
 * Global states: the state of each node, or for a replicated node the number of its instances in each state.
 *
 * A goal is a partial global state. It may omit nodes, allow several states of a node, and require a minimum number of instances of a
 * replicated node in a state.
 */
import { setOwn } from '@kubewright/core/json'

/** The number of instances of a replicated node in each state. Omitted states have none. */
export type Counts<State extends string = string> = { readonly [Name in State]?: number }

/** The state of each node; the instance counts for a replicated node. */
export interface GlobalState {
  readonly [node: string]: string | Counts
}

/** A partial global state: the target of a plan. Omitted nodes may be in any state. */
export type Goal<State extends GlobalState = GlobalState> = {
  readonly [Node in keyof State]?: Wanted<State[Node]>
}

/** A state, or a list of acceptable states; counts for a replicated node. */
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

/** Quotes a name that would be ambiguous. */
function plain(name: string): string {
  return /^[\p{L}\p{N}_./:-]+$/u.test(name) ? name : JSON.stringify(name)
}
