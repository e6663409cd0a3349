/** The function behind an assertion in an example: deep equality, with the place on the page in its error. */
import { expect } from 'vitest'

export function compare(actual: unknown, expected: unknown, place: string): void {
  try {
    expect(actual, place).toEqual(expected)
  } catch (error) {
    // The stack trace should start at the page, not in this file.
    if (error instanceof Error) Error.captureStackTrace(error, compare)
    throw error
  }
}
