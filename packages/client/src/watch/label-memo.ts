/**
 * Memoized labels by their encoded text. The events of a watch repeat the same few: those of an object that changes, those of all
 * replicas of one template.
 */
import type { Labels } from '@kubewright/core/selectors'
import { parseJson } from '../error/parse-json.ts'

/** Cleared as a whole beyond this: tracking which to evict would cost more than decoding them again. */
const mostRemembered = 1_000

export class LabelMemo {
  readonly #known = new Map<string, Labels>()

  /** The labels in a JSON text; `undefined` if it is damaged. Several events share the result, so it is frozen. */
  read(text: string): Labels | undefined {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const labels = parseJson(text) as Labels | undefined
    if (labels === undefined) return undefined
    Object.freeze(labels)
    if (this.#known.size >= mostRemembered) this.#known.clear()
    this.#known.set(text, labels)
    return labels
  }
}
