/** The history of a simulation, with undo and redo. Pure. */
import type { GlobalState, Step } from '@kubewright/protocol'
import type { Taken } from './protocol-request.ts'

/** One undoable move: an operation with the faults handled because of it, or a single step. */
export interface Move {
  readonly steps: readonly Step[]
  readonly state: GlobalState
}

export interface RunHistory {
  readonly start: GlobalState
  readonly moves: readonly Move[]
  /** The number of moves in effect. Later ones were undone. */
  readonly done: number
}

export function startHistory(start: GlobalState): RunHistory {
  return { start, moves: [], done: 0 }
}

export function currentState({ start, moves, done }: RunHistory): GlobalState {
  return done === 0 ? start : moves[done - 1]!.state
}

const mostMoves = 1_000

/** Adds a move and drops the undone ones. */
export function addMove({ start, moves, done }: RunHistory, taken: readonly Taken[]): RunHistory {
  const last = taken.at(-1)
  if (last === undefined) return { start, moves, done }
  const next = [...moves.slice(0, done), { steps: taken.map(({ step }) => step), state: last.state }]
  // A long history is truncated. It starts in the state after the last dropped move.
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
