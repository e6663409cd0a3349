/** Closing and draining. */
import { deepStrictEqual } from 'node:assert/strict'
import { type CreateQueue, cases } from './contract-case.ts'
import { Stage, scripts, work } from './stage.ts'

const told = scripts('Close and drain', {}, [
  {
    name: 'hands out waiting keys, refuses new keys, and then resolves takes with undefined',
    play: ['add a', 'add b', 'close', 'add c', ...work(3)],
    got: ['a', 'b', 'closed'],
  },
  { name: 'resolves waiting takes with undefined', play: ['work', 'work', 'close'], got: ['closed', 'closed'] },
  { name: 'drops waiting keys if asked to', play: ['add a', 'add b', 'close drop', 'work'], got: ['closed'] },
  {
    name: 'drops waiting keys if asked to after the queue was closed',
    play: ['add a', 'add b', 'close', 'work', 'close drop', 'work'],
    got: ['a', 'closed'],
  },
  { name: 'drops delayed keys', play: ['add a after=5ms', 'close', 'work', 'pass 1h'], got: ['closed'] },
  {
    name: 'runs a key once more that was added while running, before the queue closed',
    play: ['add a', 'take', 'add a', 'close', 'done a', ...work(2)],
    got: ['a', 'a', 'closed'],
  },
  {
    name: 'runs such a key once more even if its run failed',
    play: ['add a', 'take', 'add a', 'close', 'retry a', ...work(2), 'pass 1h'],
    got: ['a', 'a', 'closed'],
  },
  {
    name: 'does not run such a key once more if waiting keys are dropped',
    play: ['add a', 'take', 'add a', 'close drop', 'done a', 'work'],
    got: ['a', 'closed'],
  },
  {
    name: 'does not run a key once more that is added after the queue closed',
    play: ['add a', 'take', 'close', 'add a', 'done a', 'work'],
    got: ['a', 'closed'],
  },
  {
    name: 'retries nothing after it was closed',
    play: ['add a', 'take', 'close', 'retry a', 'work', 'pass 1h', 'work'],
    got: ['a', 'closed', 'closed@3600000'],
  },
  {
    name: 'ignores again() after it was closed',
    play: ['add a', 'take', 'add a after=1s', 'close', 'again a 1s', 'work', 'pass 1h', 'work'],
    got: ['a', 'closed', 'closed@3600000'],
  },
])

/** Whether `drain` has resolved after each step. */
async function drainedAfter(create: CreateQueue, before: string[], waiting: 'work' | 'drop', steps: string[]) {
  const stage = new Stage(create)
  for (const step of before) await stage.play(step)
  let isDrained = false
  void stage.queue.drain(waiting).then(() => (isDrained = true))
  const seen: boolean[] = []
  for (const step of ['pass 0s', ...steps]) {
    await stage.play(step)
    seen.push(isDrained)
  }
  await stage.end()
  return seen
}

const drained = cases('Close and drain', {
  async 'is drained when waiting keys have run and every task has ended'(create) {
    const seen = await drainedAfter(create, ['add a', 'add b', 'take'], 'work', ['take', 'done a', 'done b'])
    deepStrictEqual(seen, [false, false, false, true])
  },
  async 'is drained when every task has ended, if waiting keys are dropped'(create) {
    const seen = await drainedAfter(create, ['add a', 'add b', 'take'], 'drop', ['pass 1h', 'done a'])
    deepStrictEqual(seen, [false, false, true])
  },
  async 'is not drained before a key that was added while running has run once more'(create) {
    const seen = await drainedAfter(create, ['add a', 'take', 'add a'], 'work', ['done a', 'take', 'done a'])
    deepStrictEqual(seen, [false, false, false, true])
  },
  async 'is drained at once when nothing waits and nothing runs'(create) {
    deepStrictEqual(await drainedAfter(create, ['add a after=1h'], 'work', []), [true])
  },
  async 'resolves every pending drain()'(create) {
    const stage = new Stage(create)
    for (const step of ['add a', 'take']) await stage.play(step)
    const told: string[] = []
    void stage.queue.drain().then(() => told.push('one'))
    void stage.queue.drain().then(() => told.push('other'))
    await stage.play('done a')
    await stage.end()
    deepStrictEqual(told, ['one', 'other'])
  },
})

export const closing = [...told, ...drained]
