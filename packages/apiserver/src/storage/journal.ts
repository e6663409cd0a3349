/** Persistence for a store. An in-memory store has none. */

/** One object in a journal. */
export interface JournalRecord {
  readonly collection: string
  readonly key: string
  readonly revision: number
  readonly text: string
}

/** One change. `text` is `undefined` if the object was removed. */
export interface Entry extends Omit<JournalRecord, 'text'> {
  readonly text: string | undefined
  /** The previous revision of the object, or `undefined` if it did not exist. */
  readonly replaced: number | undefined
}

/** Durable storage of a store: what it loads at start, and where it appends changes. */
export interface Journal extends AsyncDisposable {
  /** The newest written revision, and every existing object, in any order. May be called once. */
  load(): { readonly revision: number; readonly records: Iterable<JournalRecord> }
  /**
   * Writes changes atomically. Once this resolves, they survive a crash of the process and of the machine.
   * One call at a time.
   *
   * Failure: rejects. A restart may then find the changes or not, until a later append writes the same keys.
   */
  append(changes: readonly Entry[]): Promise<void>
  /** Failure: rejects if an append would fail now. */
  check?(): Promise<void>
}
