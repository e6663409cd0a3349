/**
 * Watches the metadata of kinds that become known only when an object names them, and triggers a controller on their changes, so that it
 * need not poll.
 * See decision 0267.
 */
import type { Cache, Change, Source } from '@kubewright/cache'
import type { DynamicResource } from '@kubewright/client'
import type { Trigger } from '@kubewright/controller'
import type { Ref } from '@kubewright/core'
import { onAbort } from '@kubewright/core/tasks'
import { kindName } from './garbage/kind.ts'

/** Maps a change to the objects to reconcile. */
export type Concerned = (kind: DynamicResource, change: Change) => Iterable<Ref>

export class NamedKinds implements Disposable {
  readonly #concerned: Concerned
  readonly #followed = new Map<string, Source>()
  #cache: Cache | undefined
  #wake: (objects: Iterable<Ref>) => void = () => undefined
  /** Triggers the concerned objects. */
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

  /** Must be called before `follow`. */
  open(cache: Cache): void {
    this.#cache = cache
  }

  /** Watches a kind, and resolves with its objects once the cache is synced. Failure: rejects when aborted. */
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
