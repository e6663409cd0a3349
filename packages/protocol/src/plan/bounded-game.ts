/**
 * The minimal worst-case cost of reaching the goal, if at most `faults` uncontrollable operations occur.
 *
 * Without faults left, it is the cost of a shortest plan. With one more, a state costs the cheapest next step of the policy, or the most
 * expensive event that can occur instead, whichever is more. States are settled in order of cost, as in Dijkstra's algorithm: no state
 * costs
 * less than the one it depends on.
 */
import { ReverseSteps } from '../analysis/reverse-steps.ts'
import { stepKinds } from '../analysis/state-space.ts'
import type { Game } from './fair-game.ts'
import { PriorityQueue } from './priority-queue.ts'
import type { GameAnswer } from './strong-plan.ts'

/** The maximum number of stored costs, one per state and number of faults: about 400 MB. */
const mostCosts = 32_000_000

/** If all faults would not fit: for how many to test whether further ones change nothing. */
const trial = 16

interface Layer {
  readonly costs: Float64Array
  readonly choices: Int32Array
}

export function boundedCosts(game: Game, faults: number, most = mostCosts): GameAnswer {
  const reverse = new ReverseSteps(game.space, (kind) => kind !== stepKinds.uncontrollable)
  const first = solve(game, reverse, undefined)
  const layers: Layer[] = [first]
  let isTruncated = false
  for (let left = 1; left <= faults; left++) {
    // More faults cannot make a lost state winnable.
    if (layers.at(-1)!.costs[0] === Infinity) break
    isTruncated = ((left < trial ? left : faults) + 1) * game.space.size > most
    if (isTruncated) break
    const layer = solve(game, reverse, layers.at(-1)!)
    layers.push(layer)
    // A fixed point: further faults change nothing.
    if (layer.costs.every((cost, state) => cost === layers.at(-2)!.costs[state])) break
  }
  const last = layers.at(-1)!
  return {
    isWon: !isTruncated && last.costs[0]! < Infinity,
    ...(isTruncated ? { mostFaults: Math.max(0, Math.floor(most / game.space.size) - 1) } : {}),
    size: first.costs.reduce((count, cost) => count + Number(cost < Infinity), 0),
    choice: (state, left) => {
      const layer =
        left === undefined
          ? layers.findLast(({ costs }) => costs[state]! < Infinity)
          : layers[Math.min(left, layers.length - 1)]
      return layer?.choices[state] ?? -1
    },
    worst: last.costs[0]!,
    hasPlan: first.costs[0]! < Infinity,
    loss: lossesOf(game, layers),
  }
}

function solve({ space, goals }: Game, reverse: ReverseSteps, before: Layer | undefined): Layer {
  const costs = new Float64Array(space.size).fill(Infinity)
  const choices = new Int32Array(space.size).fill(-1)
  const done = new Uint8Array(space.size)
  const open = new PriorityQueue()
  const waiting = handlingSteps({ space, goals })
  const offer = (state: number, cost: number, choice: number) => {
    const worst = Math.max(cost, before === undefined ? 0 : worstFault({ space, goals }, before, state))
    if (worst >= costs[state]!) return
    costs[state] = worst
    choices[state] = choice
    open.add(state, worst)
  }
  goals.forEach((goal, state) => {
    if (goal === 0) return
    costs[state] = 0
    open.add(state, 0)
  })
  for (let state = open.take(); state !== undefined; state = open.take()) {
    if (done[state] === 1) continue
    done[state] = 1
    const target = state
    reverse.forEach(state, (source, cost) => {
      if (done[source] === 1) return
      // The order of fault handling is not under control: the worst successor counts, which is the last one.
      if (waiting[source]! > 1) waiting[source]!--
      else offer(source, costs[target]! + cost, target)
    })
  }
  return { costs, choices }
}

/** For each state, the number of its handling steps; 0 where operations may run. */
function handlingSteps({ space, goals }: Game): Int32Array {
  const counts = new Int32Array(space.size)
  for (let state = 0; state < space.expanded; state++)
    if (goals[state] === 0)
      space.forEachStep(state, (_, kind) => {
        if (kind === stepKinds.fallback) counts[state]!++
      })
  return counts
}

function worstFault({ space }: Game, before: Layer, state: number): number {
  let worst = 0
  space.forEachStep(state, (target, kind) => {
    if (kind === stepKinds.uncontrollable) worst = Math.max(worst, before.costs[target]!)
  })
  return worst
}

/** Follows the plan of the layer that still wins, and injects a fault where the previous layer loses. */
function lossesOf({ space }: Game, layers: readonly Layer[]): (state: number) => number {
  return (state) => {
    if (state >= space.expanded) return -1
    const index = layers.findIndex(({ costs }) => costs[state] === Infinity)
    if (index <= 0) return -1
    const before = layers[index - 1]!
    let lost = -1
    space.forEachStep(state, (target, kind) => {
      if (kind === stepKinds.uncontrollable && before.costs[target] === Infinity) lost = target
    })
    return lost >= 0 ? lost : before.choices[state]!
  }
}
