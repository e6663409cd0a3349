import { silentLogger } from '@kubewright/core'
import { seededIds, seededRandom, VirtualClock } from '@kubewright/core/testing'
import { WorkQueue } from '@kubewright/queue'
import { describe, expect, it } from 'vitest'
import { again, done, type Outcome } from '../definition/outcome.ts'
import type { Partition } from '../host/partition.ts'
import type { ReconcileRecord } from '../host/reconcile-record.ts'
import type { RunRequest } from '../reconcile/reconcile-run.ts'
import type { Reason } from '../request/reason.ts'
import { site } from '../testing/objects.ts'
import { ReconcileRunner } from './reconcile-runner.ts'
import { RequeuePace } from './requeue-pace.ts'

const { signal } = new AbortController()
const ran = (outcome: Outcome) => async () => ({ type: 'ran', outcome }) as const

/** Runs one reconcile of `default/blog`. Returns its record, and the queue it came from. */
async function reconcile(
  run: (
    request: RunRequest,
  ) => Promise<{ readonly type: 'gone' } | { readonly type: 'ran'; readonly outcome: Outcome }>,
  { partition, isGroup = false }: { readonly partition?: Partition; readonly isGroup?: boolean } = {},
) {
  const clock = new VirtualClock()
  const queue = new WorkQueue<string, Reason>({ clock })
  queue.add('default/blog', { reason: { type: 'changed' } })
  const records: ReconcileRecord[] = []
  const reporter = {
    began: () => undefined,
    ended: (record: ReconcileRecord) => void records.push(record),
    loops: () => undefined,
    traced: <Result>(_: unknown, _1: string, work: () => Promise<Result>) => work(),
  }
  const ids = seededIds(seededRandom('x'))
  const host = { ids, clock, log: silentLogger, ...(partition === undefined ? {} : { partition }) }
  const pace = new RequeuePace('sites')
  const runner = new ReconcileRunner({ controller: 'sites', where: { cluster: 'east' }, host, reporter, pace })
  {
    using task = (await queue.take())!
    await runner.run(
      { ...(isGroup ? {} : { object: site() }), generation: 1, run },
      { task, arrivedAt: undefined },
      signal,
    )
  }
  expect(records).toHaveLength(1)
  return { record: records[0]!, queue, clock }
}

describe('running a reconcile', () => {
  it('records cluster, object, reasons, duration and writes', async () => {
    const { record, queue } = await reconcile(async ({ writes, notAwaited }) => {
      writes.sent++
      notAwaited.push('own at line 1')
      return { type: 'ran', outcome: done() }
    })
    expect(record).toMatchObject({
      controller: 'sites',
      cluster: 'east',
      object: { namespace: 'default', name: 'blog' },
      reasons: [{ type: 'changed' }],
      durationMs: 0,
      result: { type: 'success' },
      writes: { sent: 1, changed: 0 },
      notAwaited: ['own at line 1'],
    })
    expect([queue.size, queue.snapshot().delayed.count]).toEqual([0, 0])
  })

  it('requeues the key after the requested delay', async () => {
    const { record, queue, clock } = await reconcile(ran(again('1m')))
    expect([record.result, queue.size]).toEqual([{ type: 'requeue_after', afterMs: 60_000 }, 0])
    await clock.advance('1m')
    expect(queue.size).toBe(1)
    queue[Symbol.dispose]()
  })

  it('retries a failure, which does not reach the worker', async () => {
    const { record, queue } = await reconcile(() => Promise.reject(new Error('x')))
    expect(record.result).toMatchObject({ type: 'error', error: { message: 'x' }, isTerminal: false })
    expect(queue.snapshot().delayed.count).toBe(1)
    queue[Symbol.dispose]()
  })

  it('skips an object that is assigned to another process', async () => {
    const guard = async () => undefined
    const partition: Partition = { scopeOf: () => undefined, guard }
    const { record } = await reconcile(() => Promise.reject(new Error('it ran')), { partition })
    expect(record.result).toEqual({ type: 'gone' })
  })

  it('does not check the assignment of a group key', async () => {
    const guard = () => Promise.reject(new Error('asked'))
    const partition: Partition = { scopeOf: () => undefined, guard }
    const { record } = await reconcile(ran(done()), { partition, isGroup: true })
    expect(record.result).toEqual({ type: 'success' })
  })
})
