import { TimeSlice } from '@kubewright/core/time'
import { nextTurn, recordedLog, seededRandom, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { ControllerLog } from '../host/controller-log.ts'
import { formatReason, type Reason } from '../request/reason.ts'
import { changeOf, site } from '../testing/objects.ts'
import { ReconcileRequests } from './reconcile-requests.ts'
import type { ReconcileRunner } from './reconcile-runner.ts'
import type { Subject } from './subject.ts'
import { TaskDispatcher } from './task-dispatcher.ts'
import { WorkerLoop } from './worker-loop.ts'

const subject: Subject = { generation: 1, run: async () => ({ type: 'gone' }) }
const changed: Reason = { type: 'changed' }

function start(run: ReconcileRunner['run'], find: (key: string) => Subject | undefined = () => subject) {
  const clock = new VirtualClock()
  const dispatcher = new TaskDispatcher({ controller: 'sites', workers: undefined, clock, random: seededRandom(1) })
  const requests = new ReconcileRequests(dispatcher.queue, () => false)
  requests.begin()
  const { log: recorder, entries } = recordedLog()
  const log = new ControllerLog(recorder, 'sites')
  const loop = new WorkerLoop({ dispatcher, slice: new TimeSlice(clock), requests, find, runner: { run }, log })
  const stop = new AbortController()
  const working = loop.run(stop.signal, new AbortController().signal)
  return {
    clock,
    requests,
    entries,
    loop,
    queue: dispatcher.queue,
    async [Symbol.asyncDispose]() {
      stop.abort(new Error('over'))
      await working
      dispatcher[Symbol.dispose]()
    },
  }
}

describe('a worker', () => {
  it('reconciles requested keys with their reasons and the arrival time of the first change', async () => {
    const ran: string[] = []
    await using started = start(async (_, { task, arrivedAt }) => {
      ran.push(`${task.key} for ${task.reasons.map(formatReason).join(', ')} at ${arrivedAt}`)
    })
    started.requests.addForChange('a', changed, changeOf('updated', site(), { heardAt: 7 }))
    started.requests.add('b', { type: 'resync' })
    await nextTurn()
    expect(ran).toEqual(['a for changed at 7', 'b for resync at undefined'])
  })

  it('lists the key in flight until its reconcile ends', async () => {
    let finish: (() => void) | undefined
    await using started = start(() => new Promise((resolve) => (finish = resolve)))
    started.requests.add('a', changed)
    await nextTurn()
    expect([...started.loop.running]).toEqual([['a', 'changed']])
    finish!()
    await nextTurn()
    expect([...started.loop.running]).toEqual([])
  })

  it('drops a key whose object is deleted', async () => {
    await using started = start(
      () => Promise.reject(new Error('it ran')),
      () => undefined,
    )
    started.requests.add('a', changed)
    await nextTurn()
    await started.clock.advance('1h')
    expect([started.entries, started.queue.size]).toEqual([[], 0])
  })

  it('logs an error outside the reconcile and retries the key', async () => {
    const ran: string[] = []
    await using started = start(async (_, { task }) => {
      ran.push(`${task.key}: ${task.reasons.map(formatReason).join(', ')}`)
      if (ran.length === 1) throw new Error('observer')
    })
    started.requests.add('a', changed)
    await nextTurn()
    await started.clock.advance('1m')
    await nextTurn()
    expect(ran).toEqual(['a: changed', 'a: changed, retry'])
    expect(started.entries).toMatchObject([
      {
        level: 'error',
        message: 'worker failed, will retry the object',
        fields: { controller: 'sites', key: 'a', error: { message: 'observer' } },
      },
    ])
  })

  it('stops after the reconcile in flight has ended', async () => {
    let isOver = false
    let finish: (() => void) | undefined
    {
      await using started = start(() => new Promise((resolve) => (finish = resolve)))
      started.requests.add('a', changed)
      await nextTurn()
      void nextTurn().then(() => {
        isOver = true
        finish!()
      })
    }
    expect(isOver).toBe(true)
  })
})
