/** The network between two clusters, and its faults. */
import { type Duration, toMs } from '@kubewright/core'

/** The network between two clusters: how programs in one reach the API server of the other. */
export interface ClusterLink {
  /** Cuts both directions: requests are refused, and open watches break. */
  cut(): ClusterLink
  /** Programs in the first cluster reach the second, but not the other way round. */
  oneWay(): ClusterLink
  /** Requests arrive and take effect, but their responses are lost. Open watches break. */
  loseAnswers(): ClusterLink
  /** Delays every request and every chunk of a watch. */
  slow(by: Duration): ClusterLink
  /** Removes all faults. */
  heal(): ClusterLink
}

/** The state of one direction of a link. */
export interface Passage {
  readonly isCut: boolean
  readonly losesAnswers: boolean
  readonly delayMs: number
}

const free: Passage = { isCut: false, losesAnswers: false, delayMs: 0 }

/** One direction of a link, as used by a transport. */
export class LinkSide {
  passage: Passage = free
  readonly #streams = new Set<() => void>()

  /** Calls `broken` when the link breaks its open streams, until the result is disposed. */
  onBreak(broken: () => void): Disposable {
    this.#streams.add(broken)
    return { [Symbol.dispose]: () => void this.#streams.delete(broken) }
  }

  set(passage: Partial<Passage>): void {
    this.passage = { ...this.passage, ...passage }
    if (this.passage.isCut || this.passage.losesAnswers) for (const broken of this.#streams) broken()
  }
}

/** @param there the direction of programs in the first cluster, @param back the direction of programs in the second */
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
