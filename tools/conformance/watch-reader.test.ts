import { describe, expect, it } from 'vitest'
import { openWatchReader } from './watch-reader.ts'

const pace = { quietMs: 1, pollMs: 1, patienceMs: 50, concurrency: 1 }

async function* told(...lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

async function* toldAndSilent(abort: AbortSignal, ...lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
  await new Promise((_, reject) => abort.addEventListener('abort', () => reject(new Error('gone'))))
}

describe('openWatchReader', () => {
  it('collects all lines once the stream has ended', async () => {
    const reader = openWatchReader(200, told('a', '', 'b'), new AbortController())
    await reader.settle(pace, 5)
    expect(reader.lines).toEqual(['a', 'b'])
    expect(reader.hasEnded).toBe(true)
  })

  it('settles on a silent stream, and aborts it', async () => {
    const abort = new AbortController()
    const reader = openWatchReader(200, toldAndSilent(abort.signal, 'a'), abort)
    await reader.settle(pace, 1)
    reader.stop()
    expect(reader.lines).toEqual(['a'])
    expect(reader.hasEnded).toBe(false)
    expect(abort.signal.aborted).toBe(true)
  })
})
