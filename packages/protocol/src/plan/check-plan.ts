/**
 * Validates user-written plans: sequences and partial orders of operations.
 *
 * A sequence is valid if each operation is applicable in its turn, with the faults it causes handled before the next. A partial order is
 * valid if all of its sequences are, weakly valid if at least one is, and deterministic if it is valid and all end in the same global
 * state.
 */
import { fromLocals, toLocals } from '../compiled/codec.ts'
import type { CompiledTopology, Locals } from '../compiled/compiled-topology.ts'
import type { EnabledMove } from '../compiled/moves.ts'
import { settleLocals } from '../compiled/settling.ts'
import { isRecord } from '../definition-shape.ts'
import { protocolErrors } from '../errors.ts'
import { assertInteger, optionsOf } from '../option.ts'
import type { GlobalState, Goal } from '../global-state.ts'
import { shown, splitPath } from '../name.ts'
import { assertStep, compileAny, enabledMoves } from '../semantics.ts'
import type { Step } from '../step.ts'
import type { Topology } from '../topology.ts'
import { goalTest } from './goal-test.ts'

/** A plan to check: operations and their order. */
export interface PlanCheck<State extends GlobalState = GlobalState> {
  /**
   * The start state.
   * @default the initial state
   */
  readonly from?: State
  /** The operations, as text (`db.run`) or as steps. Steps that handle faults are skipped: they happen by themselves. */
  readonly steps: readonly (string | Step)[]
  /** For each step, the steps that must be done before it; sequential if omitted. */
  readonly order?: readonly (readonly number[])[]
  /** The goal that every sequence must reach. */
  readonly to?: Goal<State>
  /**
   * How many situations to explore.
   * @default 100_000
   */
  readonly limit?: number
}

/** The verdict on a plan, the end states of its sequences, and one that fails. */
export interface PlanVerdict<State extends GlobalState = GlobalState> {
  /** `unknown` if the limit was reached before a decision. */
  readonly verdict: 'valid' | 'weakly valid' | 'invalid' | 'unknown'
  /** Whether the plan is valid and every sequence ends in the same global state. */
  readonly isDeterministic: boolean
  /** End states of sequences, ten at most. */
  readonly ends: readonly State[]
  /** An invalid sequence: the operations before, the rejected one, and why. */
  readonly failure?: { readonly done: readonly string[]; readonly refused?: string; readonly why: string }
  /** Situations explored. */
  readonly explored: number
}

/**
 * Whether a plan is valid.
 *
 * @example
 * ```ts
 * const Lamp = defineNodeType({
 *   name: 'Lamp',
 *   initial: 'off',
 *   states: { off: {}, on: {} },
 *   operations: { press: { from: 'off', to: 'on' } },
 * })
 * const room = defineTopology({ nodes: { lamp: Lamp } })
 * checkPlan(room, { steps: ['lamp.press'] }).verdict // => 'valid'
 * checkPlan(room, { steps: ['lamp.press', 'lamp.press'] }).failure?.refused // => 'lamp.press'
 * ```
 */
export function checkPlan<State extends GlobalState>(
  topology: Topology<State>,
  check: PlanCheck<State>,
): PlanVerdict<State> {
  const compiled = compileAny(topology)
  const { from = topology.initial, limit = 100_000 } = optionsOf('checkPlan', check)
  assertInteger('limit', limit, 1, 100_000_000)
  const plan = operationsOf(compiled, check)
  const goal = goalTest(compiled, (check.to === undefined ? {} : check.to) as Goal, check.to !== undefined)
  const run = new Traces(compiled, plan, goal.isReached.bind(goal), limit)
  run.explore(toLocals(compiled, from))
  return run.verdict() as PlanVerdict<State>
}

interface Operation {
  readonly line: string
  readonly node: number
  readonly operation: string
  /** The source state, if the plan gives it; distinguishes the instances of a replicated node. */
  readonly from: string | undefined
  readonly before: readonly number[]
}

