import { silentLogger } from '@kubewright/core'
import { nextTurn, seededRandom, VirtualClock } from '@kubewright/core/testing'
import { expect, it } from 'vitest'
import { RunningTriggers } from './running-triggers.ts'

it('triggers request reconciles under their names, report their health, and stop with the controller', async () => {
  const clock = new VirtualClock()
  const stop = new AbortController()
  const requested: string[] = []
  const triggers = new RunningTriggers({
    controller: 'sites',
    tools: { clock, random: seededRandom('triggers'), log: silentLogger },
    request: ({ name }, by) => void requested.push(`${name} by ${by}`),
    signal: stop.signal,
  })
  triggers.start({ name: 'bills', run: async (wake) => wake([{ name: 'blog' }, { name: 'shop' }]) })
  triggers.start({ name: 'broken', run: () => Promise.reject(new Error('no line')) })
  await nextTurn()
  expect(requested).toEqual(['blog by bills', 'shop by bills'])
  expect(triggers.states).toMatchObject([
    { name: 'bills', hasWorked: true },
    { name: 'broken', hasWorked: false, failure: { error: { message: 'no line' } } },
  ])
  stop.abort(new Error('over'))
  await nextTurn()
  expect(clock.pending).toEqual([])
})
