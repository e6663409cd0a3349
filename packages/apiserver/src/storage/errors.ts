/** Internal errors of the storage. They never reach a client: the verbs turn them into a Status. */

/** The object is not at the revision the writer expected. */
export class StaleWrite extends Error {
  override readonly name = 'StaleWrite'
  /** The current revision of the object, or `undefined` if it does not exist. */
  readonly current: number | undefined

  constructor(key: string, current: number | undefined) {
    super(`${key} is at revision ${current ?? 'none'}`)
    this.current = current
  }
}

/** The requested revision has been compacted. */
export class Compacted extends Error {
  override readonly name = 'Compacted'
  readonly asked: number
  /** The oldest revision that can still be read. */
  readonly oldest: number

  constructor(asked: number, oldest: number) {
    super(`revision ${asked} is older than ${oldest}, the oldest remembered`)
    this.asked = asked
    this.oldest = oldest
  }
}
