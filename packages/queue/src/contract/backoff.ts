/** A failing key is retried with growing back-off; events only bring the next run forward. */
import { deepStrictEqual, ok } from 'node:assert/strict'
import { cases } from './contract-case.ts'
import { Stage, scripts } from './stage.ts'

const fail = (times: number) => Array.from({ length: times }, () => 'fail')

const told = scripts('Back-off', {}, [
  {
    name: 'waits twice as long after each failed retry, beginning with 5 ms',
    play: ['add a', ...fail(6), 'pass 1h'],
    got: ['a', 'a@5', 'a@15', 'a@35', 'a@75', 'a@155'],
  },
  {
    name: 'waits no longer than the maximum',
    options: { backoff: { first: '1s', max: '5s' } },
    play: ['add a', ...fail(6), 'pass 1h'],
    got: ['a', 'a@1000', 'a@3000', 'a@7000', 'a@12000', 'a@17000'],
  },
  {
    name: 'forgets failures after success',
    play: ['add a', ...fail(3), 'work', 'pass 35ms', 'add a', ...fail(2), 'pass 1h'],
    got: ['a', 'a@5', 'a@15', 'a@35', 'a@35', 'a@40'],
  },
  {
    name: 'forgets failures when the task wants to run again after a while',
    play: ['add a', ...fail(3), 'pass 15ms', 'take', 'pass 20ms', 'again a 1s', ...fail(2), 'pass 1h'],
    got: ['a', 'a@5', 'a@15', 'a@35', 'a@1035', 'a@1040'],
  },
  {
    name: 'keeps the failures of each key apart',
    play: ['add a', ...fail(3), 'pass 15ms', 'add b', 'fail', 'fail', 'pass 5ms'],
    got: ['a', 'a@5', 'a@15', 'b@15', 'b@20'],
  },
  {
    name: 'runs at once when an event arrives during the wait, and forgets the retry if that works',
    play: ['add a', ...fail(6), 'pass 200ms', 'add a', 'work', 'work', 'pass 1h'],
    got: ['a', 'a@5', 'a@15', 'a@35', 'a@75', 'a@155', 'a@200'],
  },
  {
    name: 'runs at once when the event arrived while the run failed',
    play: ['add a', 'take', 'add a', 'retry a', 'work', 'work', 'pass 1h'],
    got: ['a', 'a'],
  },
  {
    // kubernetes#132805
    name: 'neither moves nor lengthens the wait when a run that an event brought forward fails',
    play: ['add a', ...fail(5), 'pass 80ms', 'add a', ...fail(3), 'pass 1h'],
    got: ['a', 'a@5', 'a@15', 'a@35', 'a@75', 'a@80', 'a@155', 'a@315'],
  },
  {
    name: 'brings a key whose failures cause events forward less and less promptly, but retries it in time',
    options: { backoff: { first: '10ms', max: '200ms' } },
    play: [
      'add a',
      ...fail(5),
      'pass 150ms', // after runs at 0, 10, 30, 70 and 150 the retry is due at 310
      ...Array.from({ length: 16 }, () => ['add a', 'fail', 'pass 10ms']).flat(),
    ],
    got: ['a', 'a@10', 'a@30', 'a@70', 'a@150', 'a@150', 'a@160', 'a@180', 'a@220', 'a@300', 'a@310'],
  },
  {
    name: 'runs at once for an event again after each retry',
    options: { backoff: { first: '10ms', max: '1m' } },
    play: ['add a', 'fail', 'add a', 'fail', 'add a', 'fail', 'pass 10ms', 'add a', 'fail', 'pass 1ms'],
    got: ['a', 'a', 'a@10', 'a@10'],
  },
  {
    name: 'does not count a delayed add during the wait as a change that happened now',
    play: ['add a', ...fail(4), 'pass 35ms', 'add a after=20ms', 'work', 'pass 1h'],
    got: ['a', 'a@5', 'a@15', 'a@35', 'a@55'],
  },
])

const numbered = cases('Back-off', {
  async 'waits 1000 s at most'(create) {
    const stage = new Stage(create)
    for (const step of ['add a', ...fail(22), 'pass 10d']) await stage.play(step)
    const times = stage.log.map((entry) => Number(entry.split('@')[1] ?? 0))
    await stage.end()
    const waits = times.slice(1).map((time, index) => time - times[index]!)
    deepStrictEqual(waits.slice(-4), [655_360, 1_000_000, 1_000_000, 1_000_000])
  },
  async 'runs a key with endless events at most 2 + log2(wait / first) times before its retry'(create) {
    const stage = new Stage(create)
    for (const step of ['add a', ...fail(9), 'pass 1275ms']) await stage.play(step) // now the wait is 1280 ms
    const before = stage.log.length
    for (let ms = 0; ms < 1280; ms += 5) for (const step of ['add a', 'fail', 'pass 5ms']) await stage.play(step)
    const runs = stage.log.slice(before).filter((entry) => Number(entry.split('@')[1]) < 1275 + 1280)
    await stage.end()
    ok(runs.length >= 7 && runs.length <= 2 + Math.log2(1280 / 5), `it ran ${runs.length} times`)
  },
  async 'tells the worker how often the key failed, not counting runs that were brought forward'(create) {
    const stage = new Stage(create)
    const failures: number[] = []
    for (const step of ['add a', 'pass 5ms', 'pass 10ms', 'add a', 'pass 20ms', 'pass 40ms']) {
      await stage.play(step)
      await stage.play('take')
      failures.push(stage.held('a').failures)
      await stage.play('retry a')
    }
    await stage.end()
    deepStrictEqual(failures, [0, 1, 2, 3, 3, 4])
  },
  async 'lets the retry inherit priority and reasons'(create) {
    const stage = new Stage(create)
    await stage.play('add a priority=7 reason=changed')
    await stage.play('take')
    const task = stage.held('a')
    task.retry({ reason: 'refused' })
    task[Symbol.dispose]()
    await stage.play('take')
    await stage.play('pass 5ms')
    const { priority, reasons } = stage.held('a')
    await stage.end()
    deepStrictEqual({ priority, reasons }, { priority: 7, reasons: ['changed', 'refused'] })
  },
})

export const backoff = [...told, ...numbered]
