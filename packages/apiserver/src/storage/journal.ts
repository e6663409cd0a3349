/** Where a store keeps its objects when the process ends. In memory there is none. */

/** One object as a journal holds it. */
export interface Record {
  readonly collection: string
  readonly key: string
  readonly revision: number
  readonly text: string
}

/** One committed change. `text` is `undefined` when the object was removed. */
export interface Entry extends Omit<Record, 'text'> {
  readonly text: string | undefined
}

export interface Journal extends AsyncDisposable {
  /** The newest revision that was written, and every object that exists, in any order. */
  load(): { readonly revision: number; readonly records: Iterable<Record> }
  /**
   * Writes a change. When this returns, the change survives the sudden end of the process.
   *
   * Failure: throws, and then nothing was written.
   */
  append(entry: Entry): void
}
