/** A typed array that grows on write. */
const kinds = { bytes: Uint8Array, integers: Int32Array, numbers: Float64Array } as const

export class GrowingArray {
  readonly #kind: keyof typeof kinds
  #values: Uint8Array | Int32Array | Float64Array

  constructor(kind: keyof typeof kinds) {
    this.#kind = kind
    this.#values = new kinds[kind](256)
  }

  at(index: number): number {
    return this.#values[index]!
  }

  put(index: number, value: number): void {
    if (index >= this.#values.length) this.#grow(index)
    this.#values[index] = value
  }

  #grow(index: number): void {
    const next = new kinds[this.#kind](Math.max(index + 1, this.#values.length * 2))
    next.set(this.#values)
    this.#values = next
  }
}
