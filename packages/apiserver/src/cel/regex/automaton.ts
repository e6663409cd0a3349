/** A pattern as a machine of simple steps, several of which may be under way at once: no step is ever taken back. */
import { Re2SyntaxError } from '@kubewright/resource/schema'
import { type Assertion, type PatternNode, readPattern } from './pattern-tree.ts'

export type Instruction =
  /** Takes one character of a set. */
  | { readonly kind: 'take'; readonly set: CharacterSet; next: number }
  /** Goes both ways; the first is preferred. */
  | { readonly kind: 'fork'; first: number; second: number }
  | { readonly kind: 'assert'; readonly assertion: Assertion; next: number }
  | { readonly kind: 'match' }

export interface Automaton {
  readonly instructions: readonly Instruction[]
  readonly start: number
}

/** Tells which code points belong to a set. Asked for one character at a time, JavaScript's engine cannot backtrack. */
export class CharacterSet {
  readonly #shape: RegExp
  readonly #ascii = new Int8Array(128).fill(-1)

  constructor(source: string) {
    this.#shape = new RegExp(`^${source}$`, 'u')
  }

  has(code: number): boolean {
    if (code >= 128) return this.#shape.test(String.fromCodePoint(code))
    if (this.#ascii[code] === -1) this.#ascii[code] = this.#shape.test(String.fromCharCode(code)) ? 1 : 0
    return this.#ascii[code] === 1
  }
}

/** Counted repeats are spelled out, so a short pattern can be a large machine. */
const mostInstructions = 100_000

/** How many compiled patterns are kept. Rules hold the same ones again and again. */
const mostKept = 500
const kept = new Map<string, Automaton>()

/** Failure: throws `Re2SyntaxError` with Go's words. */
export function compilePattern(pattern: string): Automaton {
  const known = kept.get(pattern)
  if (known !== undefined) return known
  const compiled = new Builder(pattern).build()
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value!)
  kept.set(pattern, compiled)
  return compiled
}

class Builder {
  readonly #pattern: string
  readonly #instructions: Instruction[] = [{ kind: 'match' }]
  readonly #sets = new Map<string, CharacterSet>()

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  build(): Automaton {
    return { start: this.#add(readPattern(this.#pattern), 0), instructions: this.#instructions }
  }

  /** Adds what `node` does before going on at `next`; says where to enter. Built from the end to the start. */
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

  #addRepeat({ node, least, most, isLazy }: PatternNode & { kind: 'repeat' }, next: number): number {
    let entry = next
    if (most === Infinity) entry = this.#addLoop(node, isLazy, next)
    else {
      for (let count = least; count < most; count++) {
        entry = this.#fork(this.#add(node, entry), next, isLazy)
      }
    }
    for (let count = 0; count < least; count++) entry = this.#add(node, entry)
    return entry
  }

  #addLoop(node: PatternNode, isLazy: boolean, next: number): number {
    const loop = this.#fork(0, 0, isLazy)
    const fork = this.#instructions[loop] as Instruction & { kind: 'fork' }
    const body = this.#add(node, loop)
    fork.first = isLazy ? next : body
    fork.second = isLazy ? body : next
    return loop
  }

  #fork(body: number, next: number, isLazy: boolean): number {
    return this.#push({ kind: 'fork', first: isLazy ? next : body, second: isLazy ? body : next })
  }

  #push(instruction: Instruction): number {
    if (this.#instructions.length >= mostInstructions) {
      throw new Re2SyntaxError('expression too large', this.#pattern)
    }
    return this.#instructions.push(instruction) - 1
  }

  #set(source: string): CharacterSet {
    const set = this.#sets.get(source) ?? new CharacterSet(source)
    this.#sets.set(source, set)
    return set
  }
}
