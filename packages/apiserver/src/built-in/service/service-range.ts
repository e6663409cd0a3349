/** The CIDR range of cluster IPs: a part of 10.0.0.0/8, of the size that its prefix gives. */

/** The range of envtest: room for 254 Services. */
export const defaultServicePrefix = 24

const start = 10 * 2 ** 24
/** From the largest range that leaves room for pods to the smallest useful one. */
const prefixes = { shortest: 12, longest: 28 }

export class ServiceRange {
  /** Host 1 is the API server's own Service. The broadcast address is excluded. */
  readonly first = 1
  readonly last: number
  /** Lower hosts are preferred for static allocation: a sixteenth of the range, at least 16 and at most 256. */
  readonly firstDynamic: number
  readonly text: string

  /** Failure: throws a `RangeError` for a prefix outside 12 to 28. */
  constructor(prefix: number) {
    if (!Number.isInteger(prefix) || prefix < prefixes.shortest || prefix > prefixes.longest) {
      throw new RangeError(`Cannot give Services addresses in 10.0.0.0/${prefix}: take a prefix from 12 to 28.`)
    }
    const size = 2 ** (32 - prefix)
    this.last = size - 2
    this.firstDynamic = Math.min(Math.max(Math.floor(size / 16), 16), 256, this.last)
    this.text = `10.0.0.0/${prefix}`
  }

  addressOf(host: number): string {
    const number = start + host
    return [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join('.')
  }

  /** The host number; -1 if the address is not in 10.0.0.0/8. May exceed `last`. */
  hostOf(address: string): number {
    const parts = /^10\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address)?.slice(1).map(Number)
    if (parts === undefined || parts.some((part) => part > 255)) return -1
    return parts.reduce((sum, part) => sum * 256 + part, 0)
  }
}
