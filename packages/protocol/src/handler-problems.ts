/** The sanity conditions of fault handlers: well-formedness, determinism and race freedom. */
import { append } from './append.ts'
import { handlerDefect, handlerTable, isSubset } from './handler-table.ts'
import { shown } from './name.ts'
import type { NodeType } from './node-type.ts'
import { mostProblems, type TypeProblem } from './problem.ts'

/** The maximum number of handler comparisons per node type: they grow with the cube of its states. */
const mostComparisons = 20_000_000
/** Fault handlers times states with needs: the maximum cost of the handler table. */
const mostHandlerWork = 250_000

/** Whether a node type has more fault handlers than can be checked in reasonable time. */
export function hasTooManyHandlers(type: NodeType): boolean {
  const needing = [...type.states.values()].filter(({ needs }) => needs.length > 0).length
  return needing * type.faults.length > mostHandlerWork
}

export function handlerProblems(type: NodeType): readonly TypeProblem[] {
  if (hasTooManyHandlers(type)) return [tooMany(type)]
  const illFormed = [...defects(type), ...cycles(type)]
  const problems = [...illFormed]
  for (const problem of pairProblems(type)) {
    if (problems.length >= mostProblems) break
    problems.push(problem)
  }
  return problems
}

const defectTexts = {
  capabilities: {
    message: 'offers capabilities that its source does not offer',
    remedy: 'Choose a target whose capabilities its source offers too.',
  },
  requirements: {
    message: 'needs requirements that its source does not need',
    remedy: 'Choose a target that needs fewer requirements than its source.',
  },
  same: {
    message: 'needs the same requirements as its source, so the fault stays',
    remedy: 'Choose a target that needs fewer requirements, or remove the handler.',
  },
} as const

function defects(type: NodeType): TypeProblem[] {
  return type.faults.flatMap(({ from, to }) => {
    const defect = handlerDefect(type, from, to)
    if (defect === undefined) return []
    const { message, remedy } = defectTexts[defect]
    return [
      problem(
        'well-formedness',
        [from, to],
        `the fault handler ${shown(from)} → ${shown(to)}: the target ${message}`,
        remedy,
      ),
    ]
  })
}

/**
 * A cycle of handlers always contains one that is not well-formed; reporting the whole cycle helps to choose which to remove.
 */
function cycles(type: NodeType): TypeProblem[] {
  const next = new Map<string, string[]>()
  for (const { from, to } of type.faults) append(next, from, to)
  const done = new Set<string>()
  for (const start of next.keys()) {
    const path: string[] = []
    const stack: { state: string; depth: number }[] = [{ state: start, depth: 0 }]
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      for (const left of path.splice(top.depth)) done.add(left)
      const at = path.indexOf(top.state)
      if (at !== -1) return [cycleProblem([...path.slice(at), top.state])]
      if (done.has(top.state)) continue
      path.push(top.state)
      for (const to of next.get(top.state) ?? []) stack.push({ state: to, depth: path.length })
    }
    for (const left of path) done.add(left)
  }
  return []
}

function cycleProblem(states: readonly string[]): TypeProblem {
  return problem(
    'well-formedness',
    states,
    `fault handlers form a cycle: ${states.map(shown).join(' → ')}`,
    'Remove one of these handlers: each must lead to a state that needs less.',
  )
}

/** Conditions on two handlers of one state. */
function* pairProblems(type: NodeType): Generator<TypeProblem> {
  const { edges } = handlerTable(type)
  const needs = new Map([...type.states].map(([state, { needs }]) => [state, new Set(needs)] as const))
  let comparisons = 0
  for (const [state, targets] of edges) {
    comparisons += targets.size ** 3
    if (comparisons > mostComparisons) return yield tooMany(type)
    yield* transitivity(state, targets, edges)
    for (const one of targets)
      for (const other of targets) if (one !== other) yield* pairOf(state, one, other, { targets, edges, needs })
  }
}

function tooMany(type: NodeType): TypeProblem {
  return problem(
    'race freedom',
    [],
    `its ${type.states.size} states and ${type.faults.length} fault handlers are too many to be checked`,
    'Split the node type into several nodes, each with some of the requirements.',
  )
}

function* transitivity(
  state: string,
  targets: ReadonlySet<string>,
  edges: ReadonlyMap<string, ReadonlySet<string>>,
): Generator<TypeProblem> {
  for (const middle of targets)
    for (const end of edges.get(middle)!)
      if (!targets.has(end))
        yield problem(
          'race freedom',
          [state, middle, end],
          `fault handlers lead from ${shown(state)} over ${shown(middle)} to ${shown(end)}, but not directly`,
          `Add the fault handler ${shown(state)} → ${shown(end)}.`,
        )
}

interface Handlers {
  readonly targets: ReadonlySet<string>
  readonly edges: ReadonlyMap<string, ReadonlySet<string>>
  readonly needs: ReadonlyMap<string, ReadonlySet<string>>
}

function* pairOf(
  state: string,
  one: string,
  other: string,
  { targets, edges, needs }: Handlers,
): Generator<TypeProblem> {
  const first = needs.get(one)!
  const second = needs.get(other)!
  const places = [state, one, other]
  const pair = `${shown(state)} → ${shown(one)} and ${shown(state)} → ${shown(other)}`
  if (first.size === second.size && isSubset(first, second) && one < other)
    yield problem(
      'determinism',
      places,
      `the fault handlers ${pair} keep the same requirements, so either may be taken`,
      'Remove one of the two, or let one target need something else.',
    )
  if (isSubset(second, first) && !edges.get(one)!.has(other))
    yield problem(
      'race freedom',
      places,
      `the fault handlers ${pair} exist, and ${shown(other)} needs no more than ${shown(one)}, but no handler leads from one to the other`,
      `Add the fault handler ${shown(one)} → ${shown(other)}.`,
    )
  if (one > other) return
  const union = new Set([...first, ...second])
  const common = new Set([...first].filter((requirement) => second.has(requirement)))
  const all = [...targets].map((target) => needs.get(target)!)
  if (!all.some((kept) => isSubset(union, kept)))
    yield problem(
      'race freedom',
      places,
      `the fault handlers ${pair} have no common larger target, so the choice depends on the order of faults`,
      `Add a fault handler from ${shown(state)} to a state that needs ${[...union].map(shown).join(' and ')}, or remove one of the two.`,
    )
  if (!all.some((kept) => isSubset(kept, common)))
    yield problem(
      'race freedom',
      places,
      `the fault handlers ${pair} have no common smaller target for when both faults happen`,
      `Add a fault handler from ${shown(state)} to a state that needs ${common.size === 0 ? 'nothing' : `at most ${[...common].map(shown).join(' and ')}`}.`,
    )
}

function problem(
  condition: TypeProblem['condition'],
  states: readonly string[],
  message: string,
  remedy: string,
): TypeProblem {
  return { condition, severity: 'error', states, message, remedy }
}
