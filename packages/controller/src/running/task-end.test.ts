import { VirtualClock } from '@kubewright/core/testing'
import { WorkQueue } from '@kubewright/queue'
import { describe, expect, it } from 'vitest'
import { controllerErrors } from '../errors.ts'
import { again, done } from '../definition/outcome.ts'
import type { Reason } from '../request/reason.ts'
import { conclude, fail } from './task-end.ts'
import { TerminalError } from '../definition/terminal-error.ts'

const { signal } = new AbortController()
const asAsked = (askedMs = 0) => askedMs
const aborted = AbortSignal.abort(new Error('the process stops'))

async function start() {
  const clock = new VirtualClock()
  const queue = new WorkQueue<string, Reason>({ clock })
  queue.add('default/blog', { reason: { type: 'created' } })
  const task = (await queue.take())!
  return { clock, queue, task, [Symbol.dispose]: () => queue[Symbol.dispose]() }
}

describe('the end of a reconcile', () => {
  it('releases the key when it is done or paused', async () => {
    using started = await start()
    expect(conclude(started.task, { type: 'ran', outcome: done() }, asAsked)).toEqual({ type: 'success' })
    expect(conclude(started.task, { type: 'paused' }, asAsked)).toEqual({ type: 'paused' })
    started.task[Symbol.dispose]()
    expect([started.queue.size, started.queue.snapshot().delayed.count]).toEqual([0, 0])
  })

  it('requeues the key after the delay that the outcome asks for', async () => {
    using started = await start()
    expect(conclude(started.task, { type: 'ran', outcome: again('1m') }, asAsked)).toEqual({
      type: 'requeue_after',
      afterMs: 60_000,
    })
    started.task[Symbol.dispose]()
    await started.clock.advance('1m')
    expect(started.queue.size).toBe(1)
  })

  it('requeues a failed key no sooner than the error allows', async () => {
    using started = await start()
    const error = controllerErrors('KW_CONTROLLER_CHILD_LOST', { what: 'x', why: 'y', details: { waitMs: 60_000 } })
    expect(fail(started.task, error, signal)).toEqual({ type: 'error', error, isTerminal: false, isTimeout: false })
    started.task[Symbol.dispose]()
    await started.clock.advance('59s')
    expect(started.queue.size).toBe(0)
    await started.clock.advance('1s')
    expect(started.queue.size).toBe(1)
  })

  const errors = [
    { name: 'an error as retryable', error: new Error('x'), isTerminal: false, isTimeout: false },
    { name: 'a thrown undefined as retryable', error: undefined, isTerminal: false, isTimeout: false },
    { name: 'a terminal error', error: new TerminalError('x'), isTerminal: true, isTimeout: false },
    {
      name: 'a terminal error from another copy of this package',
      error: { code: 'KW_CONTROLLER_TERMINAL' },
      isTerminal: true,
      isTimeout: false,
    },
    { name: 'a timeout', error: { code: 'KW_CONTROLLER_TIMEOUT' }, isTerminal: false, isTimeout: true },
  ]

  it.each(errors)('classifies $name', async ({ error, isTerminal, isTimeout }) => {
    using started = await start()
    expect(fail(started.task, error, signal)).toEqual({ type: 'error', error, isTerminal, isTimeout })
    started.task[Symbol.dispose]()
    await started.clock.advance('1m')
    expect(started.queue.size).toBe(isTerminal ? 0 : 1)
  })

  it('does not classify a timeout as such when the process is stopping', async () => {
    using started = await start()
    expect(fail(started.task, { code: 'KW_CONTROLLER_TIMEOUT' }, aborted)).toMatchObject({ isTimeout: false })
    started.task[Symbol.dispose]()
  })
})
