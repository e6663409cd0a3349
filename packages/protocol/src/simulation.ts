/**
 * A simulation: a global state, the steps that led to it, and the enabled steps.
 *
 * A simulation is immutable. Every step returns a new one, so undo returns to the previous one.
 */
import { fromLocals, toLocals, toStep } from './compiled/codec.ts'
import type { CompiledTopology, Locals } from './compiled/compiled-topology.ts'
import { configurationOf, type EnabledMove, isSettled } from './compiled/moves.ts'
import { settleLocals } from './compiled/settling.ts'
import { protocolErrors } from './errors.ts'
import type { GlobalState } from './global-state.ts'
import { shown } from './name.ts'
import {
  assertStep,
  compileAny,
  enabledMoves,
  enabledSteps,
  isSameStep,
  type PendingFault,
  pendingFaults,
  stepError,
} from './semantics.ts'
import { formatStep, type Step } from './step.ts'
import { optionsOf } from './option.ts'
import type { Topology } from './topology.ts'

/** The options of a simulation. */
export interface SimulationOptions {
  /**
   * Whether every operation is followed by fault handling. Otherwise the caller takes each step.
   * @default true
   */
  readonly settles?: boolean
}

/** A step that was taken, and where. */
interface Past {
  readonly before: Past | undefined
  readonly locals: Locals
  readonly step: Step
}

/** One state of a simulation. */
export class Simulation<State extends GlobalState = GlobalState, Operation extends string = string> {
  readonly topology: Topology<State, Operation>
  readonly state: State
  readonly #compiled: CompiledTopology
  readonly #locals: Locals
  readonly #settles: boolean
  readonly #past: Past | undefined

