/** A set of limited capacity that evicts its oldest members. */
export class RecentSet {
  readonly #members = new Set<string>()
  readonly #capacity: number

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  has(member: string): boolean {
    return this.#members.has(member)
  }

  add(member: string): void {
    this.#members.delete(member)
    this.#members.add(member)
    if (this.#members.size > this.#capacity) this.#members.delete(this.#members.values().next().value!)
  }
}
