/**
 * Go's regular expressions in time that grows with the text times the pattern, never faster: all ways to match are
 * followed side by side, and each place in the pattern is visited once a character.
 *
 * Guarantees: no pattern and no text makes it run for ever; every visited place is charged to `spend`, which throws
 * when there have been too many.
 */
import { type Automaton, compilePattern } from './automaton.ts'
import type { Assertion } from './pattern-tree.ts'

/** Charges steps; throws to give up. */
export type Spend = (steps: number) => void

/** No code point; stands before the first character and behind the last. */
const none = -1

/** Whether `pattern` matches anywhere in `text`. Failure: throws `Re2SyntaxError`, or what `spend` throws. */
export function matches(pattern: string, text: string, spend: Spend): boolean {
  const search = new Search(compilePattern(pattern), text, spend)
  return search.from(0, true) !== undefined
}

/** The leftmost match, of those the one Go prefers; `''` if there is none. */
export function find(pattern: string, text: string, spend: Spend): string {
  return findAll(pattern, text, 1, spend)[0] ?? ''
}

/** Matches one after the other, at most `limit` of them; all if it is negative. */
export function findAll(pattern: string, text: string, limit: number, spend: Spend): readonly string[] {
  const search = new Search(compilePattern(pattern), text, spend)
  const found: string[] = []
  let at = 0
  let previousEnd = -1
  while (at <= text.length && (limit < 0 || found.length < limit)) {
    const match = search.from(at, false)
    if (match === undefined) break
    const isEmpty = match.end === match.start
    // An empty match right behind the one before it does not count.
    if (!isEmpty || match.start !== previousEnd) found.push(text.slice(match.start, match.end))
    previousEnd = match.end
    at = isEmpty ? match.end + widthAt(text, match.end) : match.end
  }
  return found
}

interface Match {
  readonly start: number
  readonly end: number
}

/** Places under way, the preferred first, with where each began. A place is in it once. */
class Threads {
  readonly places: Uint32Array
  readonly starts: Float64Array
  readonly #member: Uint32Array
  count = 0

  constructor(size: number) {
    this.places = new Uint32Array(size)
    this.starts = new Float64Array(size)
    this.#member = new Uint32Array(size)
  }

  /** Whether it was new. */
  add(place: number, start: number): boolean {
    const at = this.#member[place]!
    if (at < this.count && this.places[at] === place) return false
    this.#member[place] = this.count
    this.places[this.count] = place
    this.starts[this.count++] = start
    return true
  }
}

class Search {
  readonly #automaton: Automaton
  readonly #text: string
  readonly #spend: Spend
  #now: Threads
  #next: Threads

  constructor(automaton: Automaton, text: string, spend: Spend) {
    this.#automaton = automaton
    this.#text = text
    this.#spend = spend
    this.#now = new Threads(automaton.instructions.length)
    this.#next = new Threads(automaton.instructions.length)
  }

  /** The match that begins earliest at or behind `from`; any match at all if `isAnyEnough`. */
  from(from: number, isAnyEnough: boolean): Match | undefined {
    let best: Match | undefined
    let before = from === 0 ? none : codeBefore(this.#text, from)
    this.#now.count = 0
    for (let at = from; ; ) {
      const code = at < this.#text.length ? this.#text.codePointAt(at)! : none
      if (best === undefined) this.#enter(this.#now, this.#automaton.start, at, { before, after: code })
      else if (this.#now.count === 0) return best
      this.#spend(this.#now.count + 1)
      best = this.#step(at, code) ?? best
      if (code === none || (isAnyEnough && best !== undefined)) return best
      before = code
      at += code > 0xffff ? 2 : 1
      ;[this.#now, this.#next] = [this.#next, this.#now]
    }
  }

  /** Moves every thread over `code`. A match ends the threads that are preferred less. */
  #step(at: number, code: number): Match | undefined {
    this.#next.count = 0
    const width = code > 0xffff ? 2 : 1
    const after = at + width < this.#text.length ? this.#text.codePointAt(at + width)! : none
    for (let index = 0; index < this.#now.count; index++) {
      const instruction = this.#automaton.instructions[this.#now.places[index]!]!
      const start = this.#now.starts[index]!
      if (instruction.kind === 'match') return { start, end: at }
      if (instruction.kind === 'take' && code !== none && instruction.set.has(code)) {
        this.#enter(this.#next, instruction.next, start, { before: code, after })
      }
    }
    return undefined
  }

  /** Adds a place and all that can be reached from it without a character, in the order of preference. */
  #enter(threads: Threads, place: number, start: number, around: Around): void {
    const pending = [place]
    let steps = 0
    while (pending.length > 0) {
      const current = pending.pop()!
      steps++
      if (!threads.add(current, start)) continue
      const instruction = this.#automaton.instructions[current]!
      if (instruction.kind === 'fork') pending.push(instruction.second, instruction.first)
      else if (instruction.kind === 'assert' && holds(instruction.assertion, around)) pending.push(instruction.next)
    }
    this.#spend(steps)
  }
}

interface Around {
  readonly before: number
  readonly after: number
}

const newline = 10

function holds(assertion: Assertion, { before, after }: Around): boolean {
  switch (assertion) {
    case 'start':
      return before === none
    case 'end':
      return after === none
    case 'line start':
      return before === none || before === newline
    case 'line end':
      return after === none || after === newline
    case 'word boundary':
      return isWord(before) !== isWord(after)
    case 'no word boundary':
      return isWord(before) === isWord(after)
  }
}

function isWord(code: number): boolean {
  return code !== none && code < 128 && /\w/.test(String.fromCharCode(code))
}

function codeBefore(text: string, at: number): number {
  const low = text.charCodeAt(at - 1)
  const isPair = (low & 0xfc00) === 0xdc00 && at >= 2
  return isPair ? text.codePointAt(at - 2)! : low
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}
