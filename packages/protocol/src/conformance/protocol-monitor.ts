/**
 * Checks an operator against its management protocol, one observation at a time.
 *
 * Guarantees
 * - A write of the operator that changes the global state is accepted only if allowed operations explain the change.
 * - A write that starts an operation is accepted only if the operation is applicable at that moment.
 * - Changes by the environment are never attributed to the operator.
 *
 * Assumptions
 * - Observations are given in order, each with the resulting global state.
 */
import { deepEqual } from '@kubewright/core/json'
import { findPlan } from '../plan/find-plan.ts'
import type { GlobalState, Goal } from '../global-state.ts'
import { formatState } from '../global-state.ts'
import { reaches, settle } from '../semantics.ts'
import { formatStep, type OperationStep } from '../step.ts'
import type { Topology } from '../topology.ts'
import { assertTopology } from '../topology-instance.ts'
import { optionsOf } from '../option.ts'
import type { Deviation, Observation } from './deviation.ts'
import { explainChange, type Explanation, operationsOf, whyRefused } from './explain-change.ts'

/** Options of `ProtocolMonitor` and `followProtocol`. */
export interface MonitorOptions<State extends GlobalState = GlobalState> {
  /** The goal that must hold whenever the system is idle. */
  readonly goal?: Goal<State> | undefined
  /**
   * How many operations the operator may use to reach the goal after a disturbance: a number, or the length of the cheapest plan.
   *
   * @default any number
   */
  readonly steps?: number | 'planned' | undefined
  /**
   * The global state before the first observation.
   * @default the initial state of the topology
   */
  readonly from?: State | undefined
  /**
   * Whether the operator may act on any state since the system was last idle, because its view may be stale. Otherwise it must act on the
   * current state.
   *
   * @default false
   */
  readonly allowsStale?: boolean | undefined
}

/** How many earlier states are kept for stale views. */
const mostEarlierStates = 64

/** Online conformance check of an operator: reports each deviation of its observed writes from a management protocol. */
export class ProtocolMonitor<State extends GlobalState = GlobalState, Operation extends string = string> {
  readonly #topology: Topology
  readonly #goal: Goal | undefined
  readonly #limit: number | 'planned' | undefined
  #state: GlobalState
  /** Operations in progress, by node. */
  readonly #begun = new Map<string, OperationStep>()
  /** The state after the last change not caused by the operator. */
  #disturbed: GlobalState
  /** Operations performed since then. */
  #performed: string[] = []
  readonly #allowsStale: boolean
  /** States since the system was last idle, newest first; empty unless stale views are allowed. */
  #earlier: GlobalState[] = []

  constructor(topology: Topology<State, Operation>, options: MonitorOptions<State> = {}) {
    assertTopology(topology)
    const { goal, steps, from, allowsStale = false } = optionsOf('ProtocolMonitor', options)
    this.#allowsStale = allowsStale
    this.#topology = topology as unknown as Topology
    this.#goal = goal as Goal | undefined
    this.#limit = steps
    this.#state = from ?? topology.initial
    this.#disturbed = this.#state
  }

  /** The last global state. */
  get state(): State {
    return this.#state as State
  }

