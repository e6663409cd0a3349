/** Estimates the memory of a source's objects from a sample. */
import type { Held } from './held-object.ts'

/** How many objects are sampled, and how many values of each. */
const samples = 16
const nodesPerSample = 2_000
/** Overhead of the store per object: its key and map entries; for bytes also the decoded fields used for selection. */
const overheadBytes = { objects: 64, bytes: 320 }

/** @param held exactly `size` objects */
export function estimateBytes(held: Iterable<Held>, size: number): number {
  if (size === 0) return 0
  const stride = Math.max(1, Math.floor(size / samples))
  let [at, looked, bytes] = [0, 0, 0]
  for (const one of held) {
    if (at++ % stride !== 0) continue
    looked++
    bytes += bytesOf(one)
  }
  return Math.round((bytes / looked) * size)
}

function bytesOf(held: Held): number {
  if (held.heldBytes !== undefined) return held.heldBytes + overheadBytes.bytes
  return new Walk(nodesPerSample).bytesOf(held.read()) + overheadBytes.objects
}

/** Sizes as engines store values: eight bytes per field, and a header for each object, array and string. */
class Walk {
  #left: number
  #bytes = 0

  /** @param nodes the most values to visit; the rest of a larger object is not counted */
  constructor(nodes: number) {
    this.#left = nodes
  }

  bytesOf(value: unknown): number {
    this.#visit(value)
    return this.#bytes
  }

  #visit(value: unknown): void {
    if (this.#left-- <= 0) return
    if (typeof value === 'string') this.#bytes += 16 + Math.ceil(value.length / 8) * 8
    else if (typeof value === 'object' && value !== null) this.#visitMembers(value)
  }

  #visitMembers(value: object): void {
    const members: readonly unknown[] = Object.values(value)
    this.#bytes += 24 + members.length * 8
    for (const member of members) this.#visit(member)
  }
}
