/**
 * Recognizes applications whose nodes are unavailable, running or crashed, and have the same needs while starting and running. Their plans
 * need no search.
 */
import type { CompiledTopology } from '../compiled/compiled-topology.ts'
import type { NodeAutomaton } from '../compiled/node-automaton.ts'

/** The roles of the states of one node. */
export interface Roles {
  readonly down: number
  readonly up: number
  /** -1 if the node has no such state. */
  readonly crashed: number
  /** The nodes that must be up while this one is. */
  readonly needs: readonly number[]
}

export interface Family {
  readonly roles: readonly Roles[]
  /** Topological order: every node after the nodes it needs. */
  readonly order: readonly number[]
  /** For each node, the nodes that need it. */
  readonly neededBy: readonly (readonly number[])[]
  /** Whether every operation costs 1, like handling a fault. */
  readonly hasUnitCosts: boolean
}

const families = new WeakMap<CompiledTopology, Family | 'none'>()

/** The roles of all nodes, or `undefined` if one has another protocol or the needs are cyclic. */
export function lifecycleFamily(compiled: CompiledTopology): Family | undefined {
  let family = families.get(compiled)
  if (family === undefined) families.set(compiled, (family = recognise(compiled) ?? 'none'))
  return family === 'none' ? undefined : family
}

function recognise(compiled: CompiledTopology): Family | undefined {
  if (compiled.hardRecovery && compiled.containers.some((container) => container >= 0)) return undefined
  const roles: Roles[] = []
  for (const automaton of compiled.automata) {
    const states = statesOf(automaton)
    if (states === undefined) return undefined
    const needs = providersOf(compiled, automaton, states.up)
    if (needs === undefined) return undefined
    roles.push({ ...states, needs })
  }
  const neededBy: number[][] = roles.map(() => [])
  roles.forEach(({ needs }, node) => needs.forEach((provider) => neededBy[provider]!.push(node)))
  const order = topologicalOrder(roles, neededBy)
  const isOffered = compiled.requirements.every(({ providers }) => {
    const { offers } = compiled.automata[providers[0]!]!
    return offers[roles[providers[0]!]!.up]![providers[1]!] === 1
  })
  if (order === undefined || !isOffered) return undefined
  const hasUnitCosts = compiled.automata.every(({ transitions }) => transitions.flat().every(({ cost }) => cost === 1))
  return { roles, order, neededBy, hasUnitCosts }
}

function statesOf(automaton: NodeAutomaton): Omit<Roles, 'needs'> | undefined {
  const { node, states, initialState: down, transitions, handlers, needs, offers } = automaton
  if (node.replicas !== undefined || states.length < 2 || states.length > 3) return undefined
  const isIdle = (state: number) => needs[state]!.length === 0 && offers[state]!.every((offered) => offered === 0)
  const started = targets(transitions[down]!)
  const [up] = started
  if (up === undefined || started.size !== 1 || up === down) return undefined
  const crashed = states.findIndex((_, state) => state !== down && state !== up)
  const rest = crashed < 0 ? [down] : [down, crashed]
  if (!rest.every(isIdle)) return undefined
  if (![up, ...rest].every((state) => state === down || isOnly(targets(transitions[state]!), down))) return undefined
  if (!needs[up]!.every((requirement) => handlers[up]!.has(requirement))) return undefined
  const fallback = new Set(handlers[up]!.values())
  if (fallback.size > 1) return undefined
  const operations = transitions.flatMap((all, from) =>
    all.filter(({ controllable }) => controllable).map((move) => ({ ...move, from })),
  )
  const fits = operations.every(
    ({ from, alternatives }) => alternatives.length === 1 && isSame(alternatives[0]!, from === down ? needs[up]! : []),
  )
  return fits ? { down, up, crashed } : undefined
}

/** The targets of controllable transitions. */
function targets(transitions: NodeAutomaton['transitions'][number]): ReadonlySet<number> {
  return new Set(transitions.filter(({ controllable }) => controllable).map(({ to }) => to))
}

function isOnly(set: ReadonlySet<number>, value: number): boolean {
  return set.size === 1 && set.has(value)
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((requirement) => other.includes(requirement))
}

function providersOf(compiled: CompiledTopology, { needs }: NodeAutomaton, up: number): readonly number[] | undefined {
  const bound = needs[up]!.map((requirement) => compiled.requirements[requirement]!.providers)
  return bound.some((providers) => providers.length !== 2)
    ? undefined
    : [...new Set(bound.map((providers) => providers[0]!))]
}

function topologicalOrder(
  roles: readonly Roles[],
  neededBy: readonly (readonly number[])[],
): readonly number[] | undefined {
  const missing = roles.map(({ needs }) => needs.length)
  const order = [...roles.keys()].filter((node) => missing[node] === 0)
  for (const node of order) for (const other of neededBy[node]!) if (--missing[other]! === 0) order.push(other)
  return order.length === roles.length ? order : undefined
}
