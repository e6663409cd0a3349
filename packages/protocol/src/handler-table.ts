/**
 * Selects the fault handler of a node type for each fault.
 *
 * A handler declared on a state also applies to the smaller states below it: the handlers of a state are those reachable from the largest
 * state above it, if they keep no more requirements than the state has. Among those that give up a requirement, the one that keeps the most
 * others is chosen.
 */
import { append } from './append.ts'
import type { NodeType } from './node-type.ts'

type Needs = ReadonlySet<string>

export interface HandlerTable {
  /** The handlers of each state, inherited ones included. */
  readonly edges: ReadonlyMap<string, ReadonlySet<string>>
  /** For each state and each requirement it needs, the fallback state. Absent if the fault is not handled. */
  readonly targets: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/** Memoized: node types are frozen. */
const tables = new WeakMap<NodeType, HandlerTable>()

export function handlerTable(type: NodeType): HandlerTable {
  let table = tables.get(type)
  if (table === undefined) tables.set(type, (table = computeTable(type)))
  return table
}

export function isSubset(some: Needs, all: Needs): boolean {
  if (some.size > all.size) return false
  for (const one of some) if (!all.has(one)) return false
  return true
}

/** Why a handler is not well-formed, or `undefined`. */
export function handlerDefect(
  type: NodeType,
  from: string,
  to: string,
): 'capabilities' | 'requirements' | 'same' | undefined {
  const source = type.states.get(from)!
  const target = type.states.get(to)!
  if (!isSubset(new Set(target.offers), new Set(source.offers))) return 'capabilities'
  if (!isSubset(new Set(target.needs), new Set(source.needs))) return 'requirements'
  return target.needs.length === source.needs.length ? 'same' : undefined
}

function computeTable(type: NodeType): HandlerTable {
  const needs = new Map([...type.states].map(([state, { needs }]) => [state, new Set(needs)] as const))
  const reachable = closure(type)
  const top = topStates(needs, reachable)
  const edges = new Map<string, Set<string>>()
  const targets = new Map<string, Map<string, string>>()
  for (const [state, own] of needs) {
    const below = [...(reachable.get(top.get(state)!) ?? [])].filter((target) => isSubset(needs.get(target)!, own))
    edges.set(state, new Set(below))
    targets.set(state, chooseTargets(own, below, needs))
  }
  return { edges, targets }
}

/** For each state, the states reachable by well-formed handlers, in the order of declaration. */
function closure(type: NodeType): ReadonlyMap<string, ReadonlySet<string>> {
  const direct = new Map<string, string[]>()
  for (const { from, to } of type.faults) if (handlerDefect(type, from, to) === undefined) append(direct, from, to)
  const reachable = new Map<string, ReadonlySet<string>>()
  for (const state of type.states.keys()) {
    const found = new Set(direct.get(state))
    for (const next of found) for (const further of direct.get(next) ?? []) found.add(further)
    reachable.set(state, found)
  }
  return reachable
}

/** For each state, the state above it with the most needs, or itself. */
function topStates(
  needs: ReadonlyMap<string, Needs>,
  reachable: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, string> {
  const top = new Map([...needs.keys()].map((state) => [state, state]))
  for (const [above, below] of reachable)
    for (const state of below) if (isSubset(needs.get(top.get(state)!)!, needs.get(above)!)) top.set(state, above)
  return top
}

function chooseTargets(own: Needs, below: readonly string[], needs: ReadonlyMap<string, Needs>): Map<string, string> {
  const chosen = new Map<string, string>()
  for (const target of below)
    for (const requirement of own) {
      if (needs.get(target)!.has(requirement)) continue
      const current = chosen.get(requirement)
      if (current === undefined || isSubset(needs.get(current)!, needs.get(target)!)) chosen.set(requirement, target)
    }
  return chosen
}
