/** What an assertion in an example calls: deep equality, and the place on the page when it does not hold. */
import { expect } from 'vitest'

export function compare(actual: unknown, expected: unknown, place: string): void {
  try {
    expect(actual, place).toEqual(expected)
  } catch (error) {
    // The reader wants to see the page, not this file.
    if (error instanceof Error) Error.captureStackTrace(error, compare)
    throw error
  }
}
