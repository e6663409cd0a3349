/**
 * On-demand planning: the cheapest plan from a global state to a goal, without enumerating all states.
 */
import { fromLocals, toLocals, toStep } from '../compiled/codec.ts'
import { compile, type CompiledTopology, type Locals } from '../compiled/compiled-topology.ts'
import { assertInteger, optionsOf } from '../option.ts'
import type { GlobalState, Goal } from '../global-state.ts'
import { formatStep } from '../step.ts'
import type { Topology } from '../topology.ts'
import { goalTest } from './goal-test.ts'
import { linearPlan } from './linear-plan.ts'
import { partialOrder, wavesOf } from './partial-order.ts'
import { planParts } from './part-plans.ts'
import type { NoPlan, Plan } from './plan.ts'
import { type Found, moveCost, type NotFound, search } from './search.ts'

/** The start and goal of a plan. */
export interface PlanOptions<State extends GlobalState = GlobalState> {
  /**
   * The start state. Faults may be pending.
   * @default the initial state
   */
  readonly from?: State
  /** The goal: a global state, or a part of one. */
  readonly to: Goal<State>
  /**
   * Whether the goal counts only if no fault is pending.
   * @default true
   */
  readonly settled?: boolean
  /**
   * How many global states to explore before giving up.
   * @default 2_000_000
   */
  readonly limit?: number
}

/** The default limit of a search. */
export const defaultLimit = 2_000_000

/** The maximum limit. */
export const mostStates = 100_000_000

/**
 * The cheapest plan. Uncontrollable operations are never part of it.
 *
 * @example
 * ```ts
 * const Lamp = defineNodeType({
 *   name: 'Lamp',
 *   initial: 'off',
 *   states: { off: {}, on: {} },
 *   operations: { press: [{ from: 'off', to: 'on' }, { from: 'on', to: 'off' }] },
 * })
 * const room = defineTopology({ nodes: { left: Lamp, right: Lamp } })
 * findPlan(room, { to: { right: 'on' } }).lines // => ['right.press']
 * ```
 */
export function findPlan<State extends GlobalState>(
  topology: Topology<State>,
  options: PlanOptions<State>,
): Plan | NoPlan {
  const compiled = compile(topology as unknown as Topology)
  const { from = topology.initial, to, settled = true, limit = defaultLimit } = optionsOf('findPlan', options)
  assertInteger('limit', limit, 1, mostStates)
  const start = toLocals(compiled, from)
  return answerOf(compiled, start, findMoves(compiled, start, { to: to as Goal, settled, limit }))
}

/** Without a search if the protocols allow it, otherwise one search per part of the topology that must move. */
export function findMoves(
  compiled: CompiledTopology,
  start: Locals,
  { to, settled, limit }: Required<Omit<PlanOptions, 'from'>>,
): Found | NotFound {
  const forced = settled ? linearPlan(compiled, start, to) : undefined
  if (forced !== undefined) return forced
  if (settled) return planParts(compiled, start, to, limit)
  return search(compiled, goalTest(compiled, to, settled, start), limit, { locals: start.slice(), next: start.slice() })
}

const reasons = {
  unreachable: 'no sequence of controllable operations reaches the goal',
  truncated: 'the search reached its limit of global states before the goal; raise `limit`, or choose a smaller goal',
} as const

/** Converts the result of a search from `start` to its public form. */
export function answerOf(compiled: CompiledTopology, start: Locals, answer: Found | NotFound): Plan | NoPlan {
  if (answer.status !== 'found') return { ...answer, reason: reasons[answer.status] }
  const { moves, explored } = answer
  const end = start.slice()
  for (const { node, move } of moves) end[node] = move.next
  const steps = moves.map((move) => toStep(compiled, move))
  const order = partialOrder(compiled, start, moves)
  return {
    status: 'found',
    steps,
    lines: steps.map(formatStep),
    cost: moves.reduce((sum, move) => sum + moveCost(move), 0),
    from: fromLocals(compiled, start),
    to: fromLocals(compiled, end),
    order,
    waves: wavesOf(order),
    explored,
  }
}
