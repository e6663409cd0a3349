/** What is under way in a cluster, by name, so that a test can wait until nothing is, and say what is when it gives up. */

/** Something that can say what it still has to do. */
export type ActivitySource = () => readonly string[]

export class Activity {
  readonly #underWay = new Map<string, number>()
  readonly #sources = new Set<ActivitySource>()
  readonly #memories = new Set<ActivitySource>()
  readonly #loops = new Set<ActivitySource>()
  #begun = 0

  /** Grows with everything that begins: two equal readings with a turn between them mean that nothing began. */
  get begun(): number {
    return this.#begun
  }

  /** Notes that something is under way until the result is disposed. */
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

  /** Asks `source` too, until the result is disposed. */
  include(source: ActivitySource): Disposable {
    this.#sources.add(source)
    return { [Symbol.dispose]: () => void this.#sources.delete(source) }
  }

  /** Asks `memory` what happened lately, for whoever gives up, until the result is disposed. */
  remember(memory: ActivitySource): Disposable {
    this.#memories.add(memory)
    return { [Symbol.dispose]: () => void this.#memories.delete(memory) }
  }

  /** Asks `loops` what goes on without end, until the result is disposed. */
  suspect(loops: ActivitySource): Disposable {
    this.#loops.add(loops)
    return { [Symbol.dispose]: () => void this.#loops.delete(loops) }
  }

  /** What goes on without end: waiting for it is in vain. */
  get endless(): readonly string[] {
    return [...this.#loops].flatMap((loops) => loops())
  }

  /** What happened lately, newest first. */
  get lately(): readonly string[] {
    return [...this.#memories].flatMap((memory) => memory())
  }

  /** Everything under way now. */
  get moving(): readonly string[] {
    const own = [...this.#underWay].map(([name, count]) => (count === 1 ? name : `${name} (${count} times)`))
    return [...own, ...[...this.#sources].flatMap((source) => source())]
  }
}
