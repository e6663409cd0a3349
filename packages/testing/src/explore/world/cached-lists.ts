/**
 * Lists of collections, cached while nothing in them changes. A run lists everything whenever the cluster is idle, and most of it is
 * unchanged.
 *
 * Guarantees
 * - A cached list equals the server's current response.
 * - Callers may modify the objects of `fresh` without affecting other callers.
 */
import type { ApiServer } from '@kubewright/apiserver'
import type { Transport } from '@kubewright/client/transport'
import { type ListedCollection, type Listing, listOf, listText } from '../state/listed-objects.ts'

interface Kept {
  /** The versions of the collection and of the CRDs when it was listed. */
  readonly version: string
  readonly text: Promise<string | undefined>
  /** Parsed on first use. */
  listed?: ListedCollection
}

const definitions = { group: 'apiextensions.k8s.io', version: 'v1', plural: 'customresourcedefinitions' }

export class CachedLists {
  readonly #server: Pick<ApiServer, 'changedAt'>
  readonly #transport: Transport
  readonly #kept = new Map<string, Kept>()

  constructor(server: Pick<ApiServer, 'changedAt'>, transport: Transport) {
    this.#server = server
    this.#transport = transport
  }

  /** Shared lists, for callers that only read. */
  readonly list: Listing = async (collection) => {
    const kept = this.#of(collection)
    const text = await kept.text
    return (kept.listed ??= listOf(collection, text))
  }

  /** A private copy, for callers that may modify it. */
  readonly fresh: Listing = async (collection) => listOf(collection, await this.#of(collection).text)

  #of(collection: string): Kept {
    // Read before listing: changes in the meantime cause another list.
    const version = this.#versionOf(collection)
    const known = this.#kept.get(collection)
    if (known?.version === version) return known
    const kept: Kept = { version, text: listText(this.#transport, collection) }
    this.#kept.set(collection, kept)
    return kept
  }

  #versionOf(collection: string): string {
    const [group = '', version = '', plural = ''] = collection.split('/').slice(-3)
    const kind = { group: collection.startsWith('/api/') ? '' : group, version, plural }
    return `${this.#server.changedAt(kind)} ${this.#server.changedAt(definitions)}`
  }
}
