/**
 * The semantics of a global state, one step at a time: pending faults, enabled steps, why a step is rejected, and the result of a step.
 */
import { fromLocals, toLocals, toStep } from './compiled/codec.ts'
import { compile, type CompiledTopology, type Locals } from './compiled/compiled-topology.ts'
import {
  canStart,
  configurationOf,
  type EnabledMove,
  forEachMove,
  hasPendingFaults,
  isSatisfied,
  isSettled,
} from './compiled/moves.ts'
import { settleLocals } from './compiled/settling.ts'
import { isRecord } from './definition-shape.ts'
import { protocolErrors } from './errors.ts'
import { formatState, type GlobalState, type Goal } from './global-state.ts'
import { listed, shown } from './name.ts'
import { goalTest } from './plan/goal-test.ts'
import { formatStep, type Step } from './step.ts'
import type { Topology } from './topology.ts'

/** An unsatisfied requirement that a node relies on. */
export interface PendingFault {
  readonly node: string
  readonly requirement: string
  /** The states of the node in which it relies on the requirement. */
  readonly states: readonly string[]
  /** The fallback state for each of them. A state without a handler is missing: its fault stays pending. */
  readonly handlers: ReadonlyMap<string, string>
}

/** The pending faults of a global state. They block operations. */
export function pendingFaults<State extends GlobalState>(
  topology: Topology<State>,
  state: State,
): readonly PendingFault[] {
  const compiled = compileAny(topology)
  const locals = toLocals(compiled, state)
  return compiled.automata.flatMap((automaton, node) => {
    const { needs, counts } = configurationOf(compiled, locals, node)
    return needs
      .filter((requirement) => !isSatisfied(compiled, locals, requirement))
      .map((requirement) => {
        const relying = [...counts.keys()].filter((at) => counts[at]! > 0 && automaton.needs[at]!.includes(requirement))
        const handled = relying.filter((at) => automaton.handlers[at]!.has(requirement))
        return {
          node: automaton.node.name,
          requirement: compiled.requirements[requirement]!.name,
          states: relying.map((at) => automaton.states[at]!),
          handlers: new Map(
            handled.map((at) => [automaton.states[at]!, automaton.states[automaton.handlers[at]!.get(requirement)!]!]),
          ),
        }
      })
  })
}

/**
 * Every enabled step: the operations, controllable or not, if nothing is pending; otherwise fault handling and hard recoveries.
 */
export function enabledSteps<State extends GlobalState>(topology: Topology<State>, state: State): readonly Step[] {
  const compiled = compileAny(topology)
  return enabledMoves(compiled, toLocals(compiled, state)).map((enabled) => toStep(compiled, enabled))
}

/** The global state after a step, which may leave faults pending. Rejects a step that is not enabled. */
export function applyStep<State extends GlobalState>(topology: Topology<State>, state: State, step: Step): State {
  const compiled = compileAny(topology)
  const locals = toLocals(compiled, state)
  assertStep(step)
  const enabled = enabledMoves(compiled, locals).find((move) => isSameStep(toStep(compiled, move), step))
  if (enabled === undefined) throw stepError(compiled, locals, formatStep(step), refusalOf(compiled, locals, step))
  locals[enabled.node] = enabled.move.next
  return fromLocals(compiled, locals) as State
}

/** Why a step cannot be taken, or `undefined` if it can. */
export function refusal<State extends GlobalState>(
  topology: Topology<State>,
  state: State,
  step: Step,
): string | undefined {
  const compiled = compileAny(topology)
  const locals = toLocals(compiled, state)
  assertStep(step)
  const isEnabled = enabledMoves(compiled, locals).some((move) => isSameStep(toStep(compiled, move), step))
  return isEnabled ? undefined : refusalOf(compiled, locals, step)
}

/** Handles every pending fault and takes every due hard recovery. A fault without a handler stays pending. */
export function settle<State extends GlobalState>(
  topology: Topology<State>,
  state: State,
): { readonly state: State; readonly steps: readonly Step[]; readonly isSettled: boolean } {
  const compiled = compileAny(topology)
  const locals = toLocals(compiled, state)
  const steps = settleLocals(compiled, locals).map((move) => toStep(compiled, move))
  return { state: fromLocals(compiled, locals) as State, steps, isSettled: isSettled(compiled, locals) }
}

