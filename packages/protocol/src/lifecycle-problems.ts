/** Determinism of operations, unhandled faults, and dead-end states. */
import { append } from './append.ts'
import { handlerTable } from './handler-table.ts'
import { shown } from './name.ts'
import type { NodeType } from './node-type.ts'
import type { TypeProblem } from './problem.ts'

export function lifecycleProblems(type: NodeType): readonly TypeProblem[] {
  return [
    ...ambiguousOperations(type),
    ...unhandledFaults(type),
    ...uncoveredNeeds(type),
    ...deadEnds(type),
    ...unreachable(type),
  ]
}

function* ambiguousOperations(type: NodeType): Generator<TypeProblem> {
  for (const [operation, transitions] of type.operations) {
    const first = new Map<string, (typeof transitions)[number]>()
    for (const transition of transitions) {
      const known = first.get(transition.from)
      if (known === undefined) first.set(transition.from, transition)
      else if (known.to !== transition.to)
        yield {
          condition: 'determinism',
          severity: 'error',
          states: [transition.from, known.to, transition.to],
          message: `the operation ${shown(operation)} leads from ${shown(transition.from)} to ${shown(known.to)} and to ${shown(transition.to)}`,
          remedy: 'Give the two transitions different operation names.',
        }
      else if (known.controllable !== transition.controllable || known.cost !== transition.cost)
        yield {
          condition: 'determinism',
          severity: 'error',
          states: [transition.from, transition.to],
          message: `two alternatives of the operation ${shown(operation)} from ${shown(transition.from)} differ in their cost or in whether they are controllable`,
          remedy:
            'Give both alternatives the same `cost` and `controllable`, or give the two transitions different operation names.',
        }
    }
  }
}

function* unhandledFaults(type: NodeType): Generator<TypeProblem> {
  const { targets } = handlerTable(type)
  for (const [state, { needs }] of type.states) {
    const missing = needs.filter((requirement) => !targets.get(state)!.has(requirement))
    if (missing.length === 0) continue
    yield {
      condition: 'unhandled fault',
      severity: 'warning',
      states: [state],
      message: `no fault handler answers the loss of ${missing.map(shown).join(', ')} in the state ${shown(state)}, so the whole application is blocked`,
      remedy: `Add a fault handler from ${shown(state)} to a state that does not need ${missing.map(shown).join(', ')}.`,
    }
  }
}

function* uncoveredNeeds(type: NodeType): Generator<TypeProblem> {
  for (const [operation, transitions] of type.operations)
    for (const { from, to, needs, controllable } of transitions) {
      const covered = new Set([...needs, ...type.states.get(from)!.needs])
      const missing = type.states.get(to)!.needs.filter((requirement) => !covered.has(requirement))
      if (missing.length === 0 || !controllable) continue
      yield {
        condition: 'uncovered needs',
        severity: 'warning',
        states: [from, to],
        message: `the operation ${shown(operation)} leads to ${shown(to)}, which needs ${missing.map(shown).join(', ')}, but may start without`,
        remedy: `Add ${missing.map(shown).join(', ')} to the needs of the transition from ${shown(from)}.`,
      }
    }
}

function* deadEnds(type: NodeType): Generator<TypeProblem> {
  if (type.operations.size === 0) return
  const left = new Set(type.faults.map(({ from }) => from))
  for (const transitions of type.operations.values())
    for (const { from, controllable } of transitions) if (controllable) left.add(from)
  for (const state of type.states.keys()) {
    if (left.has(state)) continue
    yield {
      condition: 'dead end',
      severity: 'warning',
      states: [state],
      message: `no operation that you control and no fault handler leaves the state ${shown(state)}`,
      remedy: `Add an operation from ${shown(state)}, for example back to ${shown(type.initial)}.`,
    }
  }
}

function* unreachable(type: NodeType): Generator<TypeProblem> {
  const next = new Map<string, string[]>()
  const add = ({ from, to }: { readonly from: string; readonly to: string }) => append(next, from, to)
  for (const transitions of type.operations.values()) transitions.forEach(add)
  type.faults.forEach(add)
  const reached = new Set([type.initial])
  for (const state of reached) for (const to of next.get(state) ?? []) reached.add(to)
  for (const state of type.states.keys()) {
    if (reached.has(state)) continue
    yield {
      condition: 'unreachable state',
      severity: 'warning',
      states: [state],
      message: `nothing leads from ${shown(type.initial)} to the state ${shown(state)}`,
      remedy: `Add an operation that leads to ${shown(state)}, or remove the state.`,
    }
  }
}
