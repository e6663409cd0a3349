/**
 * The sanity conditions of protocols, and further warnings.
 *
 * Well-formedness, determinism and race freedom make the outcome of faults independent of the order of handling. A topology that violates
 * one of them is neither simulated nor planned.
 */
import { protocolErrors } from './errors.ts'
import { handlerProblems, hasTooManyHandlers } from './handler-problems.ts'
import { lifecycleProblems } from './lifecycle-problems.ts'
import type { NodeType } from './node-type.ts'
import { mostProblems, type Problem, type TypeProblem } from './problem.ts'
import type { Topology } from './topology.ts'
import { assertTopology } from './topology-instance.ts'

/**
 * Every problem of the protocols of `topology`, errors first.
 *
 * @example
 * ```ts
 * const Cache = defineNodeType({
 *   name: 'Cache',
 *   capabilities: ['data'],
 *   initial: 'off',
 *   states: { off: {}, on: { offers: ['data'] } },
 *   operations: { start: { from: 'off', to: 'on' }, stop: { from: 'on', to: 'off' } },
 * })
 * checkTopology(defineTopology({ nodes: { cache: Cache } })) // => []
 * ```
 */
export function checkTopology(topology: Topology): readonly Problem[] {
  assertTopology(topology)
  const nodes = new Map<NodeType, string[]>()
  for (const { name, type } of topology.nodes.values()) {
    const names = nodes.get(type)
    if (names === undefined) nodes.set(type, [name])
    else names.push(name)
  }
  const problems = [...nodes].flatMap(([type, names]) =>
    problemsOf(type).map((problem) => ({ ...problem, type: type.name, nodes: names })),
  )
  return problems.toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'))
}

const known = new WeakMap<NodeType, readonly TypeProblem[]>()

function problemsOf(type: NodeType): readonly TypeProblem[] {
  let problems = known.get(type)
  if (problems === undefined) {
    const others = hasTooManyHandlers(type) ? [] : lifecycleProblems(type)
    problems = [...handlerProblems(type), ...others].slice(0, mostProblems)
    known.set(type, problems)
  }
  return problems
}

/** Rejects a topology that violates a sanity condition. */
export function assertSound(topology: Topology): void {
  const types = new Set([...topology.nodes.values()].map(({ type }) => type))
  for (const type of types) {
    const errors = problemsOf(type).filter(({ severity }) => severity === 'error')
    if (errors.length === 0) continue
    const [first] = errors
    throw protocolErrors('KW_PROTOCOL_UNSOUND', {
      what: `use the node type ${JSON.stringify(type.name)}`,
      why: `it violates the condition ${first!.condition}: ${first!.message}${errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''}`,
      next: first!.remedy,
      details: { type: type.name, problems: errors },
    })
  }
}
