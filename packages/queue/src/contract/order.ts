/** Hand-out order: highest priority, then the group whose turn it is, then first in, first out; without starvation. */
import { deepStrictEqual, ok } from 'node:assert/strict'
import { cases } from './contract-case.ts'
import { add, Stage, scripts, work } from './stage.ts'

const priority = scripts('Priority', {}, [
  {
    name: 'hands the highest priority out first',
    play: [...add('a', 'b priority=-100', 'c priority=3', 'd'), ...work(4)],
    got: ['c', 'a', 'd', 'b'],
  },
  {
    name: 'keeps the order of the adds inside a priority',
    play: [...add('c priority=1', 'a priority=1', 'b priority=1'), ...work(3)],
    got: ['c', 'a', 'b'],
  },
  {
    name: 'moves a key whose priority is raised to the end of its new level',
    play: [...add('a priority=-1', 'b', 'c', 'a'), ...work(3)],
    got: ['b', 'c', 'a'],
  },
  {
    name: 'raises a key that waits even when the add names a later time',
    play: [...add('a', 'b', 'b priority=1 after=1h'), ...work(2)],
    got: ['b', 'a'],
  },
  {
    name: 'never lowers the priority of a key, and keeps its position',
    play: [...add('a', 'b', 'a priority=-100', 'a'), ...work(2)],
    got: ['a', 'b'],
  },
  {
    name: 'gives a delayed key the highest priority it was asked for',
    play: [...add('a priority=-1 after=5ms', 'a priority=1 after=9ms', 'b after=5ms'), 'pass 5ms', ...work(2)],
    got: ['a@5', 'b@5'],
  },
  {
    name: 'gives a key that runs again the highest priority it was asked for meanwhile',
    play: ['add a priority=9', 'take', ...add('b', 'a priority=-1', 'a priority=1'), 'done a', ...work(2)],
    got: ['a', 'a', 'b'],
  },
  {
    name: 'does not keep the priority of the run before for a key that was added meanwhile',
    play: ['add a priority=9', 'take', ...add('b', 'a priority=-1'), 'done a', ...work(2)],
    got: ['a', 'b', 'a'],
  },
  {
    name: 'keeps the priority of a task that runs again after a while',
    play: ['add a priority=-1', 'take', 'again a 5ms', 'pass 5ms', 'add b', ...work(2)],
    got: ['a', 'b@5', 'a@5'],
  },
  {
    name: 'takes another priority for the next run from the task',
    play: ['add a', 'take', 'again a 5ms priority=-1', 'pass 5ms', 'add b', ...work(2)],
    got: ['a', 'b@5', 'a@5'],
  },
])

const fairness = scripts('Priority', { fairBy: (key) => key[0]! }, [
  {
    name: 'lets groups take turns',
    play: [...add('a1', 'a2', 'a3', 'b1', 'c1', 'b2'), ...work(6)],
    got: ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'],
  },
  {
    name: 'delays a group that comes late by one key of each other group',
    play: [...add('a1', 'a2', 'a3', 'a4'), ...work(2), 'add b1', ...work(3)],
    got: ['a1', 'a2', 'a3', 'b1', 'a4'],
  },
  {
    name: 'gives no group a second turn for leaving and coming back',
    play: [...add('a1', 'b1', 'b2'), 'work', 'add a2', 'work', 'work', 'work'],
    got: ['a1', 'b1', 'a2', 'b2'],
  },
  {
    name: 'lets groups take turns inside each priority, not across them',
    play: [...add('a1 priority=1', 'a2 priority=1', 'b1', 'c1 priority=1', 'b2', 'a3'), ...work(6)],
    got: ['a1', 'c1', 'a2', 'b1', 'a3', 'b2'],
  },
  {
    name: 'keeps the turns of the others when a key is raised out of its group',
    play: [...add('a1', 'a2', 'b1', 'c1', 'a1 priority=1'), ...work(4)],
    got: ['a1', 'a2', 'b1', 'c1'],
  },
])

const ageing = scripts('No starvation', { ageing: { after: '10s', every: 3 } }, [
  {
    name: 'gives one take in every three to an overdue key',
    play: ['add x priority=-100', 'pass 10s', ...add('a', 'b', 'c', 'd'), ...work(5)],
    got: ['a', 'b', 'x', 'c', 'd'].map((key) => `${key}@10000`),
  },
  {
    name: 'keeps priorities strict until a key is overdue',
    play: ['add x priority=-100', 'pass 9999ms', ...add('a', 'b', 'c', 'd'), ...work(5)],
    got: ['a', 'b', 'c', 'd', 'x'].map((key) => `${key}@9999`),
  },
  {
    name: 'takes the one first that has waited longest, whatever its priority',
    play: [
      ...add('x priority=-1', 'y priority=-2', 'z priority=-1'),
      'pass 10s',
      ...add('a', 'b', 'c', 'd', 'e', 'f'),
      ...work(9),
    ],
    got: ['a', 'b', 'x', 'c', 'd', 'y', 'e', 'f', 'z'].map((key) => `${key}@10000`),
  },
  {
    name: 'counts the age of a key that was raised from when it began to wait',
    play: ['add x priority=-100', 'pass 9s', 'add x priority=-50', 'pass 1s', ...add('a', 'b', 'c'), ...work(4)],
    got: ['a', 'b', 'x', 'c'].map((key) => `${key}@10000`),
  },
  {
    name: 'counts the age from when a key is ready, not from when it was added',
    play: ['add x priority=-1 after=5s', 'pass 10s', ...add('a', 'b', 'c'), ...work(4)],
    got: ['a', 'b', 'c', 'x'].map((key) => `${key}@10000`),
  },
  {
    name: 'gives overdue keys no more than their share',
    play: [...add('w priority=-1', 'x priority=-1'), 'pass 10s', ...add('a', 'b', 'c', 'd'), ...work(6)],
    got: ['a', 'b', 'w', 'c', 'd', 'x'].map((key) => `${key}@10000`),
  },
  {
    name: 'lets a key wait for ever when ageing is off',
    options: { ageing: false },
    play: ['add x priority=-1', 'pass 1h', ...add('a', 'b', 'c', 'd'), ...work(5)],
    got: ['a', 'b', 'c', 'd', 'x'].map((key) => `${key}@3600000`),
  },
])

const bound = cases('No starvation', {
  async 'hands out an overdue key behind n older ones within every * (n + 1) takes'(create) {
    const [every, outwaitedBy] = [4, 5]
    const stage = new Stage(create, { ageing: { after: '10s', every }, fairBy: (key) => key[0]! })
    for (let index = 0; index < outwaitedBy; index++) await stage.play(`add old${index} priority=${-index}`)
    for (const step of ['add x priority=-100', 'pass 10s']) await stage.play(step)
    const bound = every * (outwaitedBy + 1)
    for (let take = 1; take <= bound && !stage.log.includes('x@10000'); take++) {
      for (const step of [`add new${take} priority=1`, 'work']) await stage.play(step)
    }
    const { log } = stage
    await stage.end()
    ok(log.includes('x@10000'), `after ${bound} takes it still waits: ${log.join(' ')}`)
  },
  async 'keeps its share for overdue keys by default'(create) {
    const stage = new Stage(create)
    for (const step of ['add x priority=-100', 'pass 30s']) await stage.play(step)
    for (let take = 1; take <= 10; take++) for (const step of [`add ${take}`, 'work']) await stage.play(step)
    const { log } = stage
    await stage.end()
    deepStrictEqual(log.indexOf('x@30000'), 9)
  },
})

export const order = [...priority, ...fairness, ...ageing, ...bound]
