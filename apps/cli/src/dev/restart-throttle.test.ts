import { VirtualClock } from '@kubewright/core/testing'
import { expect, it } from 'vitest'
import { RestartThrottle } from './restart-throttle.ts'

/** The delay before each of that many restarts, each that long after a start. */
async function pauses(changes: number, afterMs: number): Promise<readonly number[]> {
  const clock = new VirtualClock()
  const throttle = new RestartThrottle(clock)
  const all: number[] = []
  for (let change = 0; change < changes; change++) {
    throttle.started()
    await clock.advance(afterMs)
    all.push(throttle.pause())
  }
  return all
}

it('restarts are delayed if the operator changes its own sources', async () => {
  expect(await pauses(7, 500)).toEqual([0, 0, 0, 0, 0, 10_000, 10_000])
})

it('restarts are not delayed for changes at human speed', async () => {
  expect(new Set(await pauses(20, 4_000))).toEqual(new Set([0]))
})

it('the restart delay resets after a pause', async () => {
  const clock = new VirtualClock()
  const throttle = new RestartThrottle(clock)
  for (let change = 0; change < 6; change++) {
    throttle.started()
    throttle.pause()
  }
  await clock.advance('5s')
  expect(throttle.pause()).toBe(0)
})
