import { recordedLog, VirtualClock } from '@kubewright/core/testing'
import { expect, it } from 'vitest'
import { warnIfLong } from './long-reconcile.ts'

it('a long-running reconcile logs a warning after 5, 10 and 20 minutes, and none after it has ended', async () => {
  const clock = new VirtualClock()
  const said: unknown[] = []
  const { log } = recordedLog(({ level, message, fields }) =>
    said.push(`${level} ${message}: ${String(fields['for'])}`),
  )
  {
    using _ = warnIfLong(clock, log)
    await clock.advance('299s')
    expect(said).toEqual([])
    await clock.advance('30m')
  }
  await clock.advance('10h')
  expect(said).toEqual(['5m', '10m', '20m'].map((time) => `warn reconcile is still running: ${time}`))
  expect(clock.pending).toEqual([])
})