/** The operations of a plan; fault handling is left out, and the order is closed over it. */
function operationsOf(compiled: CompiledTopology, { steps, order }: PlanCheck): readonly Operation[] {
  if (!Array.isArray(steps))
    throw protocolErrors('KW_PROTOCOL_OPTION', {
      what: `use ${shown(steps)} as the steps of a plan`,
      why: 'they must be a list',
      next: 'Pass the operations in a list, as in `steps: ["db.run"]`.',
    })
  if (order !== undefined) assertOrder(order, steps.length)
  const kept = new Map<number, number>()
  const before: Set<number>[] = []
  const operations: Operation[] = []
  const isFallback = (step: string | Step) =>
    typeof step === 'string'
      ? /^(handle|recover) /u.test(step)
      : isRecord(step) && (step.kind === 'fault' || step.kind === 'recovery')
  for (const index of order === undefined ? steps.keys() : inOrder(order)) {
    const direct = order === undefined ? (index === 0 ? [] : [index - 1]) : order[index]!
    const all = new Set(direct.flatMap((other) => (kept.has(other) ? [kept.get(other)!] : [...before[other]!])))
    before[index] = all
    const step = steps[index]!
    if (isFallback(step)) continue
    kept.set(index, operations.length)
    operations.push({ ...resolve(compiled, step), before: [...all] })
  }
  return operations
}

function assertOrder(order: readonly (readonly number[])[], length: number): void {
  const isFit =
    Array.isArray(order) &&
    order.length === length &&
    order.every((before) => Array.isArray(before)) &&
    order.flat().every((step) => Number.isSafeInteger(step) && step >= 0 && step < length)
  if (isFit) return
  throw protocolErrors('KW_PROTOCOL_OPTION', {
    what: 'read the order of a plan',
    why: `it must have one list of step numbers, from 0 to ${length - 1}, for each of the ${length} steps`,
    next: 'Let `order[i]` list the steps that precede step i, as in `order: [[], [0], [0]]`; omit `order` for a sequence.',
  })
}

/** Topological order. */
function inOrder(order: readonly (readonly number[])[]): readonly number[] {
  const missing = order.map((before) => new Set(before).size)
  const after: number[][] = order.map(() => [])
  order.forEach((before, step) => new Set(before).forEach((other) => after[other]!.push(step)))
  const sorted = [...order.keys()].filter((step) => missing[step] === 0)
  for (const step of sorted) for (const next of after[step]!) if (--missing[next]! === 0) sorted.push(next)
  if (sorted.length === order.length) return sorted
  throw protocolErrors('KW_PROTOCOL_OPTION', {
    what: 'read the order of a plan',
    why: 'its entries form a cycle',
    next: '`order[i]` lists the steps that precede step i: remove one entry of the cycle.',
  })
}

function resolve({ automata, nodeNumbers }: CompiledTopology, step: string | Step): Omit<Operation, 'before'> {
  if (typeof step !== 'string') assertStep(step)
  const has = (node: string, part: string) =>
    automata[nodeNumbers.get(node) ?? -1]?.node.type.operations.has(part) ?? false
  const line = typeof step === 'string' ? step : step.kind === 'operation' ? `${step.node}.${step.operation}` : ''
  const found =
    typeof step === 'string'
      ? splitPath(step, has)
      : [{ node: step.node, part: (step as { operation: string }).operation }]
  const [only] = found
  if (found.length === 1 && has(only!.node, only!.part))
    return {
      line,
      node: nodeNumbers.get(only!.node)!,
      operation: only!.part,
      from: typeof step === 'string' ? undefined : step.from,
    }
  throw protocolErrors('KW_PROTOCOL_STEP', {
    what: `read the step ${shown(line)}`,
    why: found.length > 1 ? 'it names more than one operation' : 'there is no such operation',
    next: 'Write a node and one of its operations, as in db.run.',
  })
}

interface Situation {
  readonly done: bigint
  readonly locals: Locals
  readonly past: Situation | undefined
  readonly last: number
}

