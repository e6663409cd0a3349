/**
 * A set of global states, numbered in insertion order.
 *
 * Each node takes the bits its configurations need, packed into 32-bit words; the words of all states are in one array, indexed by an
 * open-addressing hash table. A state of sixteen nodes with four states each takes 4 bytes and two to four slots of the table.
 *
 * See decision 0301.
 */
import type { CompiledTopology, Locals } from './compiled-topology.ts'

/** The maximum number of words: 512 MiB. */
const mostWords = 2 ** 27

export class StateTable {
  readonly #active: Readonly<Int32Array>
  readonly #positions: Readonly<Int32Array>
  readonly #shifts: Uint8Array
  readonly #masks: Uint32Array
  readonly #wordOf: Uint32Array
  readonly #scratch: Uint32Array
  /** The words of the last state read. */
  readonly #base: Uint32Array
  readonly wordsEach: number

  #words: Uint32Array
  /** State number plus one, or 0 for a free slot. The length is a power of two, at most half full. */
  #slots: Uint32Array
  #size = 0

  constructor({ automata, active, positions }: CompiledTopology) {
    this.#active = active
    this.#positions = positions
    this.#shifts = new Uint8Array(active.length)
    this.#masks = new Uint32Array(active.length)
    this.#wordOf = new Uint32Array(active.length)
    let word = 0
    let used = 0
    active.forEach((node, position) => {
      const { bits } = automata[node]!
      if (used + bits > 32) {
        word++
        used = 0
      }
      this.#wordOf[position] = word
      this.#shifts[position] = used
      this.#masks[position] = 2 ** bits - 1
      used += bits
    })
    this.wordsEach = word + 1
    this.#scratch = new Uint32Array(this.wordsEach)
    this.#base = new Uint32Array(this.wordsEach)
    this.#words = new Uint32Array(256 * this.wordsEach)
    this.#slots = new Uint32Array(512)
  }

  get size(): number {
    return this.#size
  }

  /** How many states fit, regardless of the machine's memory. */
  get capacity(): number {
    return Math.floor(mostWords / this.wordsEach)
  }

  /** The number of a state; adds it if it is new, in which case the number equals the previous size. */
  add(locals: Locals): number {
    return this.#addPacked(this.#pack(locals))
  }

  /** The same for the last state read, with one node in another configuration. */
  addMoved(node: number, configuration: number): number {
    const packed = this.#scratch
    packed.set(this.#base)
    const position = this.#positions[node]!
    const word = this.#wordOf[position]!
    const shift = this.#shifts[position]!
    packed[word] = (packed[word]! & ~(this.#masks[position]! << shift)) | (configuration << shift)
    return this.#addPacked(packed)
  }

  #addPacked(packed: Uint32Array): number {
    let slot = this.#find(packed)
    const known = this.#slots[slot]!
    if (known !== 0) return known - 1
    if (2 * (this.#size + 1) > this.#slots.length) {
      this.#rehash()
      slot = this.#find(packed)
    }
    const at = this.#size * this.wordsEach
    if (at + this.wordsEach > this.#words.length) this.#words = grown(this.#words)
    this.#words.set(packed, at)
    this.#slots[slot] = ++this.#size
    return this.#size - 1
  }

  /** The number of a state, or -1. */
  find(locals: Locals): number {
    return this.#slots[this.#find(this.#pack(locals))]! - 1
  }

  /** Writes the state with this number into `locals`; inactive nodes are left unchanged. */
  read(number: number, locals: Locals): Locals {
    const at = number * this.wordsEach
    for (let word = 0; word < this.wordsEach; word++) this.#base[word] = this.#words[at + word]!
    for (let index = 0; index < this.#active.length; index++)
      locals[this.#active[index]!] =
        (this.#words[at + this.#wordOf[index]!]! >>> this.#shifts[index]!) & this.#masks[index]!
    return locals
  }

  #pack(locals: Locals): Uint32Array {
    const packed = this.#scratch.fill(0)
    for (let index = 0; index < this.#active.length; index++)
      packed[this.#wordOf[index]!]! |= locals[this.#active[index]!]! << this.#shifts[index]!
    return packed
  }

  /** The slot of these words, or the free slot where they belong. */
  #find(packed: Uint32Array): number {
    const mask = this.#slots.length - 1
    for (let slot = hash(packed, 0, this.wordsEach) & mask; ; slot = (slot + 1) & mask) {
      const known = this.#slots[slot]!
      if (known === 0 || this.#holds(known - 1, packed)) return slot
    }
  }

  #holds(number: number, packed: Uint32Array): boolean {
    const at = number * this.wordsEach
    for (let word = 0; word < this.wordsEach; word++) if (this.#words[at + word] !== packed[word]) return false
    return true
  }

  #rehash(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2)
    const mask = this.#slots.length - 1
    for (let number = 0; number < this.#size; number++) {
      let slot = hash(this.#words, number * this.wordsEach, this.wordsEach) & mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#slots[slot] = number + 1
    }
  }
}

function hash(words: Uint32Array, start: number, length: number): number {
  let value = 0x9e3779b9
  for (let at = start; at < start + length; at++) {
    value = Math.imul(value ^ words[at]!, 0x85ebca6b)
    value ^= value >>> 13
  }
  value = Math.imul(value, 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

function grown(words: Uint32Array): Uint32Array {
  const next = new Uint32Array(words.length * 2)
  next.set(words)
  return next
}