  /** Use `simulate`. */
  constructor(topology: Topology<State, Operation>, locals: Locals, settles: boolean, past?: Past) {
    this.topology = topology
    this.#compiled = compileAny(topology)
    this.#locals = locals
    this.#settles = settles
    this.#past = past
    this.state = fromLocals(this.#compiled, locals) as State
  }

  /** Every step since the start. */
  get history(): readonly Step[] {
    const steps: Step[] = []
    for (let past = this.#past; past !== undefined; past = past.before) steps.push(past.step)
    return steps.toReversed()
  }

  /** Whether nothing is pending, so that operations may run. */
  get isSettled(): boolean {
    return isSettled(this.#compiled, this.#locals)
  }

  /** Faults that are pending. */
  get faults(): readonly PendingFault[] {
    return pendingFaults(this.topology, this.state)
  }

  /** Steps that may be taken now. */
  get enabled(): readonly Step[] {
    return enabledSteps(this.topology, this.state)
  }

  /**
   * Takes a step, given as text (`db.run`, `handle api.database`, `recover gui`) or as a value. Add ` from crashed` to select among the
   * instances of a replicated node.
   */
  take(step: Operation | (string & {}) | Step): Simulation<State, Operation> {
    return this.#go(this.#find(step))
  }

  /** Takes an uncontrollable operation of `node`, such as a crash. `name` selects among several. */
  crash(node: keyof State & string, name?: string): Simulation<State, Operation> {
    const moves = enabledMoves(this.#compiled, this.#locals).filter((enabled) => {
      const step = toStep(this.#compiled, enabled)
      return (
        step.kind === 'operation' &&
        !step.controllable &&
        step.node === node &&
        (name === undefined || step.operation === name)
      )
    })
    if (moves.length === 1) return this.#go(moves[0]!)
    const why =
      moves.length === 0
        ? `no uncontrollable operation of ${shown(node)} is enabled in this state`
        : `several uncontrollable operations are enabled, so pass a name: ${moves.map((move) => formatStep(toStep(this.#compiled, move))).join(', ')}`
    throw stepError(this.#compiled, this.#locals, `crash ${node}`, why)
  }

  /** Handles every pending fault and takes every due hard recovery. */
  settle(): Simulation<State, Operation> {
    return this.#follow(settleLocals(this.#compiled, this.#locals.slice()))
  }

  /** Reverts the last operation and the fault handling after it, or one step if the simulation does not settle. */
  undo(): Simulation<State, Operation> {
    let past = this.#past
    while (this.#settles && past?.before !== undefined && past.step.kind !== 'operation') past = past.before
    if (past !== undefined) return new Simulation(this.topology, past.locals, this.#settles, past.before)
    throw protocolErrors('KW_PROTOCOL_STEP', { what: 'undo', why: 'this is the start of the simulation' })
  }

  /**
   * Runs a script: one step per line, and `settle`, `undo` and `crash db`. Empty lines and comments after `#` are skipped.
   */
  run(script: string | readonly string[]): Simulation<State, Operation> {
    const lines = typeof script === 'string' ? script.split('\n') : script
    if (!Array.isArray(lines) || !lines.every((line) => typeof line === 'string'))
      throw protocolErrors('KW_PROTOCOL_STEP', {
        what: 'read a script',
        why: `it is ${shown(script)}`,
        next: 'Pass text with one step a line, or a list of such lines.',
      })
    const commands = lines.map((line) => line.replace(/(^|\s)#.*$/u, '').trim()).filter((line) => line !== '')
    return commands.reduce<Simulation<State, Operation>>((at, command) => at.#command(command), this)
  }

  #command(text: string): Simulation<State, Operation> {
    if (text === 'settle') return this.settle()
    if (text === 'undo') return this.undo()
    const [, node] = /^crash (.+)$/u.exec(text) ?? []
    return node !== undefined && this.#compiled.nodeNumbers.has(node)
      ? this.crash(node as keyof State & string)
      : this.take(text)
  }

  #find(wanted: string | Step): EnabledMove {
    if (typeof wanted !== 'string') assertStep(wanted)
    const moves = enabledMoves(this.#compiled, this.#locals)
    const found = moves.filter((enabled) => {
      const step = toStep(this.#compiled, enabled)
      if (typeof wanted !== 'string') return isSameStep(step, wanted)
      const line = formatStep(step)
      return wanted === line || wanted === `${line} from ${step.from}`
    })
    if (found.length === 1) return found[0]!
    const line = typeof wanted === 'string' ? wanted : formatStep(wanted)
    throw stepError(
      this.#compiled,
      this.#locals,
      line,
      found.length === 0 ? this.#refusal(line) : this.#ambiguity(found),
    )
  }

  #refusal(line: string): string {
    const pending = this.faults.map(({ node, requirement }) => `${node}.${requirement}`)
    if (pending.length > 0) return `faults are pending: ${pending.join(', ')}`
    const operation = this.#compiled.automata.flatMap((automaton, node) =>
      configurationOf(this.#compiled, this.#locals, node).operations.filter(
        (move) => `${automaton.node.name}.${move.operation}` === line,
      ),
    )
    if (operation.length > 0) return 'a requirement of the operation is not satisfied'
    return 'it does not exist, or does not start in the current state'
  }

  #ambiguity(found: readonly EnabledMove[]): string {
    const states = found.map((enabled) => toStep(this.#compiled, enabled).from)
    return `it can start in ${states.map(shown).join(' and in ')}; add "from ${states[0]!}"`
  }

  #go(move: EnabledMove): Simulation<State, Operation> {
    const next = this.#follow([move])
    return this.#settles ? next.settle() : next
  }

  #follow(moves: readonly EnabledMove[]): Simulation<State, Operation> {
    let past = this.#past
    let locals = this.#locals
    for (const move of moves) {
      past = { before: past, locals, step: toStep(this.#compiled, move) }
      locals = locals.slice()
      locals[move.node] = move.move.next
    }
    return new Simulation(this.topology, locals, this.#settles, past)
  }
}

/**
 * Starts a simulation, in the initial state unless another is given.
 *
 * @example
 * ```ts
 * const Lamp = defineNodeType({
 *   name: 'Lamp',
 *   initial: 'off',
 *   states: { off: {}, on: {} },
 *   operations: { press: [{ from: 'off', to: 'on' }, { from: 'on', to: 'off' }] },
 * })
 * const room = defineTopology({ nodes: { lamp: Lamp } })
 * simulate(room).take('lamp.press').state // => { lamp: 'on' }
 * ```
 */
export function simulate<State extends GlobalState, Operation extends string>(
  topology: Topology<State, Operation>,
  state?: State,
  options: SimulationOptions = {},
): Simulation<State, Operation> {
  const compiled = compileAny(topology)
  const { settles = true } = optionsOf('simulate', options)
  return new Simulation(topology, toLocals(compiled, state === undefined ? topology.initial : state), settles)
}
