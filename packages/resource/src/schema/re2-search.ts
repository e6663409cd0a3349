/**
 * Where a text matches. Ways to match are followed side by side in the order Go prefers them, each with the place it
 * began at; a place in the pattern is visited once a character, so time grows with the text times the pattern.
 */
import type { Automaton } from './re2-automaton.ts'
import { type CharacterKind, CharacterKinds, holds, noCharacter } from './re2-character-kind.ts'
import type { Spend } from './re2-matcher.ts'

export interface Re2Match {
  readonly start: number
  readonly end: number
}

/** Places under way, the preferred first, with where each began. A place is in it once. */
class Threads {
  readonly places: Uint32Array
  readonly starts: Uint32Array
  readonly #indexes: Uint32Array
  count = 0

  constructor(size: number) {
    this.places = new Uint32Array(size)
    this.starts = new Uint32Array(size)
    this.#indexes = new Uint32Array(size)
  }

  /** Whether it was new. */
  add(place: number, start: number): boolean {
    const index = this.#indexes[place]!
    if (index < this.count && this.places[index] === place) return false
    this.#indexes[place] = this.count
    this.places[this.count] = place
    this.starts[this.count++] = start
    return true
  }
}

export class Re2Search {
  readonly #automaton: Automaton
  readonly #kinds: CharacterKinds
  readonly #text: string
  readonly #spend: Spend | undefined
  #now: Threads
  #next: Threads

  constructor(automaton: Automaton, text: string, spend: Spend | undefined) {
    this.#automaton = automaton
    this.#kinds = new CharacterKinds(automaton.sets)
    this.#text = text
    this.#spend = spend
    this.#now = new Threads(automaton.instructions.length)
    this.#next = new Threads(automaton.instructions.length)
  }

  /** Matches one after the other. An empty one right behind the one before it does not count. */
  *matches(): Generator<Re2Match> {
    let previousEnd = -1
    for (let at = 0; at <= this.#text.length; ) {
      const match = this.#from(at)
      if (match === undefined) return
      const { start, end } = match
      if (end > start || start !== previousEnd) yield match
      previousEnd = end
      at = end > start ? end : end + widthAt(this.#text, end)
    }
  }

  /** The match that begins earliest at or behind `from`, of those the one Go prefers. */
  #from(from: number): Re2Match | undefined {
    let best: Re2Match | undefined
    let before = from === 0 ? noCharacter : this.#kinds.of(codeBefore(this.#text, from))
    this.#now.count = 0
    for (let at = from; ; at += widthAt(this.#text, at)) {
      const kind = this.#kindAt(at)
      if (best === undefined) this.#enter(this.#now, { place: this.#automaton.start, start: at }, before, kind)
      if (this.#now.count === 0 && best !== undefined) return best
      best = this.#step(at, kind) ?? best
      if (kind === noCharacter) return best
      before = kind
      ;[this.#now, this.#next] = [this.#next, this.#now]
    }
  }

  /** Moves every thread over a character. A match ends the threads that are preferred less. */
  #step(at: number, kind: CharacterKind): Re2Match | undefined {
    this.#next.count = 0
    this.#spend?.(this.#now.count + 1)
    const after = kind === noCharacter ? noCharacter : this.#kindAt(at + widthAt(this.#text, at))
    for (let index = 0; index < this.#now.count; index++) {
      const instruction = this.#automaton.instructions[this.#now.places[index]!]!
      const start = this.#now.starts[index]!
      if (instruction.kind === 'match') return { start, end: at }
      if (instruction.kind === 'take' && kind.isIn[instruction.set]) {
        this.#enter(this.#next, { place: instruction.next, start }, kind, after)
      }
    }
    return undefined
  }

  /** Adds a place and all that can be reached from it without a character, in the order of preference. */
  #enter(
    threads: Threads,
    thread: { place: number; start: number },
    before: CharacterKind,
    after: CharacterKind,
  ): void {
    const pending = [thread.place]
    for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
      this.#spend?.(1)
      if (!threads.add(place, thread.start)) continue
      const instruction = this.#automaton.instructions[place]!
      if (instruction.kind === 'fork') pending.push(instruction.second, instruction.first)
      else if (instruction.kind === 'assert' && holds(instruction.assertion, before, after)) {
        pending.push(instruction.next)
      }
    }
  }

  #kindAt(at: number): CharacterKind {
    const code = this.#text.codePointAt(at)
    return code === undefined ? noCharacter : this.#kinds.of(code)
  }
}

function codeBefore(text: string, at: number): number {
  const pair = at >= 2 ? text.codePointAt(at - 2)! : 0
  return pair > 0xffff ? pair : text.charCodeAt(at - 1)
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}
