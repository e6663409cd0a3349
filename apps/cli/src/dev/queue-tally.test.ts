import { expect, it } from 'vitest'
import { QueueTallies } from './queue-tally.ts'

const of = (change: 'waiting' | 'taken' | 'returned' | 'delayed' | 'dropped', key: string, ms?: number) => ({
  controller: 'websites',
  key,
  change,
  ...(ms === undefined ? {} : { ms }),
})

it('the queue tally counts waiting, running and delayed keys', () => {
  const tallies = new QueueTallies(() => 1_000)
  for (const message of [
    of('waiting', 'a'),
    of('waiting', 'b'),
    of('waiting', 'c'),
    of('taken', 'a'),
    of('taken', 'b'),
    of('returned', 'b'),
    of('delayed', 'b', 500),
  ]) {
    tallies.take(message)
  }
  expect(tallies.takeEvents()).toEqual([
    { type: 'queues', controllers: { websites: { waiting: 1, running: 1, delayed: 1 } } },
    { type: 'due', objects: [{ controller: 'websites', key: 'b', at: 1_500 }] },
  ])
})

it('the queue tally reports a delayed key once, and the end of its delay once', () => {
  const tallies = new QueueTallies(() => 0)
  tallies.take(of('delayed', 'a', 10))
  tallies.takeEvents()
  expect(tallies.takeEvents()).toHaveLength(1)
  tallies.take(of('waiting', 'a'))
  expect(tallies.takeEvents()[1]).toEqual({ type: 'due', objects: [{ controller: 'websites', key: 'a' }] })
})

it('the queue tally omits dropped keys', () => {
  const tallies = new QueueTallies(() => 0)
  tallies.take(of('waiting', 'a'))
  tallies.take(of('dropped', 'a'))
  expect(tallies.takeEvents()).toEqual([
    { type: 'queues', controllers: { websites: { waiting: 0, running: 0, delayed: 0 } } },
  ])
})
