/** Allocates an address for each pod from the network of its node. */

export class PodAddresses {
  /** By the uid of the pod. */
  readonly #given = new Map<string, string>()
  readonly #cursors = new Map<string, number>()
  readonly #offset: () => number

  /** @param offset the offset of the first allocated address: 0, unless other simulations on this machine use those */
  constructor(offset: () => number = () => 0) {
    this.#offset = offset
  }

  /** Failure: `undefined` if all addresses are in use. */
  take(uid: string, network: string, isInUse: (address: string) => boolean): string | undefined {
    const known = this.#given.get(uid)
    if (known !== undefined) return known
    const { first, count } = rangeOf(network)
    const taken = new Set(this.#given.values())
    const from = this.#cursors.get(network) ?? this.#offset()
    for (let step = 0; step < count; step++) {
      const offset = (from + step) % count
      const address = formatAddress(first + offset)
      if (taken.has(address) || isInUse(address)) continue
      this.#cursors.set(network, offset + 1)
      this.#given.set(uid, address)
      return address
    }
    return undefined
  }

  release(uid: string): void {
    this.#given.delete(uid)
  }
}

/** Excludes the network, gateway and broadcast addresses. */
function rangeOf(network: string): { readonly first: number; readonly count: number } {
  const [address = '', bits = '20'] = network.split('/')
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return { first: a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d + 2, count: 2 ** (32 - Number(bits)) - 3 }
}

function formatAddress(value: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.')
}
