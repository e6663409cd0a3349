import { expect, it } from 'vitest'
import { controlShard, type ShardControl } from './shard-control.ts'

function shards() {
  const running = new Map([
    ['shard-0', true],
    ['shard-1', false],
  ])
  const control: ShardControl = {
    list: () => [...running].map(([shard, isRunning]) => ({ shard, isRunning })),
    kill: (shard) => void running.set(shard, false),
    start: (shard) => void running.set(shard, true),
  }
  return { running, control }
}

it('shard control kills a running shard, and starts a stopped one', () => {
  const { running, control } = shards()
  controlShard(control, 'kill', { shard: 'shard-0' })
  controlShard(control, 'start', { shard: 'shard-1' })
  expect([...running.values()]).toEqual([false, true])
})

it.each([
  ['kill', 'shard-1', 'shard-1 is not running'],
  ['start', 'shard-0', 'shard-0 is running already'],
  ['kill', '__proto__', 'this program runs no shard "__proto__"'],
  ['kill', 7, 'this program runs no shard 7'],
] as const)('shard control refuses to %s %s', (action, shard, why) => {
  expect(() => controlShard(shards().control, action, { shard })).toThrow(why)
})

it('shard control is refused if the program runs no shards', () => {
  expect(() => controlShard(undefined, 'kill', { shard: 'a' })).toThrow('this program runs no shards of its own')
})
