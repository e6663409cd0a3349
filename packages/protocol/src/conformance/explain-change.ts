/**
 * Finds the protocol steps that explain a change from one global state to another.
 *
 * In a real application a component may not have noticed yet that a dependency is gone. The protocol handles such faults immediately, so a
 * change is explained from the state in which they are handled, and only changed nodes are compared.
 */
import { deepEqual } from '@kubewright/core/json'
import { formatState, type GlobalState } from '../global-state.ts'
import { applyStep, enabledSteps, pendingFaults, refusal, settle } from '../semantics.ts'
import { formatStep, type OperationStep, type Step } from '../step.ts'
import type { Topology } from '../topology.ts'
import type { Transition } from '../transition.ts'

export type Explanation =
  | { readonly steps: readonly Step[]; readonly why?: undefined }
  | { readonly steps?: undefined; readonly why: string }

export interface ChangeQuestion {
  readonly topology: Topology
  readonly from: GlobalState
  readonly to: GlobalState
  /** Which operations the explanation may use. Handled faults and hard recoveries are always allowed. */
  readonly allows: (step: OperationStep) => boolean
}

/** The maximum number of states to explore: one write changes few nodes. */
const mostStates = 2_000

export function explainChange({ topology, from, to, allows }: ChangeQuestion): Explanation {
  const changed = Object.keys(to).filter((node) => !deepEqual(from[node], to[node]))
  const handled = settle(topology, from).state
  const isExplained = (state: GlobalState) => changed.every((node) => deepEqual(state[node], to[node]))
  const seen = new Set<string>()
  const paths: { readonly state: GlobalState; readonly steps: readonly Step[] }[] = [
    { state: from, steps: [] },
    { state: handled, steps: [] },
  ]
  for (let next = paths.shift(); next !== undefined && seen.size < mostStates; next = paths.shift()) {
    const { state, steps } = next
    if (isExplained(state)) return { steps }
    for (const step of enabledSteps(topology, state)) {
      if (!changed.includes(step.node)) continue
      if (step.kind === 'operation' && !(allows(step) && isFirst(topology, step, steps))) continue
      const after = applyStep(topology, state, step)
      const name = formatState(after)
      if (seen.has(name)) continue
      seen.add(name)
      paths.push({ state: after, steps: [...steps, step] })
    }
  }
  return { why: changed.map((node) => whyNot({ topology, from: handled, to, allows }, node)).join('; ') }
}

/** One write is one operation of a node; for a replicated node, one per instance. */
function isFirst(topology: Topology, { node }: Step, steps: readonly Step[]): boolean {
  if (topology.nodes.get(node)?.replicas !== undefined) return true
  return !steps.some((step) => step.kind === 'operation' && step.node === node)
}

/** Why no operation explains the change of one node. */
function whyNot({ topology, from, to, allows }: ChangeQuestion, node: string): string {
  const [before, after] = [from[node], to[node]]
  const move = `${node} from ${text(before)} to ${text(after)}`
  const steps = operationsOf(topology, node).filter((step) => step.from === before && step.to === after)
  if (steps.length === 0) return `no operation leads ${move}`
  const allowed = steps.filter(allows)
  if (allowed.length === 0)
    return `only ${steps.map(formatStep).join(', ')} leads ${move}, which the operator may not perform`
  return `${formatStep(allowed[0]!)} cannot be performed: ${whyRefused(topology, from, allowed[0]!)}`
}

/** Why an operation is not applicable in a state, or `undefined` if it is. */
export function whyRefused(topology: Topology, state: GlobalState, step: OperationStep): string | undefined {
  const why = refusal(topology, state, step)
  if (why === undefined) return undefined
  const pending = pendingFaults(topology, state).map(({ node, requirement }) => `${node}.${requirement}`)
  return pending.length === 0 ? why : `${why} (${pending.join(', ')}), and nothing handles them`
}

/** Every operation of a node, from each of its source states. */
export function operationsOf(topology: Topology, node: string): OperationStep[] {
  const operations = topology.nodes.get(node)?.type.operations ?? new Map<string, readonly Transition[]>()
  return [...operations].flatMap(([operation, transitions]) =>
    transitions.map(
      ({ from, to, controllable }): OperationStep => ({ kind: 'operation', node, operation, from, to, controllable }),
    ),
  )
}

function text(value: GlobalState[string] | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
