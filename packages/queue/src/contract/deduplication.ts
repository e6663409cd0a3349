/** A key is handed out once for all its adds, to one worker at a time, and never forgotten. */
import { deepStrictEqual } from 'node:assert/strict'
import { VirtualClock } from '@kubewright/core/testing'
import { cases } from './contract-case.ts'
import { Stage, scripts } from './stage.ts'

const once = scripts('Once', {}, [
  { name: 'hands keys out in the order they came', play: ['add a', 'add b', 'work', 'work'], got: ['a', 'b'] },
  { name: 'collapses a key that already waits', play: ['add a', 'add a', 'work', 'work'], got: ['a'] },
  {
    name: 'collapses a key that is delayed',
    play: ['add a after=5ms', 'add a after=5ms', 'work', 'work', 'pass 1h'],
    got: ['a@5'],
  },
  { name: 'accepts a key again after its run', play: ['add a', 'work', 'add a', 'work'], got: ['a', 'a'] },
  { name: 'wakes a worker that was already waiting', play: ['work', 'work', 'add a', 'add b'], got: ['a', 'b'] },
  {
    name: 'runs a key again only once, however often it was added while running',
    play: ['add a', 'take', 'add a', 'add a', 'add a', 'done a', 'work', 'work'],
    got: ['a', 'a'],
  },
])

const alone = scripts('Alone', {}, [
  { name: 'never lends a key twice at the same time', play: ['add a', 'take', 'add a', 'take'], got: ['a'] },
  {
    name: 'hands other keys to other workers while a key is running',
    play: ['add a', 'take', 'add a', 'add b', 'take', 'done a', 'work'],
    got: ['a', 'b', 'a'],
  },
  {
    name: 'does not hand out a key when its delay ends while it runs',
    play: ['add a', 'take', 'add a after=5ms', 'work', 'pass 10ms', 'done a'],
    got: ['a', 'a@10'],
  },
])

const notLost = scripts('Not lost', {}, [
  {
    name: 'runs a key again when it was added while running',
    play: ['add a', 'take', 'add a', 'done a', 'work'],
    got: ['a', 'a'],
  },
  {
    name: 'puts a key that was added while running behind those that wait',
    play: ['add a', 'take', 'add a', 'add b', 'done a', 'work', 'work'],
    got: ['a', 'b', 'a'],
  },
  {
    name: 'hands such a key to a waiting worker',
    play: ['add a', 'take', 'add a', 'work', 'done a'],
    got: ['a', 'a'],
  },
])

const told = cases('Once', {
  async 'compares keys by their id'(create) {
    const queue = create<{ name: string }>({ idOf: ({ name }) => name, clock: new VirtualClock() })
    queue.add({ name: 'a' })
    queue.add({ name: 'a' })
    queue.add({ name: 'b' })
    deepStrictEqual(queue.size, 2)
    queue.close('drop')
  },
  async 'tells the worker how often a key was added, and every reason'(create) {
    const stage = new Stage(create)
    stage.queue.add('a', { reason: 'spec changed' })
    stage.queue.add('a')
    stage.queue.add('a', { reason: 'Secret changed' })
    stage.queue.add('a', { reason: 'spec changed' })
    await stage.play('take')
    const { adds, reasons } = stage.held('a')
    await stage.end()
    deepStrictEqual({ adds, reasons }, { adds: 4, reasons: ['spec changed', 'Secret changed'] })
  },
  async 'does not carry reasons over to the next run'(create) {
    const stage = new Stage(create)
    stage.queue.add('a', { reason: 'first' })
    await stage.play('take')
    const first = stage.held('a')
    stage.queue.add('a', { reason: 'second' })
    await stage.play('done a')
    await stage.play('take')
    const second = stage.held('a')
    await stage.end()
    deepStrictEqual(
      [first, second].map(({ adds, reasons }) => ({ adds, reasons })),
      [
        { adds: 1, reasons: ['first'] },
        { adds: 1, reasons: ['second'] },
      ],
    )
  },
  async 'keeps the first reason and the latest when there are many'(create) {
    const stage = new Stage(create, { reasonLimit: 3 })
    for (const reason of ['1', '2', '3', '4', '5']) stage.queue.add('a', { reason })
    await stage.play('take')
    const { reasons } = stage.held('a')
    await stage.end()
    deepStrictEqual(reasons, ['1', '4', '5'])
  },
})

const handedBack = cases('Alone', {
  async 'ignores a task that is disposed twice'(create) {
    const stage = new Stage(create)
    await stage.play('add a')
    await stage.play('take')
    const first = stage.held('a')
    await stage.play('done a')
    await stage.play('add a')
    await stage.play('take') // now another worker has it
    first[Symbol.dispose]()
    await stage.play('add a')
    await stage.play('take')
    const { log } = stage
    await stage.end()
    deepStrictEqual(log, ['a', 'a'])
  },
})

export const deduplication = [...once, ...told, ...alone, ...handedBack, ...notLost]
