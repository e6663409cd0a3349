/** Watches over replicas that divide clusters: nothing that one of them sent may arrive after another has begun there. */

export interface DivisionActor {
  readonly name: string
  /** Whether it runs, and believes that it may write to the cluster. */
  believes(cluster: string): boolean
}

export class DivisionJudge {
  readonly violations: string[] = []
  readonly #now: () => number
  /** Who has begun last, by cluster. */
  readonly #begun = new Map<string, DivisionActor>()
  writes = 0
  /** How often another process began on a cluster than the one before. */
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

  /** Something that it sent has arrived. */
  write(cluster: string, actor: DivisionActor): void {
    this.writes++
    const last = this.#begun.get(cluster)
    if (last !== actor)
      this.#violation(`${actor.name} wrote to ${cluster} after ${last?.name ?? 'nobody'} had begun there`)
  }

  /** It goes on after a pause. */
  wake(actor: DivisionActor): void {
    for (const [cluster, last] of this.#begun) {
      if (last !== actor && actor.believes(cluster))
        this.#violation(`${actor.name} woke and believes it has ${cluster}`)
    }
  }

  /** It was asked to end in good order, and could not end what it was at. */
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
