/** The recovery of every fault: the cascade it causes, and the plan that restores everything. */
import { fromLocals, toLocals, toStep } from '../compiled/codec.ts'
import type { CompiledTopology, Locals } from '../compiled/compiled-topology.ts'
import { type EnabledMove, isSettled } from '../compiled/moves.ts'
import { settleLocals } from '../compiled/settling.ts'
import { assertInteger, optionsOf } from '../option.ts'
import { protocolErrors } from '../errors.ts'
import { shown } from '../name.ts'
import type { GlobalState, Goal } from '../global-state.ts'
import { answerOf, defaultLimit, findMoves, mostStates } from '../plan/find-plan.ts'
import type { NoPlan, Plan } from '../plan/plan.ts'
import { compileAny, enabledMoves } from '../semantics.ts'
import { stateError } from '../state-value.ts'
import type { OperationStep, Step } from '../step.ts'
import type { Topology } from '../topology.ts'

/** The faults to consider, and the goal afterwards. */
export interface RecoveryOptions<State extends GlobalState = GlobalState> {
  /**
   * The goal after a fault.
   * @default the state in which the faults happen
   */
  readonly to?: Goal<State>
  /**
   * How many faults occur in sequence, each after the cascade of the previous one.
   * @default 1
   */
  readonly faults?: 1 | 2
  /**
   * Which operations count as faults.
   * @default those that are not controllable
   */
  readonly isFault?: (step: OperationStep) => boolean
  /**
   * How many global states each plan may explore.
   * @default 2_000_000
   */
  readonly limit?: number
}

/** One or two faults, their cascade, and the recovery plan. */
export interface Recovery<State extends GlobalState = GlobalState> {
  /** The faults that occurred. */
  readonly faults: readonly OperationStep[]
  /** The faults that were handled as a consequence. */
  readonly cascade: readonly Step[]
  /** The state of the application afterwards. */
  readonly state: State
  /** Whether every fault of the cascade was handled. If not, no plan is possible. */
  readonly isSettled: boolean
  /** The cheapest plan, from the moment of the last fault: it starts with the handling of its cascade. */
  readonly plan: Plan | NoPlan
}

/**
 * Every fault that can occur in a global state, and its recovery.
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
 *     break: { from: 'on', to: 'broken', controllable: false },
 *   },
 * })
 * const room = defineTopology({ nodes: { lamp: Lamp } })
 * recoveries(room, { lamp: 'on' }).map(({ plan }) => plan.lines) // => [['lamp.repair', 'lamp.press']]
 * ```
 */
export function recoveries<State extends GlobalState>(
  topology: Topology<State>,
  state: State,
  options: RecoveryOptions<State> = {},
): readonly Recovery<State>[] {
  const compiled = compileAny(topology)
  const {
    to = state as Goal<State>,
    faults = 1,
    isFault = ({ controllable }: OperationStep) => !controllable,
    limit = defaultLimit,
  } = optionsOf('recoveries', options)
  assertInteger('limit', limit, 1, mostStates)
  assertInteger('faults', faults, 1, 2)
  assertFunction(isFault)
  const settled = toLocals(compiled, state)
  if (!isSettled(compiled, settled))
    throw stateError(
      'list the recoveries',
      'faults are pending already, or a hard recovery is due',
      'Start from `settle(topology, state).state`.',
    )
  const singles = strike(compiled, { past: [], cascade: [], settled }, isFault)
  const all = faults === 1 ? singles : [...singles, ...singles.flatMap((single) => strike(compiled, single, isFault))]
  return all.map(({ past, cascade, settled: end, struck }) => ({
    faults: past.map((move) => toStep(compiled, move) as OperationStep),
    cascade: cascade.map((move) => toStep(compiled, move)),
    state: fromLocals(compiled, end) as State,
    isSettled: isSettled(compiled, end),
    plan: answerOf(compiled, struck, findMoves(compiled, struck, { to: to as Goal, settled: true, limit })),
  }))
}

function assertFunction(isFault: unknown): void {
  if (typeof isFault === 'function') return
  throw protocolErrors('KW_PROTOCOL_OPTION', {
    what: `use ${shown(isFault)} as isFault`,
    why: 'it must be a function',
    next: 'Pass a function of a step, as in `isFault: ({ operation }) => operation === "crash"`.',
  })
}

interface Situation {
  readonly past: readonly EnabledMove[]
  readonly cascade: readonly EnabledMove[]
  readonly settled: Locals
}

/** Every fault that can occur now, and its consequences. */
function strike(
  compiled: CompiledTopology,
  { past, cascade, settled }: Situation,
  isFault: (step: OperationStep) => boolean,
): readonly (Situation & { readonly struck: Locals })[] {
  return enabledMoves(compiled, settled).flatMap((enabled) => {
    const step = toStep(compiled, enabled)
    if (step.kind !== 'operation' || !isFault(step)) return []
    const struck = settled.slice()
    struck[enabled.node] = enabled.move.next
    const after = struck.slice()
    const handled = settleLocals(compiled, after, [enabled.node])
    return [{ past: [...past, enabled], cascade: [...cascade, ...handled], settled: after, struck }]
  })
}
