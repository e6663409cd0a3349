/** The work in flight in a cluster, by name: a test waits until there is none, and lists it when it gives up. */

/** Lists the work that a component still has to do. */
export type ActivitySource = () => readonly string[]

export class Activity {
  readonly #underWay = new Map<string, number>()
  readonly #sources = new Set<ActivitySource>()
  readonly #memories = new Set<ActivitySource>()
  readonly #loops = new Set<ActivitySource>()
  readonly #exchangeListeners = new Set<() => void>()
  #begun = 0
  /**
   * Whether `settle` has reported the remaining activity since the cluster was last idle. The end of the run then does not report it
   * again.
   */
  isReported = false

  /** Incremented for everything that begins: two equal readings with an event-loop turn between them mean that nothing began. */
  get begun(): number {
    return this.#begun
  }

  /** Marks `name` as in flight until the result is disposed. */
  begin(name: string): Disposable {
    this.#begun++
    this.#underWay.set(name, (this.#underWay.get(name) ?? 0) + 1)
    let isOver = false
    return {
      [Symbol.dispose]: () => {
        if (isOver) return
        isOver = true
        const left = this.#underWay.get(name)! - 1
        if (left === 0) this.#underWay.delete(name)
        else this.#underWay.set(name, left)
      },
    }
  }

  /** A request was sent that is not a watch. */
  noteExchange(): void {
    for (const listener of this.#exchangeListeners) listener()
  }

  /** Calls back for every request that is not a watch, until the result is disposed. */
  onExchange(listener: () => void): Disposable {
    this.#exchangeListeners.add(listener)
    return { [Symbol.dispose]: () => void this.#exchangeListeners.delete(listener) }
  }

  /** Adds a source of pending work until the result is disposed. */
  include(source: ActivitySource): Disposable {
    this.#sources.add(source)
    return { [Symbol.dispose]: () => void this.#sources.delete(source) }
  }

  /** Adds a source of recent activity, for the message of a failed wait, until the result is disposed. */
  remember(memory: ActivitySource): Disposable {
    this.#memories.add(memory)
    return { [Symbol.dispose]: () => void this.#memories.delete(memory) }
  }

  /** Adds a source of endless loops until the result is disposed. */
  suspect(loops: ActivitySource): Disposable {
    this.#loops.add(loops)
    return { [Symbol.dispose]: () => void this.#loops.delete(loops) }
  }

  /** Activity that never ends, so that waiting for it is pointless. */
  get endless(): readonly string[] {
    return [...this.#loops].flatMap((loops) => loops())
  }

  /** Recent activity, newest first. */
  get lately(): readonly string[] {
    return [...this.#memories].flatMap((memory) => memory())
  }

  /** Everything in flight now. */
  get moving(): readonly string[] {
    const own = [...this.#underWay].map(([name, count]) => (count === 1 ? name : `${name} (${count} times)`))
    return [...own, ...[...this.#sources].flatMap((source) => source())]
  }
}
