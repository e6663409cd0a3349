/**
 * Computes which steps of a sequence may run in parallel.
 *
 * Two operations are ordered if they move the same instance, or if one changes the satisfaction of a requirement that the other needs.
 * Fault handling blocks every operation, so a cascade is a barrier between the operation that caused it and those that follow. Every
 * linearization of the result is as valid as the sequence, and ends in the same state.
 */
import type { CompiledTopology, Locals } from '../compiled/compiled-topology.ts'
import type { EnabledMove } from '../compiled/moves.ts'
import { isSatisfied } from '../compiled/moves.ts'

/** For each step, the steps that must be done before it starts. */
export type Order = readonly (readonly number[])[]

type Access = 'read' | 'up' | 'down'

/**
 * The accesses to a fact since it was last taken down. More providers never hurt, so a step that adds one waits for no reader; readers wait
 * for all providers, and a step that removes a provider waits for all of them.
 */
interface Accesses {
  ups: number[]
  reads: number[]
  downs: number[]
  /** The dependencies of the steps in `downs`. */
  before: readonly number[]
}

/** Transitive reduction is applied to plans of up to this many steps. */
const mostReduced = 2_000

export function partialOrder(compiled: CompiledTopology, start: Locals, moves: readonly EnabledMove[]): Order {
  const facts = new Map<number, Accesses>()
  const instances = new Instances(compiled, start)
  const locals = start.slice()
  const order: Set<number>[] = []
  /** The first step since the last cascade, and the last step of that cascade. */
  let segment = 0
  let barrier = -1
  moves.forEach((enabled, index) => {
    const before = new Set<number>()
    order.push(before)
    const isFallback = enabled.kind !== 'operation'
    const causes = !isFallback && index + 1 < moves.length && moves[index + 1]!.kind !== 'operation'
    if (barrier >= 0) before.add(barrier)
    if (isFallback || causes) for (let step = segment; step < index; step++) before.add(step)
    const last = instances.take(enabled, index)
    if (last >= 0) before.add(last)
    for (const [fact, access] of accesses(compiled, locals, enabled))
      for (const step of enter(facts, fact, access, index)) before.add(step)
    locals[enabled.node] = enabled.move.next
    if (isFallback || causes) {
      segment = index + 1
      barrier = index
    }
  })
  return moves.length <= mostReduced ? reduced(order) : order.map(sorted)
}

/** Steps grouped by the earliest time they can start, if all take the same time. */
export function wavesOf(order: Order): readonly (readonly number[])[] {
  const waves: number[][] = []
  const depths: number[] = []
  order.forEach((before, step) => {
    const depth = before.reduce((deepest, other) => Math.max(deepest, depths[other]! + 1), 0)
    depths.push(depth)
    const wave = (waves[depth] ??= [])
    wave.push(step)
  })
  return waves
}

/** Selects the instance of a replicated node that each step moves: the one that has been in its state longest. */
class Instances {
  readonly #queues = new Map<string, number[]>()
  readonly #heads = new Map<string, number>()
  readonly #untouched: Map<string, number>

  constructor({ automata }: CompiledTopology, start: Locals) {
    this.#untouched = new Map()
    automata.forEach((automaton, node) =>
      automaton.at(start[node]!).counts.forEach((count, state) => {
        if (count > 0) this.#untouched.set(`${node}/${state}`, count)
      }),
    )
  }

  /** Moves an instance; returns the last step that moved it, or -1. */
  take({ node, move }: EnabledMove, step: number): number {
    const from = `${node}/${move.from}`
    const to = `${node}/${move.to}`
    const untouched = this.#untouched.get(from) ?? 0
    let last = -1
    if (untouched > 0) this.#untouched.set(from, untouched - 1)
    else {
      const head = this.#heads.get(from) ?? 0
      last = this.#queues.get(from)![head]!
      this.#heads.set(from, head + 1)
    }
    const queue = this.#queues.get(to)
    if (queue === undefined) this.#queues.set(to, [step])
    else queue.push(step)
    return last
  }
}

/** The facts that a step reads and changes: requirements by their number, liveness of a node by its negated number. */
function* accesses(
  compiled: CompiledTopology,
  locals: Locals,
  { kind, node, move }: EnabledMove,
): Generator<[number, Access]> {
  const { needs, offers, initialState } = compiled.automata[node]!
  const read = new Set([...needs[move.from]!, ...needs[move.to]!])
  if (kind === 'operation')
    for (const requirement of move.alternatives.find((all) => all.every((one) => isSatisfied(compiled, locals, one))) ??
      [])
      read.add(requirement)
  for (const requirement of read) yield [requirement, 'read']
  const container = compiled.containers[node]!
  if (compiled.hardRecovery && container >= 0) yield [-1 - container, 'read']
  const wasAlive = move.from !== initialState
  const isAlive = move.to !== initialState
  if (compiled.hardRecovery && wasAlive !== isAlive) yield [-1 - node, isAlive ? 'up' : 'down']
  for (const requirement of compiled.dependents[node]!) {
    const { providers } = compiled.requirements[requirement]!
    for (let at = 0; at < providers.length; at += 2) {
      if (providers[at] !== node) continue
      const before = offers[move.from]![providers[at + 1]!]!
      const after = offers[move.to]![providers[at + 1]!]!
      if (before !== after) yield [requirement, after > before ? 'up' : 'down']
    }
  }
}

/** Records an access and returns its dependencies. */
function enter(facts: Map<number, Accesses>, fact: number, access: Access, step: number): readonly number[] {
  const known = facts.get(fact) ?? { ups: [], reads: [], downs: [], before: [] }
  facts.set(fact, known)
  const { ups, reads, downs } = known
  if (access === 'down' && (ups.length > 0 || reads.length > 0)) {
    known.before = [...downs, ...ups, ...reads]
    Object.assign(known, { ups: [], reads: [], downs: [] })
  }
  const waits = access === 'down' ? known.before : access === 'up' ? downs : [...downs, ...ups]
  known[`${access}s`].push(step)
  return waits.filter((other) => other !== step)
}

/** Transitive reduction. */
function reduced(order: readonly ReadonlySet<number>[]): Order {
  const ancestors: Set<number>[] = []
  return order.map((before) => {
    const known = new Set<number>()
    const kept: number[] = []
    for (const step of sorted(before).toReversed()) {
      if (known.has(step)) continue
      kept.push(step)
      known.add(step)
      for (const earlier of ancestors[step]!) known.add(earlier)
    }
    ancestors.push(known)
    return kept.toReversed()
  })
}

function sorted(steps: ReadonlySet<number>): number[] {
  return [...steps].toSorted((a, b) => a - b)
}
