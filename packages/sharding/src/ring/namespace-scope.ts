/** The namespaces of a ring: all, or those selected by labels. Changes take effect at once. */
import type { Cache, Source } from '@kubewright/cache'
import { Namespace } from '@kubewright/kubernetes/core/v1'
import type { RingSettings } from './ring-settings.ts'

export interface NamespaceScope extends Disposable {
  has(namespace: string): boolean
  /** Whether the cache of namespaces is synced. */
  readonly isSynced: boolean
  synced(signal: AbortSignal): Promise<void>
  subscribe(listener: () => void): Disposable
}

const nothing: Disposable = { [Symbol.dispose]: () => undefined }

export const allNamespaces: NamespaceScope = {
  has: () => true,
  isSynced: true,
  synced: () => Promise.resolve(),
  subscribe: () => nothing,
  [Symbol.dispose]: () => undefined,
}

/** @param labels in the syntax of `kubectl -l` */
export function namespacesWith(cache: Cache, labels: string): NamespaceScope {
  const source: Source = cache.source(Namespace, { labels }, { metadataOnly: true }) as never
  return {
    has: (namespace) => source.get({ name: namespace }) !== undefined,
    get isSynced() {
      return source.isSynced
    },
    synced: (signal) => source.synced({ signal }),
    subscribe: (listener) => source.subscribe(({ isInitial }) => void (isInitial || listener())),
    [Symbol.dispose]: () => source[Symbol.dispose](),
  }
}

/** The namespaces currently in force, in every replica: follows the settings of the ring. */
export function namespacesInForce(
  cache: Cache,
  settings: RingSettings,
): Pick<NamespaceScope, 'has' | 'isSynced'> & Disposable {
  let selector: string | undefined
  let scope = allNamespaces
  const follow = () => {
    const { namespaceSelector } = settings.current
    if (namespaceSelector === selector) return
    selector = namespaceSelector
    scope[Symbol.dispose]()
    scope = selector === undefined ? allNamespaces : namespacesWith(cache, selector)
  }
  follow()
  const following = settings.subscribe(follow)
  return {
    has: (namespace) => scope.has(namespace),
    get isSynced() {
      return scope.isSynced
    },
    [Symbol.dispose]: () => {
      following[Symbol.dispose]()
      scope[Symbol.dispose]()
    },
  }
}
