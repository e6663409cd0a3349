/** An evaluation error. It is a value, because `||`, `&&` and the quantifiers can absorb it. */
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
