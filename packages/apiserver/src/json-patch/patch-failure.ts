/** An operation that does not apply. The server tells its callers no more than that; the message is for whoever debugs. */
export class PatchFailure extends Error {
  override readonly name = 'PatchFailure'
}
