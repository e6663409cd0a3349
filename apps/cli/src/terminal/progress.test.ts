import { sleep } from '@kubewright/core'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { safeOutput } from './safe-output.ts'
import { withProgress } from './progress.ts'

async function written(isTTY: boolean, ms: number): Promise<string> {
  const clock = new VirtualClock()
  let text = ''
  const stderr = safeOutput({ isTTY, write: (more: string) => (text += more) })
  const working = withProgress({ stderr, clock }, 'packing', () => sleep(clock, ms))
  await clock.advance(ms)
  await working
  return text
}

describe('the progress line', () => {
  it('is not shown for fast work', async () => {
    expect(await written(true, 900)).toBe('')
    expect(await written(false, 900)).toBe('')
  })

  it('counts seconds on a terminal, and is removed at the end', async () => {
    expect(await written(true, 2_500)).toBe('\r\u001b[Kpacking … 1 s\r\u001b[Kpacking … 2 s\r\u001b[K')
  })

  it('is one line in a pipe', async () => {
    expect(await written(false, 5_000)).toBe('packing …\n')
  })

  it.each([
    { isTTY: true, said: ['packing: compile core (1 of 2) … 2 s', 'packing: compile client (2 of 2) … 2 s'] },
    { isTTY: false, said: ['packing …\n', 'packing: compile client (2 of 2) …\n'] },
  ])('names the steps of long work (on a terminal: $isTTY)', async ({ isTTY, said }) => {
    const clock = new VirtualClock()
    let text = ''
    const stderr = safeOutput({ isTTY, write: (more: string) => (text += more) })
    const working = withProgress({ stderr, clock }, 'packing', async (step) => {
      await sleep(clock, 1_500)
      step('compile core (1 of 2)')
      await sleep(clock, 1_000)
      step('compile client (2 of 2)')
    })
    await clock.advance(2_500)
    await working
    for (const one of said) expect(text).toContain(one)
  })

  it('ends when the work fails', async () => {
    const clock = new VirtualClock()
    const stderr = { write: () => undefined }
    const failing = withProgress({ stderr, clock }, 'packing', () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
  })
})
