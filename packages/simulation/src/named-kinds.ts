/**
 * Follows the metadata of kinds that are known only once an object names them, and wakes a controller when something of
 * theirs changes: so that nothing has to be looked at again and again.
 */
import type { Cache, Change, Source } from '@kubewright/cache'
import type { DynamicResource } from '@kubewright/client'
import type { Trigger } from '@kubewright/controller'
import { onAbort, type Ref } from '@kubewright/core'
import { kindName } from './garbage/kind.ts'

/** Which objects a change concerns. */
export type Concerned = (kind: DynamicResource, change: Change) => Iterable<Ref>

export class NamedKinds implements Disposable {
  readonly #concerned: Concerned
  readonly #followed = new Map<string, Source>()
  #cache: Cache | undefined
  #wake: (objects: Iterable<Ref>) => void = () => undefined
  /** Wakes whoever is concerned. */
  readonly trigger: Trigger

  constructor(name: string, concerned: Concerned) {
    this.#concerned = concerned
    this.trigger = {
      name,
      run: (wake, signal, { works }) => {
        this.#wake = wake
        works()
        return new Promise((resolve) => void (signal.aborted ? resolve() : onAbort(signal, resolve)))
      },
    }
  }

  /** Before anything is followed. */
  open(cache: Cache): void {
    this.#cache = cache
  }

  /** The objects of a kind, from now on; resolves once they are known. Failure: rejects when aborted. */
  async follow(kind: DynamicResource, signal: AbortSignal): Promise<Pick<Source, 'list'>> {
    const name = kindName(kind)
    const source = this.#followed.get(name) ?? this.#begin(name, kind)
    await source.synced({ signal })
    return source
  }

  [Symbol.dispose](): void {
    for (const source of this.#followed.values()) source[Symbol.dispose]()
    this.#followed.clear()
  }

  #begin(name: string, kind: DynamicResource): Source {
    const source = this.#cache!.source(kind, {}, { metadataOnly: true }) as unknown as Source
    this.#followed.set(name, source)
    source.subscribe((change) => {
      if (!change.isInitial) this.#wake(this.#concerned(kind, change))
    })
    return source
  }
}
