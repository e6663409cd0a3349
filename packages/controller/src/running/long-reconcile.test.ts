import { recordedLog, VirtualClock } from '@kubewright/core/testing'
import { expect, it } from 'vitest'
import { warnIfLong } from './long-reconcile.ts'

it('a reconcile that does not end is warned of after five minutes, ten, twenty, and not any more when it has', async () => {
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
