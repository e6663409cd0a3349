/** How long a container that ends waits before it is started again: 0, 10 s, 20 s, … 5 min; anew after ten good minutes. */

const firstMs = 10_000
const longestMs = 300_000
/** A container that ran this long has recovered. */
const recoveredMs = 600_000

export function backOffMs(crashes: number): number {
  return crashes <= 1 ? 0 : Math.min(firstMs * 2 ** Math.min(crashes - 2, 20), longestMs)
}

/** How often a container has ended in a row, after it ended once more. */
export function crashesAfter(crashes: number, ranMs: number): number {
  return ranMs >= recoveredMs ? 1 : crashes + 1
}

/** How long to wait after so many vain attempts to fetch an image. */
export function pullBackOffMs(attempts: number): number {
  return Math.min(firstMs * 2 ** Math.min(Math.max(attempts - 1, 0), 20), longestMs)
}
