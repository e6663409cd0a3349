/** A pattern compiled to a nondeterministic automaton, which is simulated without backtracking. */
import { type Assertion, matchesNothing, type PatternNode, type Repeat } from './re2-pattern.ts'
import { Re2SyntaxError } from './re2-syntax-error.ts'

export type Instruction =
  /** Consumes one character of a set. */
  | { readonly kind: 'take'; readonly set: number; readonly next: number }
  /** Follows both branches; the first is preferred. */
  | { readonly kind: 'fork'; first: number; second: number }
  | { readonly kind: 'assert'; readonly assertion: Assertion; readonly next: number }
  | { readonly kind: 'match' }

export interface Automaton {
  readonly instructions: readonly Instruction[]
  readonly start: number
  /** By the index used in instructions. */
  readonly sets: readonly RegExp[]
}

/** Counted repeats are unrolled, so a short pattern can compile to a large automaton. Go allows thirty times as much. */
const mostInstructions = 100_000

/** Failure: throws `Re2SyntaxError` if the automaton would be too large. */
export function buildAutomaton(node: PatternNode, pattern: string): Automaton {
  return new Builder(pattern).build(node)
}

class Builder {
  readonly #pattern: string
  readonly #instructions: Instruction[] = [{ kind: 'match' }]
  readonly #sets = new Map<string, number>()

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  build(node: PatternNode): Automaton {
    const start = this.#add(node, 0)
    // Applied to one character at a time, JavaScript's engine cannot backtrack.
    const sets = [...this.#sets.keys()].map((source) => new RegExp(`^${source}$`, 'u'))
    return { instructions: this.#instructions, start, sets }
  }

  /** Adds the instructions of `node` before `next` and returns the entry point. Built from the end to the start. */
  #add(node: PatternNode, next: number): number {
    switch (node.kind) {
      case 'set':
        return this.#push({ kind: 'take', set: this.#set(node.source), next })
      case 'assertion':
        return this.#push({ kind: 'assert', assertion: node.assertion, next })
      case 'sequence':
        return node.nodes.reduceRight((following, each) => this.#add(each, following), next)
      case 'choice':
        return node.options
          .map((option) => this.#add(option, next))
          .reduceRight((second, first) => this.#push({ kind: 'fork', first, second }))
      case 'repeat':
        return this.#addRepeat(node, next)
    }
  }

  #addRepeat({ node, least, most, isLazy }: Repeat, next: number): number {
    const isEndless = most === Infinity
    let entry = isEndless ? this.#addLoop(node, isLazy, least === 0, next) : next
    if (!isEndless) {
      for (let count = least; count < most; count++) entry = this.#fork(this.#add(node, entry), next, isLazy)
    }
    // The loop counts as one mandatory repetition.
    for (let count = isEndless ? 1 : 0; count < least; count++) entry = this.#add(node, entry)
    return entry
  }

  #addLoop(node: PatternNode, isLazy: boolean, isOptional: boolean, next: number): number {
    const loop = this.#fork(0, 0, isLazy)
    const fork = this.#instructions[loop] as Instruction & { kind: 'fork' }
    const body = this.#add(node, loop)
    fork.first = isLazy ? next : body
    fork.second = isLazy ? body : next
    if (!isOptional) return body
    // As in Go, an empty iteration may be preferred to a non-empty one, and then ends the loop.
    return matchesNothing(node) ? this.#fork(body, next, isLazy) : loop
  }

  #fork(body: number, next: number, isLazy: boolean): number {
    return this.#push({ kind: 'fork', first: isLazy ? next : body, second: isLazy ? body : next })
  }

  #push(instruction: Instruction): number {
    if (this.#instructions.length >= mostInstructions) throw new Re2SyntaxError('expression too large', this.#pattern)
    return this.#instructions.push(instruction) - 1
  }

  #set(source: string): number {
    const number = this.#sets.get(source) ?? this.#sets.size
    this.#sets.set(source, number)
    return number
  }
}
