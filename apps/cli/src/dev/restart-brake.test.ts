import { VirtualClock } from '@kubewright/core/testing'
import { expect, it } from 'vitest'
import { RestartBrake } from './restart-brake.ts'

/** The delay before each of that many restarts, each that long after a start. */
async function pauses(changes: number, afterMs: number): Promise<readonly number[]> {
  const clock = new VirtualClock()
  const brake = new RestartBrake(clock)
  const all: number[] = []
  for (let change = 0; change < changes; change++) {
    brake.started()
    await clock.advance(afterMs)
    all.push(brake.pause())
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
  const brake = new RestartBrake(clock)
  for (let change = 0; change < 6; change++) {
    brake.started()
    brake.pause()
  }
  await clock.advance('5s')
  expect(brake.pause()).toBe(0)
})
