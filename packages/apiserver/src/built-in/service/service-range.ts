/** Where the addresses of Services come from: a part of 10.0.0.0/8, as long as its prefix says. */

/** As envtest gives its servers: room for 254 Services. */
export const defaultServicePrefix = 24

const start = 10 * 2 ** 24
/** Between a range that is worth having and one that leaves room for pods. */
const prefixes = { shortest: 12, longest: 28 }

export class ServiceRange {
  /** The first address is that of the API server itself; the last is the range's own. */
  readonly first = 1
  readonly last: number
  /** What lies before is for those who ask for an address of their own: a sixteenth, at least 16 and at most 256. */
  readonly firstDynamic: number
  readonly text: string

  /** Failure: throws a `RangeError` for a prefix that makes no sense. */
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

  /** -1 for what is no address of 10.0.0.0/8. Whether it is one of the range is for its bounds to say. */
  hostOf(address: string): number {
    const parts = /^10\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address)?.slice(1).map(Number)
    if (parts === undefined || parts.some((part) => part > 255)) return -1
    return parts.reduce((sum, part) => sum * 256 + part, 0)
  }
}
