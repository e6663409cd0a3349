/** Equivalence classes of characters, as far as an automaton distinguishes them. Thousands of characters fall into a few classes. */
import type { Assertion } from './re2-pattern.ts'

export interface CharacterKind {
  /** Starts at 0, the end of the text. */
  readonly id: number
  /** Membership in each set, by the index of the set. */
  readonly isIn: readonly boolean[]
  readonly isWord: boolean
  readonly isNewline: boolean
}

/** The class before the first and after the last character. */
export const noCharacter: CharacterKind = { id: 0, isIn: [], isWord: false, isNewline: false }

/** How many non-ASCII characters are memoized. */
const mostRemembered = 1000

/** How many classes there may be before all are discarded. */
const mostKinds = 250

export class CharacterKinds {
  readonly #sets: readonly RegExp[]
  readonly #kinds = new Map<string, CharacterKind>()
  readonly #ascii: (CharacterKind | undefined)[] = Array.from({ length: 128 })
  readonly #beyond = new Map<number, CharacterKind>()

  constructor(sets: readonly RegExp[]) {
    this.#sets = sets
  }

  get isFull(): boolean {
    return this.#kinds.size >= mostKinds
  }

  of(code: number): CharacterKind {
    return this.#ascii[code] ?? this.#beyond.get(code) ?? this.#learn(code)
  }

  #learn(code: number): CharacterKind {
    const character = String.fromCodePoint(code)
    const isIn = this.#sets.map((set) => set.test(character))
    const isWord = /^\w$/.test(character)
    const isNewline = character === '\n'
    const signature = [...isIn, isWord, isNewline].map(Number).join('')
    const kind = this.#kinds.get(signature) ?? { id: this.#kinds.size + 1, isIn, isWord, isNewline }
    this.#kinds.set(signature, kind)
    if (code < 128) this.#ascii[code] = kind
    else if (this.#beyond.size < mostRemembered) this.#beyond.set(code, kind)
    return kind
  }
}

export function holds(assertion: Assertion, before: CharacterKind, after: CharacterKind): boolean {
  switch (assertion) {
    case 'start':
      return before === noCharacter
    case 'end':
      return after === noCharacter
    case 'line start':
      return before === noCharacter || before.isNewline
    case 'line end':
      return after === noCharacter || after.isNewline
    case 'word boundary':
      return before.isWord !== after.isWord
    case 'no word boundary':
      return before.isWord === after.isWord
  }
}
