/**
 * Finds match positions. Threads are simulated in parallel in Go's order of preference, each with its start position; an instruction is
 * visited once per character, so time is proportional to text times pattern.
 */
import type { Automaton } from './re2-automaton.ts'
import { type CharacterKind, CharacterKinds, holds, noCharacter } from './re2-character-kind.ts'
import type { Spend } from './re2-matcher.ts'

/** The position of a match, as string indexes: `start` is inclusive, `end` exclusive. */
export interface Re2Match {
  readonly start: number
  readonly end: number
}

/** Active instructions, the preferred first, each with its start position. An instruction occurs at most once. */
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

  /** Returns whether it was new. */
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

  /** Successive matches. An empty match adjacent to the previous one does not count. */
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

  /** The leftmost match at or after `from`; among those, the one Go prefers. */
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

  /** Advances every thread by one character. A match ends all threads of lower preference. */
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

  /** Adds an instruction and its epsilon closure, in order of preference. */
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