  /** Processes one observation. Returns its deviations from the protocol. */
  observe({ by, state, begins = [], what }: Observation<State, Operation>): readonly Deviation[] {
    const before = this.#state
    const problems = by === 'operator' ? [...this.#begin(begins), ...this.#change(state)] : []
    if (by === 'environment') this.#endBegun(state)
    if (this.#allowsStale && !deepEqual(state, before))
      this.#earlier = [before, ...this.#earlier].slice(0, mostEarlierStates)
    this.#state = state
    return problems.map((message) => ({ kind: 'operation', message, what, state: before }))
  }

  /** The system is idle: checks the given goal, or that of the monitor. */
  rest(wanted?: Goal<State>): readonly Deviation[] {
    this.#earlier = []
    const goal = (wanted as Goal | undefined) ?? this.#goal
    if (goal === undefined) return []
    const state = this.#state
    if (!reaches(this.#topology, state, goal)) return [{ kind: 'goal', message: this.#whatIsMissing(goal), state }]
    const most = this.#allowedSteps(goal)
    const performed = this.#performed
    const disturbed = this.#disturbed
    this.#performed = []
    this.#disturbed = state
    if (performed.length <= most) return []
    const count = performed.length === 1 ? '1 operation' : `${performed.length} operations`
    const message = `the operator took ${count} where ${most} are enough: ${performed.join(', ')}`
    return [{ kind: 'steps', message, state: disturbed }]
  }

  #begin(operations: readonly string[]): string[] {
    return operations.flatMap((name) => {
      const tried = [this.#state, ...this.#earlier].map((state) => this.#tryToBegin(name, state))
      const { step, why } = tried.find((one) => one.why === undefined) ?? tried[0]!
      if (step === undefined) return why!
      if (formatStepOf(this.#begun.get(step.node)) === name) return [] // already in progress, reported again
      this.#begun.set(step.node, step)
      this.#performed.push(name)
      return why === undefined ? [] : `${name} cannot be performed: ${why}`
    })
  }

  #tryToBegin(name: string, state: GlobalState): { step?: OperationStep; why: string | undefined } {
    const handled = settle(this.#topology, state).state
    const step = this.#stepNamed(name, handled)
    return typeof step === 'string' ? { why: step } : { step, why: whyRefused(this.#topology, handled, step) }
  }

  #stepNamed(name: string, state: GlobalState): OperationStep | string {
    const all = [...this.#topology.nodes.keys()].flatMap((node) => operationsOf(this.#topology, node))
    const steps = all.filter((step) => formatStep(step) === name)
    if (steps.length === 0) return `there is no operation ${name}`
    if (!steps.some(({ controllable }) => controllable))
      return `${name} is not controllable, so the operator may not perform it`
    const local = (step: OperationStep) => state[step.node]
    return steps.find((step) => local(step) === step.from) ?? steps[0]!
  }

  #change(state: GlobalState): string[] {
    if (deepEqual(state, this.#state)) return []
    const explanation = this.#explain(state)
    if (explanation.steps === undefined) return [explanation.why]
    const { steps } = explanation
    for (const step of steps) {
      if (step.kind !== 'operation') continue
      const isEnd = formatStepOf(this.#begun.get(step.node)) === formatStep(step)
      if (isEnd) this.#begun.delete(step.node)
      else this.#performed.push(formatStep(step))
    }
    return []
  }

  /** From the current state, or from an earlier one in which the changed nodes were the same. */
  #explain(to: GlobalState): Explanation {
    const changed = Object.keys(to).filter((node) => !deepEqual(to[node], this.#state[node]))
    const isSame = (state: GlobalState) => changed.every((node) => deepEqual(state[node], this.#state[node]))
    const moved = Object.fromEntries(changed.map((node) => [node, to[node]!]))
    const states = [this.#state, ...this.#earlier.filter(isSame)]
    const tried = states.map((from) =>
      explainChange({
        topology: this.#topology,
        from,
        to: { ...from, ...moved },
        allows: ({ controllable }) => controllable,
      }),
    )
    return tried.find(({ steps }) => steps !== undefined) ?? tried[0]!
  }

  /** A change that completes an operation is the operator's; every other change is a disturbance. */
  #endBegun(state: GlobalState): void {
    let isDisturbed = false
    for (const [node, value] of Object.entries(state)) {
      if (deepEqual(value, this.#state[node])) continue
      const begun = this.#begun.get(node)
      this.#begun.delete(node)
      if (begun?.to !== value) isDisturbed = true
    }
    if (!isDisturbed) return
    this.#disturbed = state
    this.#performed = [...this.#begun.values()].map(formatStep)
  }

  #allowedSteps(goal: Goal): number {
    if (typeof this.#limit !== 'string') return this.#limit ?? Number.POSITIVE_INFINITY
    const plan = findPlan(this.#topology, { from: this.#disturbed, to: goal })
    return plan.steps?.filter(({ kind }) => kind === 'operation').length ?? Number.POSITIVE_INFINITY
  }

  #whatIsMissing(goal: Goal): string {
    const plan = findPlan(this.#topology, { from: this.#state, to: goal })
    const rest = plan.steps === undefined ? plan.reason : `still to do: ${plan.lines.join(', ')}`
    return `the cluster is idle at ${formatState(this.#state)}, and the goal is not reached: ${rest}`
  }
}

/** Checks a whole trace against a protocol. `rest` marks idle points; the end of the trace always is one. */
export function followProtocol<State extends GlobalState, Operation extends string>(
  topology: Topology<State, Operation>,
  observations: readonly (Observation<State, Operation> | 'rest')[],
  options: MonitorOptions<State> = {},
): readonly Deviation[] {
  const monitor = new ProtocolMonitor(topology, options)
  const all = observations.at(-1) === 'rest' ? observations : [...observations, 'rest' as const]
  return all.flatMap((observation) => (observation === 'rest' ? monitor.rest() : monitor.observe(observation)))
}

function formatStepOf(step: OperationStep | undefined): string | undefined {
  return step && formatStep(step)
}
