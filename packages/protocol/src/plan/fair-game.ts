/**
 * The strong cyclic solution: the largest set of states from each of which the goal is reachable inside the set, and which no possible
 * event leaves.
 */
import { ReverseSteps } from '../analysis/reverse-steps.ts'
import { type StateSpace, stepKinds } from '../analysis/state-space.ts'
import { PriorityQueue } from './priority-queue.ts'
import type { GameAnswer } from './strong-plan.ts'

export interface Game {
  readonly space: StateSpace
  /** 1 for each state that reaches the goal. */
  readonly goals: Readonly<Uint8Array>
}

export function fairGame({ space, goals }: Game): GameAnswer {
  const forward = new ReverseSteps(space, (kind) => kind !== stepKinds.uncontrollable)
  /** 0 while a state may win, otherwise its rank among the lost. A state that was not expanded is lost immediately. */
  const lost = new Int32Array(space.size)
  /** Lost states whose predecessors are not processed yet. */
  const waiting: number[] = []
  for (let state = space.expanded; state < space.size; state++)
    if (goals[state] === 0) {
      lost[state] = 1
      waiting.push(state)
    }
  const starts: number[] = []
  goals.forEach((goal, state) => goal === 1 && starts.push(state))
  const forced = new ReverseSteps(space, (kind) => kind !== stepKinds.controllable)
  let rank = 1
  for (let changed = true; changed; ) {
    const reaching = forward.closure(space.size, starts, (state) => lost[state] === 0)
    changed = false
    const lose = (state: number) => {
      if (lost[state] !== 0) return
      lost[state] = ++rank
      waiting.push(state)
      // The loss of a state that does not reach the goal affects no other path.
      if (reaching[state] === 1) changed = true
    }
    for (let state = 0; state < space.size; state++) if (reaching[state] === 0) lose(state)
    // Each state is processed once, so a chain of losses takes linear time.
    for (const state of waiting) forced.forEach(state, (source) => goals[source] === 0 && lose(source))
    waiting.length = 0
  }
  const nearest = nearestSteps(space, starts, forward, (state) => lost[state] === 0)
  const weak = nearestSteps(space, starts, forward, () => true)
  return {
    isWon: lost[0] === 0,
    size: lost.reduce((count, place) => count + Number(place === 0), 0),
    choice: (state) => (lost[state] === 0 ? nearest[state]! : -1),
    hasPlan: weak[0]! >= 0 || goals[0] === 1,
    loss: (state) => lossOf(space, lost, weak, state),
  }
}

/** For each state, the next one on a cheapest path to a goal, or -1. */
export function nearestSteps(
  space: StateSpace,
  goals: readonly number[],
  reverse: ReverseSteps,
  isAllowed: (state: number) => boolean,
): Int32Array {
  const next = new Int32Array(space.size).fill(-1)
  const costs = new Float64Array(space.size).fill(Infinity)
  const open = new PriorityQueue()
  for (const goal of goals) {
    costs[goal] = 0
    open.add(goal, 0)
  }
  const closed = new Uint8Array(space.size)
  for (let state = open.take(); state !== undefined; state = open.take()) {
    if (closed[state] === 1) continue
    closed[state] = 1
    const base = costs[state]!
    const target = state
    reverse.forEach(state, (source, cost) => {
      if (base + cost >= costs[source]! || !isAllowed(source)) return
      costs[source] = base + cost
      next[source] = target
      open.add(source, base + cost)
    })
  }
  return next
}

/** A step to a state that was lost earlier, if there is one; otherwise a step of a weak plan. */
function lossOf(space: StateSpace, lost: Int32Array, weak: Int32Array, state: number): number {
  if (weak[state] === -1 || state >= space.expanded) return -1
  let worse = -1
  space.forEachStep(state, (target, kind) => {
    if (
      kind !== stepKinds.controllable &&
      lost[target]! > 0 &&
      lost[target]! < lost[state]! &&
      (worse < 0 || lost[target]! < lost[worse]!)
    )
      worse = target
  })
  return worse >= 0 ? worse : weak[state]!
}