/** Explores every sequence of a partial order; two with the same steps done and the same state are merged. */
class Traces {
  readonly #compiled: CompiledTopology
  readonly #plan: readonly Operation[]
  readonly #isReached: (locals: Locals) => boolean
  readonly #limit: number
  readonly #met = new Set<string>()
  readonly #ends = new Map<string, Locals>()
  #failure: PlanVerdict['failure']
  #isTruncated = false

  constructor(
    compiled: CompiledTopology,
    plan: readonly Operation[],
    isReached: (locals: Locals) => boolean,
    limit: number,
  ) {
    this.#compiled = compiled
    this.#plan = plan
    this.#isReached = isReached
    this.#limit = limit
  }

  explore(start: Locals): void {
    settleLocals(this.#compiled, start)
    const waiting: Situation[] = [{ done: 0n, locals: start, past: undefined, last: -1 }]
    for (let situation = waiting.pop(); situation !== undefined; situation = waiting.pop()) {
      if (this.#met.size >= this.#limit) {
        this.#isTruncated = true
        return
      }
      waiting.push(...this.#follow(situation))
    }
  }

  #follow(situation: Situation): Situation[] {
    const ready = this.#plan.flatMap(({ before }, index) => {
      const isReady =
        ((situation.done >> BigInt(index)) & 1n) === 0n &&
        before.every((other) => ((situation.done >> BigInt(other)) & 1n) === 1n)
      return isReady ? [index] : []
    })
    if (ready.length === 0) this.#end(situation)
    return ready.flatMap((index) => {
      const { line } = this.#plan[index]!
      const moves = this.#movesOf(situation.locals, this.#plan[index]!)
      if (moves.length === 0) this.#fail(situation, 'the operation is not applicable', line)
      return moves.flatMap((move) => this.#meet(situation, index, move))
    })
  }

  #movesOf(locals: Locals, { node, operation, from }: Operation): EnabledMove[] {
    const { states } = this.#compiled.automata[node]!
    const moves = enabledMoves(this.#compiled, locals).filter(
      (enabled) => enabled.kind === 'operation' && enabled.node === node && enabled.move.operation === operation,
    )
    const exact = moves.filter(({ move }) => states[move.from] === from)
    return exact.length > 0 ? exact : moves
  }

  #meet(past: Situation, index: number, { node, move }: EnabledMove): Situation[] {
    const locals = past.locals.slice()
    locals[node] = move.next
    settleLocals(this.#compiled, locals, [node])
    const done = past.done | (1n << BigInt(index))
    const key = `${done.toString(36)}:${locals.join()}`
    if (this.#met.has(key)) return []
    this.#met.add(key)
    return [{ done, locals, past, last: index }]
  }

  #end(situation: Situation): void {
    if (this.#isReached(situation.locals)) this.#ends.set(situation.locals.join(), situation.locals)
    else this.#fail(situation, 'the plan ends without reaching the goal')
  }

  #fail(situation: Situation, why: string, refused?: string): void {
    if (this.#failure !== undefined) return
    const done: string[] = []
    for (let at: Situation | undefined = situation; at !== undefined && at.last >= 0; at = at.past)
      done.push(this.#plan[at.last]!.line)
    this.#failure = { done: done.toReversed(), ...(refused === undefined ? {} : { refused }), why }
  }

  verdict(): PlanVerdict {
    const verdict = this.#verdict()
    return {
      verdict,
      isDeterministic: verdict === 'valid' && this.#ends.size === 1,
      ends: [...this.#ends.values()].slice(0, 10).map((locals) => fromLocals(this.#compiled, locals)),
      ...(this.#failure === undefined ? {} : { failure: this.#failure }),
      explored: this.#met.size + 1,
    }
  }

  #verdict(): PlanVerdict['verdict'] {
    const some = this.#ends.size > 0
    if (this.#isTruncated) return some && this.#failure !== undefined ? 'weakly valid' : 'unknown'
    if (this.#failure === undefined) return 'valid'
    return some ? 'weakly valid' : 'invalid'
  }
}
