/**
 * Matches in time proportional to text times pattern: all alternatives are simulated in parallel, and each instruction is visited at
 * most once per character. Transitions are memoized per state and character class, so common texts cost one lookup per character.
 */
import type { Automaton } from './re2-automaton.ts'
import { type CharacterKind, CharacterKinds, holds, noCharacter } from './re2-character-kind.ts'

/** Charges steps; may throw to abort. */
export type Spend = (steps: number) => void

/** All active alternatives between two characters. */
interface State {
  /** Their instructions, in ascending order. */
  readonly places: readonly number[]
  readonly before: CharacterKind
  /** By the id of the next character's class. */
  readonly next: (State | 'matched' | undefined)[]
}

/** The total number of instructions in memoized states before they are discarded. */
const mostPlaces = 20_000

export class Re2Matcher {
  readonly #automaton: Automaton
  /** When each instruction was last visited. */
  readonly #visited: Uint32Array
  #visit = 0
  #kinds: CharacterKinds
  #states = new Map<string, State>()
  #placeCount = 0
  #start: State

  constructor(automaton: Automaton) {
    this.#automaton = automaton
    this.#visited = new Uint32Array(automaton.instructions.length)
    this.#kinds = new CharacterKinds(automaton.sets)
    this.#start = { places: [], before: noCharacter, next: [] }
  }

  test(text: string, spend?: Spend): boolean {
    let state = this.#start
    for (let at = 0; at <= text.length; at++) {
      const code = text.codePointAt(at)
      const kind = code === undefined ? noCharacter : this.#kinds.of(code)
      const next = state.next[kind.id] ?? this.#step(state, kind, spend)
      if (next === 'matched') return true
      spend?.(1)
      state = next
      if (code !== undefined && code > 0xffff) at++
    }
    return false
  }

  /** Computes and memoizes the transition for a character class. */
  #step(state: State, kind: CharacterKind, spend: Spend | undefined): State | 'matched' {
    const places = this.#placesBehind(state, kind, spend)
    const isFull = this.#placeCount > mostPlaces || this.#kinds.isFull
    if (isFull) this.#forget()
    const next = places === 'matched' ? places : kind === noCharacter ? state : this.#stateAt(places, kind)
    // Class ids are reassigned after a reset: no earlier state may point to a new one.
    if (!isFull) state.next[kind.id] = next
    return next
  }

  #forget(): void {
    this.#kinds = new CharacterKinds(this.#automaton.sets)
    this.#states = new Map()
    this.#placeCount = 0
    this.#start = { ...this.#start, next: [] }
  }

  #stateAt(places: readonly number[], before: CharacterKind): State {
    const key = `${before.isWord ? 'word' : before.isNewline ? 'line' : ''} ${places.join()}`
    const known = this.#states.get(key)
    if (known !== undefined) return known
    const found: State = { places, before, next: [] }
    this.#states.set(key, found)
    this.#placeCount += places.length + 1
    return found
  }

  #placesBehind(state: State, kind: CharacterKind, spend: Spend | undefined): readonly number[] | 'matched' {
    // A match may begin anywhere.
    const pending = [this.#automaton.start, ...state.places]
    const places = new Set<number>()
    this.#beginVisit()
    for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
      spend?.(1)
      if (this.#visited[place] === this.#visit) continue
      this.#visited[place] = this.#visit
      const instruction = this.#automaton.instructions[place]!
      if (instruction.kind === 'match') return 'matched'
      if (instruction.kind === 'fork') pending.push(instruction.second, instruction.first)
      else if (instruction.kind === 'take') {
        if (kind.isIn[instruction.set]) places.add(instruction.next)
      } else if (holds(instruction.assertion, state.before, kind)) pending.push(instruction.next)
    }
    return [...places].sort((a, b) => a - b)
  }

  #beginVisit(): void {
    if (this.#visit === 0xffffffff) {
      this.#visited.fill(0)
      this.#visit = 0
    }
    this.#visit++
  }
}
