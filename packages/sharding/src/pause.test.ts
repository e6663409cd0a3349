import { getEventListeners } from 'node:events'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { pause } from './pause.ts'

/** The dependent signals that a signal references; only some versions of Node have the property. */
function dependantsOf(signal: AbortSignal): number {
  const kept = Object.getOwnPropertySymbols(signal).find(({ description }) => description === 'kDependantSignals')
  return kept === undefined ? 0 : ((signal as unknown as Record<symbol, Set<unknown> | undefined>)[kept]?.size ?? 0)
}

/** When it is over, while `abort` is called after a second. */
async function overAfter(ms: number, signals: readonly AbortSignal[], abort: () => void = () => undefined) {
  const clock = new VirtualClock()
  const over = pause(clock, ms, ...signals).then(() => clock.elapsed())
  await clock.advance(1_000)
  abort()
  await clock.advance(9_000)
  return over
}

describe('a pause', () => {
  it('ends after its time, with the first of its signals, or at once if one is aborted', async () => {
    const [one, two] = [new AbortController(), new AbortController()]
    const signals = [one.signal, two.signal]
    expect(await overAfter(5_000, signals)).toBe(5_000)
    expect(await overAfter(5_000, signals, () => two.abort())).toBe(1_000)
    expect(await overAfter(5_000, signals)).toBe(0)
  })

  it('leaves no listener on a long-lived signal', async () => {
    const { signal } = new AbortController()
    for (let time = 0; time < 5; time++) await overAfter(2_000, [signal, new AbortController().signal])
    expect([getEventListeners(signal, 'abort').length, dependantsOf(signal)]).toEqual([0, 0])
  })
})
