/**
 * Custom kinds for servers that may never have a definition: the implementation is loaded before the first one is written.
 * See decision 0096.
 */
import type { ServedKind } from '../kinds/served-kind.ts'
import type { Machinery } from '../kinds/call.ts'
import type { CustomKindsOptions } from './custom-kinds.ts'
import { definitionCollection } from './definition/definition.ts'

export class CustomKindsOnDemand implements Disposable {
  readonly #server: Machinery
  readonly #options: CustomKindsOptions
  #starting: Promise<void> | undefined
  #started: Disposable | undefined
  #isClosed = false

  constructor(server: Machinery, options: CustomKindsOptions) {
    this.#server = server
    this.#options = options
  }

  /** Serves the existing definitions. */
  async start(): Promise<void> {
    if (this.#server.store.collection(definitionCollection).size > 0) await this.#load()
  }

  /** Awaited before an object of the kind is written; `undefined` if there is nothing to wait for. */
  beforeWrite({ storage }: ServedKind): Promise<void> | undefined {
    if (this.#started !== undefined || storage.collection !== definitionCollection) return undefined
    return this.#load()
  }

  [Symbol.dispose](): void {
    this.#isClosed = true
    this.#started?.[Symbol.dispose]()
  }

  #load(): Promise<void> {
    return (this.#starting ??= import('./custom-kinds.ts').then(({ startCustomKinds }) => {
      if (!this.#isClosed) this.#started = startCustomKinds(this.#server, this.#options)
    }))
  }
}
