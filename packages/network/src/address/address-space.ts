/**
 * The allocated IPv4 networks, as a binary trie over the bits of an address.
 *
 * Guarantees
 * - `lowestFree` returns the lowest free network of a prefix length; deterministic for the same contents.
 * - Every operation takes at most 32 steps, regardless of the number of networks.
 * - Allocations are counted: reserved networks may overlap each other.
 */
import { type Cidr, networkOf } from './cidr.ts'

interface Branch {
  /** How often exactly this network was allocated. */
  taken: number
  /** The children, for a next bit of 0 and 1. A child exists only while it contains an allocation. */
  zero: Branch | undefined
  one: Branch | undefined
  /** The shortest free prefix length (the largest free network) inside; 33 if there is none. */
  shortestFree: number
}

const nothingFree = 33

export class AddressSpace {
  #root: Branch | undefined

  /** Allocates a network. */
  take(cidr: Cidr): void {
    this.#root = changed(this.#root, cidr, { depth: 0, by: 1 })
  }

  /** Reverts one `take` of exactly this network. */
  giveBack(cidr: Cidr): void {
    this.#root = changed(this.#root, cidr, { depth: 0, by: -1 })
  }

  /** Whether no part of the network is allocated. */
  isFree(cidr: Cidr): boolean {
    let branch = this.#root
    for (let depth = 0; depth < cidr.bits; depth++) {
      if (!branch) return true
      if (branch.taken > 0) return false
      branch = bitAt(cidr.base, depth) === 0 ? branch.zero : branch.one
    }
    return branch === undefined
  }

  /** The lowest free network with this prefix length inside `pool`. */
  lowestFree(bits: number, pool: Cidr): Cidr | undefined {
    if (bits < pool.bits) return undefined
    let branch = this.#root
    for (let depth = 0; depth < pool.bits; depth++) {
      if (!branch) break
      if (branch.taken > 0) return undefined
      branch = bitAt(pool.base, depth) === 0 ? branch.zero : branch.one
    }
    return lowestIn(branch, pool, bits)
  }
}

function lowestIn(start: Branch | undefined, pool: Cidr, bits: number): Cidr | undefined {
  if (freeIn(start, pool.bits) > bits) return undefined
  let branch = start
  let base = pool.base
  for (let depth = pool.bits; depth < bits && branch; depth++) {
    const useZero = freeIn(branch.zero, depth + 1) <= bits
    if (!useZero) base += 2 ** (31 - depth)
    branch = useZero ? branch.zero : branch.one
  }
  return networkOf(base, bits)
}

function changed(branch: Branch | undefined, cidr: Cidr, step: { depth: number; by: 1 | -1 }): Branch | undefined {
  const { depth, by } = step
  const next = branch ?? { taken: 0, zero: undefined, one: undefined, shortestFree: depth }
  if (depth === cidr.bits) {
    next.taken = Math.max(0, next.taken + by)
  } else {
    const side = bitAt(cidr.base, depth) === 0 ? 'zero' : 'one'
    next[side] = changed(next[side], cidr, { depth: depth + 1, by })
  }
  if (next.taken === 0 && !next.zero && !next.one) return undefined
  next.shortestFree = next.taken > 0 ? nothingFree : Math.min(freeIn(next.zero, depth + 1), freeIn(next.one, depth + 1))
  return next
}

function freeIn(branch: Branch | undefined, depth: number): number {
  return branch ? branch.shortestFree : depth <= 32 ? depth : nothingFree
}

function bitAt(address: number, depth: number): number {
  return (address >>> (31 - depth)) & 1
}
