/**
 * Reports errors of index functions: to the first holder of the index that asked for them, or to the cache. Once, since holders
 * share the index.
 */
import type { KubeObject } from '@kubewright/core'
import type { IndexDefinition } from './index-definition.ts'

export type IndexFailed = (error: Error, object: KubeObject) => void

export class IndexFailures {
  readonly #receivers = new Map<IndexDefinition, Set<IndexFailed>>()
  readonly #otherwise: (error: unknown) => void

  /** @param otherwise receives the errors that no holder asked for */
  constructor(otherwise: (error: unknown) => void) {
    this.#otherwise = otherwise
  }

  /** Until the result is disposed. */
  add(definition: IndexDefinition, failed: IndexFailed): Disposable {
    // A wrapper keeps two registrations of the same function distinct.
    const own: IndexFailed = (error, object) => failed(error, object)
    const receivers = this.#receivers.get(definition) ?? new Set<IndexFailed>()
    this.#receivers.set(definition, receivers.add(own))
    return {
      [Symbol.dispose]: () => {
        receivers.delete(own)
        if (receivers.size === 0 && this.#receivers.get(definition) === receivers) this.#receivers.delete(definition)
      },
    }
  }

  report(definition: IndexDefinition, error: Error, object: KubeObject): void {
    const [receiver] = this.#receivers.get(definition) ?? []
    if (receiver === undefined) return this.#otherwise(error)
    try {
      receiver(error, object)
    } catch (failure) {
      this.#otherwise(failure)
    }
  }
}
