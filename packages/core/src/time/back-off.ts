/** Exponential back-off, for everything that retries. Pure: callers add jitter (`withJitter`) and wait on their clock. */

/**
 * The wait after a failure: `firstMs` after the first one in a row, doubled with each further one, at most `maxMs`.
 *
 * @param failures failures in a row. 0 and less mean none, and no wait
 *
 * @example
 * [1, 2, 3, 10].map((failures) => backOffMs(failures, 100, 5_000)) // => [100, 200, 400, 5000]
 */
export function backOffMs(failures: number, firstMs: number, maxMs: number): number {
  // Beyond 2^1023 a double is infinite, and 0 * Infinity is not a number.
  return failures <= 0 ? 0 : Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 1_000))
}
