/** About how much memory objects take, from a look at a few of them. */
import type { Held } from './held-object.ts'

/** How many objects are looked at, and how much of each. */
const samples = 16
const nodesPerSample = 2_000
/** What the store itself needs for each: its key, its places in maps; and, beside bytes, what it is selected by. */
const overheadBytes = { objects: 64, bytes: 320 }

/** @param held as many as `size` says */
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

/** Counts as engines store values: eight bytes a field, a header for each object, list and text. */
class Walk {
  #left: number
  #bytes = 0

  /** @param nodes how many values it visits: of an object with more of them the rest is not counted */
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
