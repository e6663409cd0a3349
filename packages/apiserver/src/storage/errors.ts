/** What storage can refuse. These never reach a client as they are: the verbs turn them into a Status. */

/** The object is not at the revision the writer had seen. */
export class StaleWrite extends Error {
  override readonly name = 'StaleWrite'
  /** The revision the object is at, or `undefined` if it does not exist. */
  readonly current: number | undefined

  constructor(key: string, current: number | undefined) {
    super(`${key} is at revision ${current ?? 'none'}`)
    this.current = current
  }
}

/** The revision asked for has been forgotten. */
export class Compacted extends Error {
  override readonly name = 'Compacted'
  readonly asked: number
  /** The oldest revision that can still be asked for. */
  readonly oldest: number

  constructor(asked: number, oldest: number) {
    super(`revision ${asked} is older than ${oldest}, the oldest remembered`)
    this.asked = asked
    this.oldest = oldest
  }
}
