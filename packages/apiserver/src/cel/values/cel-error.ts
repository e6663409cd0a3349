/** What went wrong while evaluating. It is a value: `||`, `&&` and the quantifiers may yet make it irrelevant. */
export class CelError {
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

export function isCelError(value: unknown): value is CelError {
  return value instanceof CelError
}

export function noSuchOverload(): CelError {
  return new CelError('no such overload')
}
