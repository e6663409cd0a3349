/** Says why a patch does not apply. */
export class PatchMisfit extends Error {
  /** Whether it was a test that failed, which the writer of the patch may have wanted. */
  readonly isTest: boolean

  constructor(message: string, isTest = false) {
    super(message)
    this.isTest = isTest
  }
}
