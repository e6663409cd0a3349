/** The network between two clusters, and what is wrong with it. */
import { type Duration, toMs } from '@kubewright/core'

/** The network between two clusters, as programs in one see the API server of the other. */
export interface ClusterLink {
  /** Nothing passes, either way: requests are refused, and open watches break. */
  cut(): ClusterLink
  /** Programs of the first cluster reach the second, and those of the second do not reach the first. */
  oneWay(): ClusterLink
  /** Requests arrive and take effect, but nobody hears the answer. Open watches break. */
  loseAnswers(): ClusterLink
  /** Every request, and every piece of a watch, arrives this much later. */
  slow(by: Duration): ClusterLink
  /** All is well again. */
  heal(): ClusterLink
}

/** What happens to whoever goes one way over a link. */
export interface Passage {
  readonly isCut: boolean
  readonly losesAnswers: boolean
  readonly delayMs: number
}

const free: Passage = { isCut: false, losesAnswers: false, delayMs: 0 }

/** One way over a link, as a transport goes it. */
export class LinkSide {
  passage: Passage = free
  readonly #streams = new Set<() => void>()

  /** Calls `broken` when streams that are open now break, unless the result was disposed before. */
  onBreak(broken: () => void): Disposable {
    this.#streams.add(broken)
    return { [Symbol.dispose]: () => void this.#streams.delete(broken) }
  }

  set(passage: Partial<Passage>): void {
    this.passage = { ...this.passage, ...passage }
    if (this.passage.isCut || this.passage.losesAnswers) for (const broken of this.#streams) broken()
  }
}

/** @param there for programs of the first cluster, @param back for those of the second */
export function clusterLink(there: LinkSide, back: LinkSide): ClusterLink {
  const both = (passage: Partial<Passage>) => {
    there.set(passage)
    back.set(passage)
    return link
  }
  const link: ClusterLink = {
    cut: () => both({ isCut: true }),
    oneWay() {
      there.set({ isCut: false })
      back.set({ isCut: true })
      return link
    },
    loseAnswers: () => both({ losesAnswers: true }),
    slow: (by) => both({ delayMs: toMs(by) }),
    heal: () => both(free),
  }
  return link
}
