/** Reads a watch in the background and detects when it has become silent. */
import type { Pace } from './target.ts'

export interface WatchReader {
  readonly status: number
  readonly lines: readonly string[]
  /** Whether the server ended the stream. */
  readonly hasEnded: boolean
  /** Waits for `count` lines if given, then for silence. Gives up after a timeout. */
  settle(pace: Pace, count?: number): Promise<void>
  /** Waits for a line that contains this text. Gives up after a timeout. */
  reach(pace: Pace, marker: string): Promise<void>
  stop(): void
}

export function openWatchReader(status: number, source: AsyncIterable<string>, abort: AbortController): WatchReader {
  const lines: string[] = []
  let hasEnded = false
  void (async () => {
    try {
      for await (const line of source) if (line !== '') lines.push(line)
      hasEnded = true
    } catch {
      // The reader's own `stop` ends up here. A stream cut by the server shows as missing lines.
    }
  })()
  return {
    status,
    lines,
    get hasEnded() {
      return hasEnded
    },
    async settle({ quietMs, patienceMs }, count = 0) {
      for (let waited = 0; lines.length < count && !hasEnded && waited < patienceMs; waited += 2) await pause(2)
      for (let before = -1; before !== lines.length && !hasEnded; ) {
        before = lines.length
        await pause(quietMs)
      }
    },
    async reach({ patienceMs }, marker) {
      const isThere = () => lines.some((line) => line.includes(marker))
      for (let waited = 0; !isThere() && !hasEnded && waited < patienceMs; waited += 2) await pause(2)
    },
    stop: () => abort.abort(),
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
