/** A delayed key is handed out at the earliest of its requested times. */
import { deepStrictEqual } from 'node:assert/strict'
import { cases } from './contract-case.ts'
import { Stage, scripts } from './stage.ts'

const told = scripts('Not early', {}, [
  {
    name: 'does not hand out a delayed key before its time',
    play: ['add a after=5s', 'work', 'pass 4999ms', 'pass 1ms'],
    got: ['a@5000'],
  },
  {
    name: 'keeps the earlier time when a later one is asked for',
    play: ['add a after=5ms', 'add a after=1m', 'work', 'work', 'pass 1h'],
    got: ['a@5'],
  },
  {
    name: 'takes the earlier time when one is asked for',
    play: ['add a after=1m', 'add a after=5ms', 'work', 'work', 'pass 1h'],
    got: ['a@5'],
  },
  {
    name: 'runs a delayed key at once when it is added without delay',
    play: ['add a after=1m', 'add a', 'work', 'work', 'pass 1h'],
    got: ['a'],
  },
  {
    name: 'does not delay a key that waits already',
    play: ['add a', 'add a after=1m', 'work', 'work', 'pass 1h'],
    got: ['a'],
  },
  {
    name: 'hands out delayed keys in the order in which they come due',
    play: ['add a after=30ms', 'add b after=10ms', 'add c after=20ms', 'pass 1h', 'work', 'work', 'work'],
    got: ['b@3600000', 'c@3600000', 'a@3600000'],
  },
  {
    name: 'keeps the order of the adds among keys due at the same time',
    play: ['add c after=5ms', 'add a after=5ms', 'add b after=5ms', 'work', 'work', 'work', 'pass 5ms'],
    got: ['c@5', 'a@5', 'b@5'],
  },
  {
    name: 'counts the delay of a key that runs from the add',
    play: ['add a', 'take', 'add a after=10ms', 'pass 4ms', 'done a', 'work', 'pass 1h'],
    got: ['a', 'a@10'],
  },
  {
    name: 'takes the earlier of two times for a key that runs',
    play: ['add a', 'take', 'add a after=10ms', 'add a after=30ms', 'done a', 'work', 'pass 1h'],
    got: ['a', 'a@10'],
  },
  {
    name: 'runs a key again after the delay of again()',
    play: ['add a', 'take', 'again a 1m', 'work', 'work', 'pass 1h'],
    got: ['a', 'a@60000'],
  },
  {
    name: 'ignores the delay of again() if the key was added while running, and runs it once',
    play: ['add a', 'take', 'add a', 'again a 1m', 'work', 'work', 'pass 1h'],
    got: ['a', 'a'],
  },
  {
    name: 'runs once, and at once, if the key is added before the delay of again() is over',
    play: ['add a', 'take', 'again a 1m', 'pass 1s', 'add a', 'work', 'work', 'pass 1h'],
    got: ['a', 'a@1000'],
  },
])

const clocked = cases('Not early', {
  async 'does not depend on the wall clock'(create) {
    const stage = new Stage(create)
    await stage.play('add a after=1m')
    await stage.play('work')
    stage.clock.jump(-3_600_000)
    await stage.play('pass 30s')
    stage.clock.jump(7_200_000)
    await stage.play('pass 30s')
    const { log } = stage
    await stage.end()
    deepStrictEqual(log, ['a@60000'])
  },
})

const timers = cases('Nothing kept', {
  async 'has one timer for any number of delayed keys'(create) {
    const stage = new Stage(create)
    for (let index = 1000; index > 0; index--) stage.queue.add(`${index}`, { after: index })
    deepStrictEqual(stage.clock.pending.length, 1)
    await stage.play('pass 500ms')
    deepStrictEqual({ timers: stage.clock.pending.length, size: stage.queue.size }, { timers: 1, size: 500 })
    await stage.end()
  },
  async 'has no timer when no key is delayed'(create) {
    const stage = new Stage(create)
    for (const step of ['add a after=5ms', 'add b after=1h', 'add a', 'add b', 'work', 'work']) await stage.play(step)
    deepStrictEqual(stage.clock.pending, [])
    await stage.end()
  },
})

export const delay = [...told, ...clocked, ...timers]
