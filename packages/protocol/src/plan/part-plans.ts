/**
 * One plan per independent part of a topology, in sequence.
 *
 * Steps of one part neither need nor affect another, so the cheapest plans of the parts together are a cheapest plan of the whole. Only
 * pending faults cross parts: they block operations everywhere, so all of them are handled first.
 *
 * See decision 0304.
 */
import type { CompiledTopology, Locals } from '../compiled/compiled-topology.ts'
import { type EnabledMove, isSettled } from '../compiled/moves.ts'
import { partsOf } from '../compiled/parts.ts'
import { type Goal, toRecord } from '../global-state.ts'
import { goalTest } from './goal-test.ts'
import { type Found, type NotFound, search } from './search.ts'

export function planParts(compiled: CompiledTopology, start: Locals, goal: Goal, limit: number): Found | NotFound {
  // Rejects an invalid goal before any part is planned.
  goalTest(compiled, goal, true, start)
  const scratch = { locals: start.slice(), next: start.slice() }
  const found: Found[] = []
  let explored = 0
  for (const { part, wanted } of partsToMove(compiled, start, goal)) {
    if (explored >= limit) return { status: 'truncated', explored }
    const answer = search(part, goalTest(part, wanted, true, start), limit - explored, scratch)
    explored += answer.explored
    if (answer.status !== 'found') return { ...answer, explored }
    found.push(answer)
  }
  const heads = found.flatMap(({ moves }) => moves.slice(0, firstOperation(moves)))
  const tails = found.flatMap(({ moves }) => moves.slice(firstOperation(moves)))
  return {
    status: 'found',
    moves: [...heads, ...tails],
    cost: found.reduce((sum, { cost }) => sum + cost, 0),
    explored: Math.max(1, explored),
  }
}

/** The parts with a goal or a pending fault. */
function partsToMove(compiled: CompiledTopology, start: Locals, goal: Goal) {
  const parts = partsOf(compiled)
  const partOf = new Int32Array(compiled.automata.length)
  parts.forEach(({ active }, index) => active.forEach((node) => (partOf[node] = index)))
  const goals = new Map<number, [string, NonNullable<Goal[string]>][]>()
  for (const [name, value] of Object.entries(goal)) {
    if (value === undefined) continue
    const part = partOf[compiled.nodeNumbers.get(name)!]!
    const known = goals.get(part)
    if (known === undefined) goals.set(part, [[name, value]])
    else known.push([name, value])
  }
  return parts.flatMap((part, index) => {
    const wanted = goals.get(index)
    return wanted === undefined && isSettled(part, start) ? [] : [{ part, wanted: toRecord(wanted ?? []) as Goal }]
  })
}

function firstOperation(moves: readonly EnabledMove[]): number {
  const at = moves.findIndex(({ kind }) => kind === 'operation')
  return at < 0 ? moves.length : at
}
