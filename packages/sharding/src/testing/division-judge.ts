/** Checks replicas that divide clusters: no write of one replica may arrive after another has started on the cluster. */

export interface DivisionActor {
  readonly name: string
  /** Whether it runs, and believes that it may write to the cluster. */
  believes(cluster: string): boolean
}

export class DivisionJudge {
  readonly violations: string[] = []
  readonly #now: () => number
  /** The last replica that started, by cluster. */
  readonly #begun = new Map<string, DivisionActor>()
  writes = 0
  /** How often another process than the one before started on a cluster. */
  moves = 0

  constructor(now: () => number) {
    this.#now = now
  }

  begin(cluster: string, actor: DivisionActor, all: readonly DivisionActor[]): void {
    for (const other of all) {
      if (other !== actor && other.believes(cluster))
        this.#violation(`${actor.name} began on ${cluster}, ${other.name} works there`)
    }
    if (this.#begun.get(cluster) !== actor) this.moves++
    this.#begun.set(cluster, actor)
  }

  /** A write of this replica has arrived. */
  write(cluster: string, actor: DivisionActor): void {
    this.writes++
    const last = this.#begun.get(cluster)
    if (last === undefined) this.#violation(`${actor.name} wrote to ${cluster}, although no replica had started there`)
    else if (last !== actor) this.#violation(`${actor.name} wrote to ${cluster} after ${last.name} had started there`)
  }

  /** The replica continues after a pause. */
  wake(actor: DivisionActor): void {
    for (const [cluster, last] of this.#begun) {
      if (last !== actor && actor.believes(cluster))
        this.#violation(`${actor.name} woke and believes it has ${cluster}`)
    }
  }

  /** It received a graceful stop, and could not finish its work. */
  cutShort(cluster: string, actor: DivisionActor): void {
    this.#violation(`${actor.name} was not let end its work on ${cluster}`)
  }

  miss(text: string): void {
    this.#violation(text)
  }

  #violation(text: string): void {
    this.violations.push(`${Math.round(this.#now())}: ${text}`)
  }
}
