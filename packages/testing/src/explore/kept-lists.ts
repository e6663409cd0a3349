/**
 * Collections as the server has listed them, kept for as long as nothing in them changes. A run looks at everything there is
 * whenever all is quiet, and most of it is as it was.
 *
 * Guarantees
 * - What is kept is what the server would answer.
 * - Nobody else's list is changed by whoever changes the objects of `fresh`.
 */
import type { ApiServer } from '@kubewright/apiserver'
import type { Transport } from '@kubewright/client'
import { type ListedCollection, type Listing, listOf, listText } from './listed-objects.ts'

interface Kept {
  /** How the collection, and the definitions that say how it is served, were when it was listed. */
  readonly version: string
  readonly text: Promise<string | undefined>
  /** Once somebody has read it. */
  listed?: ListedCollection
}

const definitions = { group: 'apiextensions.k8s.io', version: 'v1', plural: 'customresourcedefinitions' }

export class KeptLists {
  readonly #server: Pick<ApiServer, 'changedAt'>
  readonly #transport: Transport
  readonly #kept = new Map<string, Kept>()

  constructor(server: Pick<ApiServer, 'changedAt'>, transport: Transport) {
    this.#server = server
    this.#transport = transport
  }

  /** For those who only read. */
  readonly list: Listing = async (collection) => {
    const kept = this.#of(collection)
    const text = await kept.text
    return (kept.listed ??= listOf(collection, text))
  }

  /** For those of whom nobody knows what they do with it. */
  readonly fresh: Listing = async (collection) => listOf(collection, await this.#of(collection).text)

  #of(collection: string): Kept {
    // Taken before it is listed: what changes meanwhile is listed again.
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
