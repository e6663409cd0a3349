/** Where a store keeps its objects when the process ends. In memory there is none. */

/** One object as a journal holds it. */
export interface Record {
  readonly collection: string
  readonly key: string
  readonly revision: number
  readonly text: string
}

/** One change. `text` is `undefined` when the object was removed. */
export interface Entry extends Omit<Record, 'text'> {
  readonly text: string | undefined
  /** The revision the object was at before, or `undefined` if there was none. */
  readonly replaced: number | undefined
}

export interface Journal extends AsyncDisposable {
  /** The newest revision that was written, and every object that exists, in any order. May be asked once. */
  load(): { readonly revision: number; readonly records: Iterable<Record> }
  /**
   * Writes changes, all of them or none. Once this resolves, they survive the sudden end of the process and of the
   * machine. One call at a time.
   *
   * Failure: rejects. A restart may then find the changes or not; the next append that names their keys decides it.
   */
  append(changes: readonly Entry[]): Promise<void>
  /** Failure: rejects if an append would fail now. */
  check?(): Promise<void>
}
