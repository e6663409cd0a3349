import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { startWatchdog } from './watchdog.ts'

function listening() {
  const clock = new VirtualClock()
  const heard = { long: 0, ends: 0 }
  const watchdog = startWatchdog(
    clock,
    () => void heard.long++,
    () => void heard.ends++,
  )
  return { clock, heard, watchdog }
}

describe('an exploration without progress', () => {
  it('is reported after 30 seconds, and ended after ten minutes', async () => {
    const { clock, heard } = listening()
    await clock.advance('29s')
    expect(heard.long).toBe(0)
    await clock.advance('1s')
    expect(heard.long).toBe(1)
    expect(heard.ends).toBe(0)
    await clock.advance('10m')
    expect(heard.ends).toBe(1)
  })

  it('is not reported while progress arrives now and then', async () => {
    const { clock, heard, watchdog } = listening()
    for (let times = 0; times < 100; times++) {
      await clock.advance('20s')
      watchdog.reset()
    }
    watchdog[Symbol.dispose]()
    await clock.advance('1h')
    expect(heard).toEqual({ long: 0, ends: 0 })
  })
})
