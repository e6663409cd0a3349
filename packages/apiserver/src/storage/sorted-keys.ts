/**
 * A set of keys in byte order that scales to a million keys: blocks of a few hundred sorted keys, so that an
 * insertion moves a block, never the whole set.
 *
 * Keys are object names and therefore ASCII, for which the order of JavaScript strings is the order of bytes.
 */

/** A larger block is split in two. */
const blockLimit = 512

export class SortedKeys {
  /** No block is empty, except the only block of an empty set. */
  readonly #blocks: string[][] = [[]]

  #size = 0

  get size(): number {
    return this.#size
  }

  add(key: string): void {
    const at = this.#blockFor(key)
    const block = this.#blocks[at]!
    const position = firstNotBelow(block, key)
    if (block[position] === key) return
    block.splice(position, 0, key)
    this.#size++
    if (block.length > blockLimit) this.#blocks.splice(at + 1, 0, block.splice(block.length >> 1))
  }

  remove(key: string): void {
    const at = this.#blockFor(key)
    const block = this.#blocks[at]!
    const position = firstNotBelow(block, key)
    if (block[position] !== key) return
    block.splice(position, 1)
    this.#size--
    if (block.length === 0 && this.#blocks.length > 1) this.#blocks.splice(at, 1)
  }

  /** The keys from `start` on, in order. The set must not change during the iteration. */
  *from(start: string): IterableIterator<string> {
    const first = this.#blockFor(start)
    for (let at = first; at < this.#blocks.length; at++) {
      const block = this.#blocks[at]!
      for (let position = at === first ? firstNotBelow(block, start) : 0; position < block.length; position++) {
        yield block[position]!
      }
    }
  }

  /** The index of the last block that starts at or before `key`. */
  #blockFor(key: string): number {
    let [low, high] = [0, this.#blocks.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#blocks[middle]![0]! <= key) low = middle
      else high = middle - 1
    }
    return low
  }
}

function firstNotBelow(block: readonly string[], key: string): number {
  let [low, high] = [0, block.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (block[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}
