/** State-space analysis of an application: reachable states, deadlocks, and whether a goal is reachable from everywhere. */
import { fromLocals, toLocals, toStep } from '../compiled/codec.ts'
import { hasPendingFaults } from '../compiled/moves.ts'
import { assertInteger, optionsOf } from '../option.ts'
import type { GlobalState, Goal } from '../global-state.ts'
import { mostStates } from '../plan/find-plan.ts'
import { goalTest } from '../plan/goal-test.ts'
import { compileAny } from '../semantics.ts'
import { formatStep } from '../step.ts'
import type { Topology } from '../topology.ts'
import { ReverseSteps } from './reverse-steps.ts'
import { StateSpace, stepKinds } from './state-space.ts'

/** The start and limits of an analysis. */
export interface AnalysisOptions<State extends GlobalState = GlobalState> {
  /**
   * The start state.
   * @default the initial state
   */
  readonly from?: State
  /** The goal that must be reachable from every state. */
  readonly goal?: Goal<State>
  /**
   * How many global states to visit.
   * @default 1_000_000
   */
  readonly limit?: number
  /**
   * How many witnesses to report of each kind.
   * @default 10
   */
  readonly witnesses?: number
}

/** A global state, and a shortest path to it. */
export interface Witness<State extends GlobalState = GlobalState> {
  readonly state: State
  /** The steps from the start, uncontrollable ones included, as text. */
  readonly lines: readonly string[]
}

/** The result of `analyse`. */
export interface Analysis<State extends GlobalState = GlobalState> {
  /** Number of reachable global states, by steps of any kind. */
  readonly states: number
  /** Number of those with pending faults. */
  readonly faulty: number
  /** Number of steps between them. */
  readonly steps: number
  /** States without enabled steps. */
  readonly deadlocks: { readonly count: number; readonly witnesses: readonly Witness<State>[] }
  /** Whether the goal is reachable from every reachable state by controllable steps. Present if a goal was given. */
  readonly goal?: {
    readonly answer: 'from everywhere' | 'not from everywhere' | 'unknown'
    /** States from which the goal cannot be reached. */
    readonly stuck: { readonly count: number; readonly witnesses: readonly Witness<State>[] }
  }
  /** Whether the limit was reached, so that not all states were visited. Counts are then lower bounds. */
  readonly isTruncated: boolean
}

/**
 * Visits every reachable global state, up to a limit.
 *
 * @example
 * ```ts
 * const Lamp = defineNodeType({
 *   name: 'Lamp',
 *   initial: 'off',
 *   states: { off: {}, on: {}, broken: {} },
 *   operations: {
 *     press: [{ from: 'off', to: 'on' }, { from: 'on', to: 'off' }],
 *     break: { from: 'on', to: 'broken', controllable: false },
 *   },
 * })
 * const room = defineTopology({ nodes: { lamp: Lamp } })
 * const { goal } = analyse(room, { goal: { lamp: 'on' } })
 * goal?.stuck.witnesses // => [{ state: { lamp: 'broken' }, lines: ['lamp.press', 'lamp.break'] }]
 * ```
 */
export function analyse<State extends GlobalState>(
  topology: Topology<State>,
  options: AnalysisOptions<State> = {},
): Analysis<State> {
  const compiled = compileAny(topology)
  const { from = topology.initial, goal, limit = 1_000_000, witnesses = 10 } = optionsOf('analyse', options)
  assertInteger('limit', limit, 1, mostStates)
  assertInteger('witnesses', witnesses, 0, 1_000_000)
  const space = new StateSpace(compiled, toLocals(compiled, from), limit)
  const witness = (state: number): Witness<State> => ({
    state: fromLocals(compiled, space.read(state)) as State,
    lines: space.wayTo(state).map((move) => formatStep(toStep(compiled, move))),
  })
  const collect = (states: readonly number[]) => ({
    count: states.length,
    witnesses: states.slice(0, witnesses).map(witness),
  })
  const { faulty, deadlocked } = surveyOf(space)
  return {
    states: space.size,
    faulty,
    steps: space.steps,
    deadlocks: collect(deadlocked),
    ...(goal === undefined ? {} : { goal: goalAnswer(space, goal as Goal, collect) }),
    isTruncated: space.isTruncated,
  }
}

function surveyOf(space: StateSpace): { readonly faulty: number; readonly deadlocked: readonly number[] } {
  const locals = new Int32Array(space.compiled.automata.length)
  const deadlocked: number[] = []
  let faulty = 0
  for (let state = 0; state < space.expanded; state++) {
    if (hasPendingFaults(space.compiled, space.table.read(state, locals))) faulty++
    let steps = 0
    space.forEachStep(state, () => steps++)
    if (steps === 0) deadlocked.push(state)
  }
  return { faulty, deadlocked }
}

/** A state of the frontier may lead to the goal, so only states that reach neither are stuck. */
function goalAnswer<Collected>(space: StateSpace, goal: Goal, collect: (states: readonly number[]) => Collected) {
  const test = goalTest(space.compiled, goal, true)
  const locals = new Int32Array(space.compiled.automata.length)
  const reverse = new ReverseSteps(space, (kind) => kind !== stepKinds.uncontrollable)
  const ends: number[] = []
  for (let state = 0; state < space.size; state++)
    if (state >= space.expanded || test.isReached(space.table.read(state, locals))) ends.push(state)
  const marked = reverse.closure(space.size, ends)
  const stuck: number[] = []
  marked.forEach((mark, state) => mark === 0 && stuck.push(state))
  const answer = stuck.length > 0 ? 'not from everywhere' : space.isTruncated ? 'unknown' : 'from everywhere'
  return { answer, stuck: collect(stuck) } as const
}
