/** Why a patch does not apply, in the words of the API server's library. */
export class PatchFailure extends Error {
  /** Whether it was a test that failed, which the writer of the patch may have wanted. */
  readonly isTest: boolean

  constructor(message: string, isTest = false) {
    super(message)
    this.isTest = isTest
  }
}

/** Puts what an operation was about before what was wrong with it. */
export function within<Result>(where: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw error instanceof PatchFailure ? new PatchFailure(`${where}: ${error.message}`, error.isTest) : error
  }
}
