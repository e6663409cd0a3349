/** Why a patch does not apply, in the words of the API server's library. */
export class PatchFailure extends Error {
  /** Whether a `test` operation failed, which may be what the author of the patch intended. */
  readonly isTest: boolean

  constructor(message: string, isTest = false) {
    super(message)
    this.isTest = isTest
  }
}

/** Prefixes failures of `run` with the operation they belong to. */
export function within<Result>(where: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw error instanceof PatchFailure ? new PatchFailure(`${where}: ${error.message}`, error.isTest) : error
  }
}
