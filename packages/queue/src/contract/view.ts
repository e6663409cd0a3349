/** Snapshots, observer events and rejected calls. */
import { deepStrictEqual, throws } from 'node:assert/strict'
import type { QueueObserver } from '../observer.ts'
import { cases } from './contract-case.ts'
import { Stage } from './stage.ts'

const snapshots = cases('Snapshot', {
  async 'shows waiting, delayed and running keys with their times and reasons'(create) {
    const stage = new Stage(create, { debounce: { wait: '1m', max: '1h' } })
    const before = ['add run after=0s reason=changed priority=4', 'take', 'add fails after=0s', 'fail', 'pass 1ms']
    const then = ['add later after=10s', 'add rests', 'add low after=0s priority=-1', 'add high after=0s', 'pass 2ms']
    for (const step of [...before, ...then, 'add run after=0s']) await stage.play(step)
    const picture = stage.queue.snapshot()
    await stage.end()

    const plain = { priority: 0, reasons: [], adds: 1, failures: 0 }
    deepStrictEqual(picture, {
      isClosed: false,
      idleWorkers: 0,
      waiting: {
        count: 2,
        items: [
          { ...plain, key: 'high', forMs: 2 },
          { ...plain, key: 'low', forMs: 2, priority: -1 },
        ],
      },
      depths: [
        { priority: 0, count: 1 },
        { priority: -1, count: 1 },
      ],
      delayed: {
        count: 3,
        items: [
          { ...plain, key: 'fails', forMs: 3, failures: 1, dueInMs: 2, cause: 'backoff' },
          { ...plain, key: 'later', forMs: 2, dueInMs: 9998, cause: 'after' },
          { ...plain, key: 'rests', forMs: 2, dueInMs: 59_998, cause: 'debounce' },
        ],
      },
      running: {
        count: 1,
        items: [{ ...plain, key: 'run', forMs: 3, priority: 4, reasons: ['changed'], thenAgain: true }],
      },
      unfinishedMs: 3,
      longestRunningMs: 3,
    })
  },
  async 'lists no more than it is asked for, in the order of the hand-outs, and counts all'(create) {
    const stage = new Stage(create, { fairBy: (key) => key[0]! })
    for (const key of ['a1', 'a2', 'b1', 'b2']) await stage.play(`add ${key}`)
    for (const [key, ms] of Object.entries({ x: 30, y: 10, z: 20 })) await stage.play(`add ${key} after=${ms}ms`)
    const { waiting, delayed } = stage.queue.snapshot({ limit: 2 })
    const { waiting: none } = stage.queue.snapshot({ limit: 0 })
    await stage.end()
    const keys = [waiting, delayed, none].map(({ count, items }) => [count, ...items.map(({ key }) => key)])
    deepStrictEqual(keys, [[4, 'a1', 'b1'], [3, 'y', 'z'], [4]])
  },
  async 'sums the running time of all running tasks'(create) {
    const stage = new Stage(create)
    for (const step of ['add a', 'take', 'pass 7ms', 'add b', 'take', 'pass 2ms']) await stage.play(step)
    const { unfinishedMs, longestRunningMs, running } = stage.queue.snapshot({ limit: 0 })
    await stage.end()
    deepStrictEqual(
      { unfinishedMs, longestRunningMs, running: running.count },
      {
        unfinishedMs: 11,
        longestRunningMs: 9,
        running: 2,
      },
    )
  },
  async 'is empty when everything is done'(create) {
    const stage = new Stage(create)
    for (const step of ['add a', 'fail', 'add b after=3ms', 'work', 'work', 'pass 1h']) await stage.play(step)
    const picture = stage.queue.snapshot()
    await stage.end()
    const empty = { count: 0, items: [] }
    const nothing = { waiting: empty, depths: [], delayed: empty, running: empty, unfinishedMs: 0, longestRunningMs: 0 }
    deepStrictEqual(picture, { isClosed: false, idleWorkers: 0, ...nothing })
  },
})

function recorder(log: unknown[][]): QueueObserver<string> {
  const note =
    (event: string) =>
    (...details: unknown[]) =>
      void log.push([event, ...details])
  return {
    waiting: note('waiting'),
    raised: note('raised'),
    delayed: note('delayed'),
    taken: note('taken'),
    returned: note('returned'),
    dropped: note('dropped'),
  }
}

const observed = cases('Observer', {
  async 'is called once for every counted event'(create) {
    const log: unknown[][] = []
    const stage = new Stage(create, { observer: recorder(log) })
    const one = ['add a priority=-1', 'add a', 'add a', 'pass 3ms', 'take', 'pass 4ms', 'retry a', 'add a after=1ms']
    const two = ['take', 'pass 1ms', 'again a 1m', 'add b', 'close drop']
    for (const step of [...one, ...two]) await stage.play(step)
    await stage.end()
    deepStrictEqual(log, [
      ['waiting', 'a', -1],
      ['raised', 'a', 0, -1],
      ['taken', 'a', 0, 3],
      ['returned', 'a', 'retry', 4],
      ['delayed', 'a', 5, 'backoff'],
      ['waiting', 'a', 0],
      ['taken', 'a', 0, 0],
      ['returned', 'a', 'again', 0],
      ['delayed', 'a', 60_000, 'after'],
      ['waiting', 'b', 0],
      ['dropped', 'b', 0],
    ])
  },
})

const told = cases('Outcome', {
  async 'defaults to done, and the last call wins'(create) {
    const stage = new Stage(create)
    await stage.play('add a')
    await stage.play('take')
    const task = stage.held('a')
    task.retry()
    task.again('1m')
    task.done()
    task[Symbol.dispose]()
    for (const step of ['add b', 'work', 'work', 'pass 1h']) await stage.play(step)
    const { log } = stage
    await stage.end()
    deepStrictEqual(log, ['a', 'b'])
  },
  async 'keeps the key with its worker until the task is disposed'(create) {
    const stage = new Stage(create)
    for (const step of ['add a', 'take']) await stage.play(step)
    stage.held('a').retry()
    for (const step of ['add a', 'work', 'pass 1h']) await stage.play(step)
    const { log } = stage
    await stage.end()
    deepStrictEqual(log, ['a'])
  },
  async 'refuses an outcome for a disposed task'(create) {
    const stage = new Stage(create)
    for (const step of ['add a', 'take']) await stage.play(step)
    const task = stage.held('a')
    task[Symbol.dispose]()
    throws(() => task.retry(), { code: 'KW_QUEUE_TASK_OVER' })
    await stage.end()
  },
  async 'refuses invalid numbers, and changes nothing'(create) {
    const stage = new Stage(create)
    throws(() => stage.queue.add('a', { priority: Number.NaN }), { code: 'KW_QUEUE_OPTION' })
    throws(() => stage.queue.add('a', { priority: Infinity }), { code: 'KW_QUEUE_OPTION' })
    throws(() => stage.queue.add('a', { after: -1 }), { code: 'KW_CORE_DURATION' })
    const { waiting, delayed } = stage.queue.snapshot()
    await stage.end()
    deepStrictEqual([waiting.count, delayed.count], [0, 0])
  },
  async 'tells how long the key waited for its worker'(create) {
    const stage = new Stage(create)
    for (const step of ['add a after=5ms', 'pass 8ms', 'take']) await stage.play(step)
    const { waitedMs } = stage.held('a')
    await stage.end()
    deepStrictEqual(waitedMs, 3)
  },
})

export const view = [...snapshots, ...observed, ...told]