/**
 * Whether a global state reaches a goal: every named node is in a goal state, and no fault is pending.
 */
export function reaches<State extends GlobalState>(
  topology: Topology<State>,
  state: State,
  goal: Goal<State>,
): boolean {
  const compiled = compileAny(topology)
  return goalTest(compiled, goal as Goal, true).isReached(toLocals(compiled, state))
}

/** Rejects a value that is not a step, such as its text. */
export function assertStep(step: unknown): void {
  if (isRecord(step) && typeof step['node'] === 'string' && typeof step['kind'] === 'string') return
  throw protocolErrors('KW_PROTOCOL_STEP', {
    what: 'read a step',
    why: `it is ${shown(step)}`,
    next: 'Pass one of the steps that `enabledSteps(topology, state)` lists; `simulate(topology).take` reads text too.',
  })
}

export function compileAny<State extends GlobalState>(topology: Topology<State>): CompiledTopology {
  return compile(topology as unknown as Topology)
}

export function enabledMoves(compiled: CompiledTopology, locals: Locals): EnabledMove[] {
  const moves: EnabledMove[] = []
  forEachMove(compiled, locals, (enabled) => moves.push(enabled))
  return moves
}

/** Same node, ends and name; controllability follows from those. */
export function isSameStep(one: Step, other: Step): boolean {
  if (one.kind !== other.kind || one.node !== other.node || one.from !== other.from || one.to !== other.to) return false
  if (one.kind === 'operation') return one.operation === (other as typeof one).operation
  return one.kind === 'recovery' || one.requirement === (other as typeof one).requirement
}

export function stepError(compiled: CompiledTopology, locals: Locals, line: string, why: string) {
  const lines = enabledMoves(compiled, locals).map((move) => formatStep(toStep(compiled, move)))
  return protocolErrors('KW_PROTOCOL_STEP', {
    what: `take the step ${shown(line)}`,
    why,
    next: `Enabled are: ${listed(new Set(lines))}.`,
    details: {
      step: line,
      state: compiled.automata.length > 100 ? undefined : formatState(fromLocals(compiled, locals)),
    },
  })
}

/** Why `step` is not enabled. */
function refusalOf(compiled: CompiledTopology, locals: Locals, step: Step): string {
  const node = compiled.nodeNumbers.get(step.node)
  if (node === undefined) return `there is no node ${shown(step.node)}`
  const automaton = compiled.automata[node]!
  const { counts } = configurationOf(compiled, locals, node)
  const state = automaton.states.indexOf(step.from)
  if (state < 0 || counts[state] === 0) return `${shown(step.node)} is not in the state ${shown(step.from)}`
  if (step.kind === 'recovery') return recoveryRefusal(compiled, node, step.node)
  if (step.kind === 'fault')
    return `no fault of ${shown(step.requirement)} is pending in ${shown(step.node)} that leads to ${shown(step.to)}`
  if (hasPendingFaults(compiled, locals)) return 'operations wait while faults are pending'
  if (!isSettled(compiled, locals))
    return 'operations wait for the hard recovery of a node whose container is not alive'
  const move = configurationOf(compiled, locals, node).operations.find(
    ({ operation, from, to }) => operation === step.operation && from === state && automaton.states[to] === step.to,
  )
  if (move === undefined) return `${shown(step.operation)} does not lead from ${shown(step.from)} to ${shown(step.to)}`
  if (canStart(compiled, locals, move)) return 'it cannot be taken'
  const missing = new Set(move.alternatives.flat().filter((requirement) => !isSatisfied(compiled, locals, requirement)))
  return `nothing satisfies ${[...missing].map((requirement) => shown(`${step.node}.${compiled.requirements[requirement]!.name}`)).join(', ')}`
}

function recoveryRefusal(compiled: CompiledTopology, node: number, name: string): string {
  if (!compiled.hardRecovery) return 'hard recovery is off in this topology'
  const container = compiled.containers[node]!
  return container < 0
    ? `${shown(name)} has no container`
    : `the container ${shown(compiled.automata[container]!.node.name)} is alive`
}
