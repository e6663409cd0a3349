/**
 * Plans without search for the family of `lifecycle-family.ts`, in time linear in the size of the topology.
 *
 * Every step is forced: pending faults must be handled first, a node that must be up and is not takes one or two operations, and a node
 * that
 * must go down takes all its dependents with it. So no plan is cheaper.
 */
import type { CompiledTopology, Locals } from '../compiled/compiled-topology.ts'
import { configurationOf, type EnabledMove } from '../compiled/moves.ts'
import { settleLocals } from '../compiled/settling.ts'
import type { Goal } from '../global-state.ts'
import { normalGoal } from '../state-value.ts'
import { type Family, lifecycleFamily } from './lifecycle-family.ts'
import { type Found, moveCost, type NotFound } from './search.ts'

/** The goal of a node. */
type Wish = 'up' | 'down'

/** A plan, a proof that there is none, or `undefined` if a search is needed. */
export function linearPlan(compiled: CompiledTopology, start: Locals, goal: Goal): Found | NotFound | undefined {
  const family = lifecycleFamily(compiled)
  const wishes = family && wishesOf(compiled, family, goal)
  if (family === undefined || wishes === undefined) return undefined
  const locals = start.slice()
  const moves = settleLocals(compiled, locals)
  const needed = neededNodes(family, wishes)
  for (const node of needed)
    if (wishes.get(node) === 'down') return { status: 'unreachable', explored: moves.length + 1 }
  const falling = fallingNodes(family, wishes, locals)
  if (falling.size > 0 && !family.hasUnitCosts) return undefined
  const take = (node: number) => moves.push(cheapestMove(compiled, locals, node))
  for (const node of family.order.toReversed()) if (falling.has(node)) take(node)
  for (const [node, wish] of wishes) if (wish === 'down' && locals[node] !== family.roles[node]!.down) take(node)
  for (const node of family.order) {
    if (!needed.has(node) || locals[node] === family.roles[node]!.up) continue
    if (locals[node] !== family.roles[node]!.down) take(node)
    take(node)
  }
  return {
    status: 'found',
    moves,
    cost: moves.reduce((sum, move) => sum + moveCost(move), 0),
    explored: moves.length + 1,
  }
}

/** The goal of each named node; `undefined` if it is neither up nor down. */
function wishesOf(compiled: CompiledTopology, { roles }: Family, goal: Goal): ReadonlyMap<number, Wish> | undefined {
  const wishes = new Map<number, Wish>()
  for (const { node, anyOf } of normalGoal(compiled.topology.nodes, goal)) {
    const number = compiled.nodeNumbers.get(node)!
    const [state, ...more] = anyOf!
    const index = compiled.automata[number]!.states.indexOf(state ?? '')
    const { up, down } = roles[number]!
    if (more.length > 0 || (index !== up && index !== down)) return undefined
    wishes.set(number, index === up ? 'up' : 'down')
  }
  return wishes
}

/** The nodes that must be up, and their transitive needs. */
function neededNodes({ roles }: Family, wishes: ReadonlyMap<number, Wish>): ReadonlySet<number> {
  const needed = new Set([...wishes].filter(([, wish]) => wish === 'up').map(([node]) => node))
  for (const node of needed) for (const provider of roles[node]!.needs) needed.add(provider)
  return needed
}

/** The nodes that are up and must not be, or need one that must not be. */
function fallingNodes(
  { roles, neededBy }: Family,
  wishes: ReadonlyMap<number, Wish>,
  locals: Locals,
): ReadonlySet<number> {
  const isUp = (node: number) => locals[node] === roles[node]!.up
  const falling = new Set([...wishes].filter(([node, wish]) => wish === 'down' && isUp(node)).map(([node]) => node))
  for (const node of falling) for (const other of neededBy[node]!) if (isUp(other)) falling.add(other)
  return falling
}

/** Takes the cheapest operation of `node`: in this family all of them lead to the same state. */
function cheapestMove(compiled: CompiledTopology, locals: Locals, node: number): EnabledMove {
  const moves = configurationOf(compiled, locals, node).operations.filter(({ controllable }) => controllable)
  const move = moves.reduce((best, other) => (other.cost < best.cost ? other : best))
  locals[node] = move.next
  return { kind: 'operation', node, move }
}
