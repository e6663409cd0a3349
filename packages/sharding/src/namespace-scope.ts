/** Which namespaces a ring looks at: all, or those that bear some labels. A change is heard of at once. */
import type { Cache, Source } from '@kubewright/cache'
import { Namespace } from '@kubewright/kubernetes/core/v1'

export interface NamespaceScope extends Disposable {
  has(namespace: string): boolean
  synced(signal: AbortSignal): Promise<void>
  subscribe(listener: () => void): Disposable
}

const nothing: Disposable = { [Symbol.dispose]: () => undefined }

export const allNamespaces: NamespaceScope = {
  has: () => true,
  synced: () => Promise.resolve(),
  subscribe: () => nothing,
  [Symbol.dispose]: () => undefined,
}

/** @param labels in the form of `kubectl -l` */
export function namespacesWith(cache: Cache, labels: string): NamespaceScope {
  const source: Source = cache.source(Namespace, { labels }, { metadataOnly: true }) as never
  return {
    has: (namespace) => source.get({ name: namespace }) !== undefined,
    synced: (signal) => source.synced({ signal }),
    subscribe: (listener) => source.subscribe(({ isInitial }) => void (isInitial || listener())),
    [Symbol.dispose]: () => source[Symbol.dispose](),
  }
}
