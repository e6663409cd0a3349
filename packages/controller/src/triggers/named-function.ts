/** Functions of a controller's definition, such as `when` and `requests`: an error they throw carries their name. */

/** A function of a controller's definition threw `cause`. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError'
  readonly function: string

  constructor(name: string, cause: unknown) {
    super(`${name} failed`, { cause })
    this.function = name
  }
}

export function named<One, Two, Result>(
  name: string,
  call: (one: One, two: Two) => Result,
): (one: One, two: Two) => Result {
  return (one, two) => {
    try {
      return call(one, two)
    } catch (error) {
      throw new FunctionError(name, error)
    }
  }
}
