/**
 * Makes texts of different runs comparable: resource versions count from the start of the run, and addresses that the server allocated are
 * numbered in order of appearance. A reused server allocates other ones.
 */

const version = /("resourceVersion":\s*")(\d+)"/g
const port = /("(?:nodePort|healthCheckNodePort)":\s*)\d+/g

export class RunMask {
  readonly #base: () => number
  readonly #addresses = new Map<string, string>()
  #pattern: RegExp | undefined

  constructor(base: () => number) {
    this.#base = base
  }

  /** The addresses that the server allocated. */
  get addresses(): ReadonlySet<string> {
    return new Set(this.#addresses.keys())
  }

  /** Collects new addresses from a response about Services. */
  learn(text: string): void {
    for (const [, listed = ''] of text.matchAll(/"clusterIPs":\s*\[([^\]]*)\]/g)) {
      for (const [, address = ''] of listed.matchAll(/"([^"]+)"/g)) this.#add(address)
    }
  }

  #add(address: string): void {
    if (address === 'None' || this.#addresses.has(address)) return
    this.#addresses.set(address, `<address ${this.#addresses.size + 1}>`)
    const all = [...this.#addresses.keys()].map((one) => one.replaceAll('.', '\\.'))
    this.#pattern = new RegExp(`(?<![\\d.])(?:${all.join('|')})(?![\\d.]*\\d)`, 'g')
  }

  text(text: string): string {
    const base = this.#base()
    const counted = text
      .replace(version, (_, before: string, value: string) => `${before}${Number(value) - base}"`)
      .replace(port, '$10')
    return this.#pattern === undefined
      ? counted
      : counted.replace(this.#pattern, (address) => this.#addresses.get(address)!)
  }
}
