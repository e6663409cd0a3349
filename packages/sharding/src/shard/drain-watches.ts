/** While a shard works: one watch for each of its kinds, for objects that it is to release. */
import type { Cache } from '@kubewright/cache'
import type { Work } from '@kubewright/lease'
import { kindName, shardedKinds } from '../ring/kinds.ts'
import type { Drainer } from './drainer.ts'

export class DrainWatches {
  readonly #drainer: Drainer
  readonly #work: () => readonly Work[]
  readonly #signal: AbortSignal
  /** By kind and namespace. */
  readonly #watches = new Map<string, Disposable>()
  /** `undefined` while the shard does not work. */
  #cache: Cache | undefined

  /** @param signal the lifetime of the shard */
  constructor(drainer: Drainer, work: () => readonly Work[], signal: AbortSignal) {
    this.#drainer = drainer
    this.#work = work
    this.#signal = signal
  }

  /** Watches all kinds, until the result is disposed. */
  start(cache: Cache): Disposable {
    this.#cache = cache
    this.update()
    return { [Symbol.dispose]: () => this.#stop() }
  }

  /** Watches kinds that were added. */
  update(): void {
    const cache = this.#cache
    if (cache === undefined) return
    const { mains, scopeOf } = shardedKinds(this.#work())
    for (const resource of mains) {
      const { namespace } = scopeOf(resource)
      const key = `${kindName(resource)} ${namespace ?? ''}`
      if (this.#watches.has(key)) continue
      this.#watches.set(key, this.#drainer.follow(cache, resource, namespace, this.#signal))
    }
  }

  #stop(): void {
    this.#cache = undefined
    for (const one of this.#watches.values()) one[Symbol.dispose]()
    this.#watches.clear()
  }
}
