/** The way of a simulation, with undo and redo. Pure. */
import type { GlobalState, Step } from '@kubewright/protocol'
import type { Taken } from './protocol-request.ts'

/** What was done at once: an operation and the faults that were handled because of it, or a single step. */
export interface Move {
  readonly steps: readonly Step[]
  readonly state: GlobalState
}

export interface RunHistory {
  readonly start: GlobalState
  readonly moves: readonly Move[]
  /** How many of the moves are done; those after it were undone. */
  readonly done: number
}

export function startHistory(start: GlobalState): RunHistory {
  return { start, moves: [], done: 0 }
}

export function currentState({ start, moves, done }: RunHistory): GlobalState {
  return done === 0 ? start : moves[done - 1]!.state
}

const mostMoves = 1_000

/** Adds a move; what was undone before it is forgotten. */
export function addMove({ start, moves, done }: RunHistory, taken: readonly Taken[]): RunHistory {
  const last = taken.at(-1)
  if (last === undefined) return { start, moves, done }
  const next = [...moves.slice(0, done), { steps: taken.map(({ step }) => step), state: last.state }]
  // A long history begins later, at the state its first move led to.
  const dropped = next.length > mostMoves ? next.slice(0, next.length - mostMoves) : []
  return {
    start: dropped.at(-1)?.state ?? start,
    moves: next.slice(dropped.length),
    done: next.length - dropped.length,
  }
}

export function goTo(history: RunHistory, done: number): RunHistory {
  return { ...history, done: Math.max(0, Math.min(history.moves.length, done)) }
}
