/** Time and timers of the browser. No other file of the page uses them directly. */

/** How far the server's clock is ahead of this one. */
let aheadMs = 0

export function setServerTime(at: number): void {
  // oxlint-disable-next-line no-restricted-properties -- the one place
  aheadMs = at - Date.now()
}

/** Milliseconds since the epoch, by the server's clock. */
export function now(): number {
  // oxlint-disable-next-line no-restricted-properties -- the one place
  return Date.now() + aheadMs
}

export function later(ms: number, run: () => void): () => void {
  // oxlint-disable-next-line no-restricted-globals -- the one place
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

export function everyMs(ms: number, run: () => void): () => void {
  // oxlint-disable-next-line no-restricted-globals -- the one place
  const timer = setInterval(run, ms)
  return () => clearInterval(timer)
}
