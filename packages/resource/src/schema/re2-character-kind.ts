/** Characters by what an automaton can tell of them. Thousands of characters are a handful of kinds. */
import type { Assertion } from './re2-pattern.ts'

export interface CharacterKind {
  /** Counts from 0, the end of the text. */
  readonly id: number
  /** Whether it belongs to a set, by the number of the set. */
  readonly isIn: readonly boolean[]
  readonly isWord: boolean
  readonly isNewline: boolean
}

/** Stands before the first character and behind the last. */
export const noCharacter: CharacterKind = { id: 0, isIn: [], isWord: false, isNewline: false }

/** How many characters beyond ASCII are remembered. */
const mostRemembered = 1000

/** How many kinds there may be before all are forgotten. */
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
