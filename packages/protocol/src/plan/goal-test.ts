/** Tests whether a global state reaches a goal, and computes lower bounds of the distance. */
import { toLocals } from '../compiled/codec.ts'
import type { CompiledTopology, Locals } from '../compiled/compiled-topology.ts'
import { fallbackCost, isSettled } from '../compiled/moves.ts'
import type { NodeAutomaton } from '../compiled/node-automaton.ts'
import type { Goal } from '../global-state.ts'
import { normalGoal } from '../state-value.ts'
import { recoverableStates } from './recoverable-states.ts'

export interface GoalTest {
  /** Whether only settled states reach it. */
  readonly isSettled: boolean
  /** Whether `locals` reaches the goal. */
  isReached(locals: Locals): boolean
  /** A lower bound of the cost from `locals`; `Infinity` if the goal cannot be reached. */
  distance(locals: Locals): number
  /** The contribution of one node. */
  distanceOf(node: number, configuration: number): number
}

interface NodeTest {
  readonly node: number
  matches(configuration: number): boolean
  distance(configuration: number): number
}

/**
 * Unless `settled` is false, a goal is reached only if no fault is pending and no hard recovery is due. The lower bound holds for plans
 * from
 * `start`.
 */
export function goalTest(
  compiled: CompiledTopology,
  goal: Goal,
  settled: boolean,
  start: Locals = toLocals(compiled, compiled.topology.initial),
): GoalTest {
  const tests = normalGoal(compiled.topology.nodes, goal).map(({ node, anyOf, atLeast }): NodeTest => {
    const number = compiled.nodeNumbers.get(node)!
    const automaton = compiled.automata[number]!
    const canRecover = recoverableStates(compiled, number, start)
    return anyOf !== undefined
      ? stateTest(number, automaton, anyOf, canRecover)
      : countTest(number, automaton, atLeast!)
  })
  const byNode = new Map(tests.map((test) => [test.node, test]))
  return {
    isSettled: settled,
    isReached: (locals) =>
      tests.every((test) => test.matches(locals[test.node]!)) && (!settled || isSettled(compiled, locals)),
    distance: (locals) => tests.reduce((sum, test) => sum + test.distance(locals[test.node]!), 0),
    distanceOf: (node, configuration) => byNode.get(node)?.distance(configuration) ?? 0,
  }
}

function stateTest(
  node: number,
  automaton: NodeAutomaton,
  anyOf: ReadonlySet<string>,
  canRecover: readonly boolean[],
): NodeTest {
  const isGoal = automaton.states.map((state) => anyOf.has(state))
  const distances = localDistances(automaton, isGoal, canRecover)
  return { node, matches: (state) => isGoal[state]!, distance: (state) => distances[state]! }
}

/** Each step moves one instance, so the distance is at least the number of missing instances. */
function countTest(node: number, automaton: NodeAutomaton, atLeast: ReadonlyMap<string, number>): NodeTest {
  const wanted = automaton.states.map((state) => atLeast.get(state) ?? 0)
  const cheapest = Math.min(fallbackCost, ...automaton.transitions.flat().map(({ cost }) => cost))
  const missing = (configuration: number) => {
    const { counts } = automaton.at(configuration)
    return wanted.reduce((sum, count, state) => sum + Math.max(0, count - counts[state]!), 0)
  }
  return {
    node,
    matches: (configuration) => missing(configuration) === 0,
    distance: (configuration) => missing(configuration) * cheapest,
  }
}

/** For each state, the cheapest path to a goal state if all requirements were satisfied. */
function localDistances(
  automaton: NodeAutomaton,
  isGoal: readonly boolean[],
  canRecover: readonly boolean[],
): readonly number[] {
  const edges = automaton.states.flatMap((_, from) => [
    ...automaton.transitions[from]!.filter(({ controllable }) => controllable).map(({ to, cost }) => ({
      from,
      to,
      cost,
    })),
    ...[...automaton.handlers[from]!.values()].map((to) => ({ from, to, cost: fallbackCost })),
    ...(canRecover[from]! ? [{ from, to: automaton.initialState, cost: fallbackCost }] : []),
  ])
  const distances = isGoal.map((reached) => (reached ? 0 : Infinity))
  for (let round = 0, changed = true; changed && round < distances.length; round++) {
    changed = false
    for (const { from, to, cost } of edges) {
      if (distances[to]! + cost >= distances[from]!) continue
      distances[from] = distances[to]! + cost
      changed = true
    }
  }
  return distances
}
