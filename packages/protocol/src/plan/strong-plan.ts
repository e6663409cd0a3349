/**
 * Strong plans: a policy that still reaches the goal when uncontrollable operations happen.
 *
 * Without a number of faults, the policy reaches the goal if uncontrollable operations do not occur forever: it has an answer in every
 * state
 * they lead to. With a number, it also has a worst-case cost, if at most so many occur, each at the worst moment. The order of fault
 * handling is not under control, so the policy holds for every order.
 *
 * See decision 0302.
 */
import { fromLocals, toLocals, toStep } from '../compiled/codec.ts'
import { StateSpace } from '../analysis/state-space.ts'
import { assertInteger, optionsOf } from '../option.ts'
import { formatState, type GlobalState, type Goal } from '../global-state.ts'
import { compileAny } from '../semantics.ts'
import { stateError } from '../state-value.ts'
import { formatStep, type Step } from '../step.ts'
import type { Topology } from '../topology.ts'
import { mostStates, type PlanOptions } from './find-plan.ts'
import { goalTest } from './goal-test.ts'
import { boundedCosts } from './bounded-game.ts'
import { fairGame, type Game } from './fair-game.ts'

/** The start and goal of a strong plan, and the number of faults to tolerate. */
export interface StrongPlanOptions<State extends GlobalState = GlobalState>
  extends Omit<PlanOptions<State>, 'settled'> {
  /**
   * The maximum number of uncontrollable operations. If omitted, any finite number.
   */
  readonly faults?: number
}

/** A policy for every state that can occur on the way. */
export interface StrongPlan<State extends GlobalState = GlobalState> {
  readonly status: 'strong'
  /** The number of states covered by the policy. */
  readonly size: number
  /** The worst-case cost, if a number of faults was given. */
  readonly worst?: number
  /**
   * The next step in `state`: the operation to perform, or a fault to handle; `undefined` where the goal is reached. The worst case holds
   * if
   * `faultsLeft` is given.
   */
  next(state: State, faultsLeft?: number): Step | undefined
}

/** Why there is no strong plan. */
export interface NoStrongPlan {
  /** `weak`: a plan exists, but an uncontrollable operation may lead to a state without one. */
  readonly status: 'weak' | 'unreachable' | 'truncated'
  readonly reason: string
  /** A counterexample: the steps of a plan, and the uncontrollable operations on the way, as text. */
  readonly witness?: readonly string[]
}

/**
 * A policy that reaches the goal despite uncontrollable operations.
 *
 * @example
 * ```ts
 * const Lamp = defineNodeType({
 *   name: 'Lamp',
 *   initial: 'off',
 *   states: { off: {}, on: {}, broken: {} },
 *   operations: {
 *     press: { from: 'off', to: 'on' },
 *     repair: { from: 'broken', to: 'off' },
 *     break: { from: 'off', to: 'broken', controllable: false },
 *   },
 * })
 * const room = defineTopology({ nodes: { lamp: Lamp } })
 * const plan = findStrongPlan(room, { to: { lamp: 'on' }, faults: 3 })
 * plan.status === 'strong' && plan.worst // => 4
 * ```
 */
export function findStrongPlan<State extends GlobalState>(
  topology: Topology<State>,
  options: StrongPlanOptions<State>,
): StrongPlan<State> | NoStrongPlan {
  const compiled = compileAny(topology)
  const { from = topology.initial, to, faults, limit = 1_000_000 } = optionsOf('findStrongPlan', options)
  assertInteger('limit', limit, 1, mostStates)
  if (faults !== undefined) assertInteger('faults', faults, 0, 1_000)
  const test = goalTest(compiled, to as Goal, true)
  const space = new StateSpace(compiled, toLocals(compiled, from), limit)
  const locals = new Int32Array(compiled.automata.length)
  const goals = Uint8Array.from({ length: space.size }, (_, state) =>
    Number(test.isReached(space.table.read(state, locals))),
  )
  const game: Game = { space, goals }
  const answer = faults === undefined ? fairGame(game) : boundedCosts(game, faults)
  return answer.isWon ? strongPlan(game, answer) : noStrongPlan(game, answer)
}

/** The solution of the game. */
export interface GameAnswer {
  /** Whether the policy wins from the start. */
  readonly isWon: boolean
  /** Present if so many faults take too much memory: the number that fits. */
  readonly mostFaults?: number
  /** The number of states covered by the policy. */
  readonly size: number
  /** The next state if so many faults may still occur, or -1 where the policy has no answer. */
  readonly choice: (state: number, faultsLeft: number | undefined) => number
  readonly worst?: number
  /** For a lost state: the next state of a counterexample, or -1 at its end. */
  readonly loss: (state: number) => number
  /** Whether a plan exists if no fault occurs. */
  readonly hasPlan: boolean
}

function strongPlan<State extends GlobalState>(
  { space, goals }: Game,
  { size, choice, worst }: GameAnswer,
): StrongPlan<State> {
  const { compiled } = space
  return {
    status: 'strong',
    size,
    ...(worst === undefined ? {} : { worst }),
    next(state, faultsLeft) {
      const number = space.table.find(toLocals(compiled, state))
      if (number >= 0 && goals[number] === 1) return undefined
      const target = number < 0 ? -1 : choice(number, faultsLeft)
      if (target < 0)
        throw stateError(
          'find the next step',
          `the plan does not cover the state ${formatState(state)}`,
          'Make a plan that starts there.',
        )
      const move = space.moveBetween(
        number,
        target,
        (enabled) => enabled.kind !== 'operation' || enabled.move.controllable,
      )
      return toStep(compiled, move!)
    },
  }
}

function noStrongPlan({ space }: Game, answer: GameAnswer): NoStrongPlan {
  if (space.isTruncated)
    return { status: 'truncated', reason: 'more global states can be reached than the limit; raise `limit`' }
  if (answer.mostFaults !== undefined)
    return {
      status: 'truncated',
      reason: `the worst case of so many faults in ${space.size} global states takes too much memory; lower \`faults\` to ${answer.mostFaults}, or leave it out`,
    }
  if (!answer.hasPlan)
    return { status: 'unreachable', reason: 'no sequence of controllable operations reaches the goal' }
  const path = [0]
  for (let next = answer.loss(0); next >= 0 && path.length < space.size; next = answer.loss(next)) path.push(next)
  const witness = path
    .slice(1)
    .map((state, index) => formatStep(toStep(space.compiled, space.moveBetween(path[index]!, state)!)))
  const end = formatState(fromLocals(space.compiled, space.read(path.at(-1)!)))
  return {
    status: 'weak',
    reason: `an uncontrollable operation can lead to ${end}, from which the goal cannot be reached`,
    witness,
  }
}
