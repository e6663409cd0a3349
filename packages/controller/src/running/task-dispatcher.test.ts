import { nextTurn, seededRandom, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import type { SharedWorkers } from '../host/controller-host.ts'
import { type Assignment, TaskDispatcher } from './task-dispatcher.ts'

/** A single shared worker that becomes free on request of the test. */
function oneWorker() {
  const asking: (() => void)[] = []
  let givenBack = 0
  const workers: SharedWorkers = {
    borrow: (_, signal) =>
      new Promise((resolve, reject) => {
        asking.push(() => resolve({ [Symbol.dispose]: () => void givenBack++ }))
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      }),
  }
  return { workers, asking, givenBack: () => givenBack }
}

function dispatcherOf(workers: SharedWorkers | undefined) {
  const clock = new VirtualClock()
  const heard: string[] = []
  const observer = { waiting: (key: string) => void heard.push(key) }
  return {
    clock,
    heard,
    dispatcher: new TaskDispatcher({ controller: 'sites', workers, clock, random: seededRandom(1), observer }),
  }
}

const always = new AbortController().signal

describe('a task dispatcher', () => {
  it('hands out keys at once if the controller has its own workers', async () => {
    const { dispatcher, heard } = dispatcherOf(undefined)
    const next = dispatcher.next(always)
    dispatcher.queue.add('a/b')
    using assignment = await next
    expect([assignment?.task.key, heard]).toEqual(['a/b', ['a/b']])
  })

  it('requests a shared worker only once a key is queued, and takes the key only with a worker', async () => {
    const { workers, asking } = oneWorker()
    const { dispatcher, heard } = dispatcherOf(workers)
    const next = dispatcher.next(always)
    await nextTurn()
    expect(asking).toHaveLength(0)
    dispatcher.queue.add('first', { priority: -10 })
    await nextTurn()
    expect([asking.length, dispatcher.queue.size, heard]).toEqual([1, 1, ['first']])
    // A key with higher priority that is added meanwhile goes first.
    dispatcher.queue.add('urgent')
    dispatcher.queue.add('urgent')
    asking[0]!()
    const assignment = await next
    expect([assignment?.task.key, assignment?.task.adds, dispatcher.queue.size]).toEqual(['urgent', 2, 1])
  })

  it('returns a worker when another one took the key, and keeps waiting', async () => {
    const { workers, asking, givenBack } = oneWorker()
    const { dispatcher } = dispatcherOf(workers)
    const [one, two] = [dispatcher.next(always), dispatcher.next(always)]
    dispatcher.queue.add('a')
    dispatcher.queue.add('b')
    await nextTurn()
    // Another worker took one of the two.
    using _ = await dispatcher.queue.take()
    for (const serve of asking) serve()
    await nextTurn()
    expect([asking.length, givenBack()]).toEqual([2, 1])
    dispatcher.queue.add('c')
    await nextTurn()
    asking[2]!()
    const keys = (await Promise.all([one, two])).map((assignment) => assignment?.task.key)
    expect(new Set(keys)).toEqual(new Set(['b', 'c']))
  })

  it('requests one worker per key, also for a delayed key once it is due', async () => {
    const { workers, asking } = oneWorker()
    const { dispatcher, clock } = dispatcherOf(workers)
    for (const _ of [1, 2, 3]) void dispatcher.next(always)
    await nextTurn()
    dispatcher.queue.add('later', { after: '1m' })
    await clock.advance('59s')
    expect(asking).toHaveLength(0)
    await clock.advance('1s')
    expect(asking).toHaveLength(1)
    dispatcher[Symbol.dispose]()
  })

  it.each([
    { name: 'while the queue is empty', keys: [] },
    { name: 'while no worker is free', keys: ['a'] },
  ])('returns nothing when stopped or closed $name', async ({ keys }) => {
    for (const end of ['stop', 'close'] as const) {
      const { workers, asking } = oneWorker()
      const { dispatcher } = dispatcherOf(workers)
      for (const key of keys) dispatcher.queue.add(key)
      const stop = new AbortController()
      const next: Promise<Assignment | undefined> = dispatcher.next(stop.signal)
      await nextTurn()
      if (end === 'stop') stop.abort(new Error('stops'))
      else dispatcher[Symbol.dispose]()
      for (const serve of asking) serve()
      expect(await next).toBeUndefined()
    }
  })
})
