import { VirtualClock } from '@kubewright/core/testing'
import { expect, it } from 'vitest'
import { formatReason } from '../request/reason.ts'
import { changeOf, site } from '../testing/objects.ts'
import { FullRequeue } from './full-requeue.ts'

const change = changeOf('updated', site())

it('a full requeue enqueues every current key, at most once a second, with the latest reason', async () => {
  const clock = new VirtualClock()
  const keys = ['a', 'b']
  const added: string[] = []
  const fullRequeue = new FullRequeue({
    clock,
    keys: () => keys,
    enqueue: (key, reason) => added.push(`${clock.elapsed()} ${key} ${formatReason(reason)}`),
  })
  fullRequeue.requeueAll({ type: 'changed' }, change)
  fullRequeue.requeueAll({ type: 'changed' }, change)
  fullRequeue.requeueAll({ type: 'resync' }, change)
  keys.push('c')
  await clock.advance('500ms')
  expect(added.splice(0)).toEqual(['0 a changed', '0 b changed'])
  await clock.advance('5s')
  expect(added.splice(0)).toEqual(['1000 a resync', '1000 b resync', '1000 c resync'])
  fullRequeue[Symbol.dispose]()
  fullRequeue.requeueAll({ type: 'changed' }, change)
  expect([added, clock.pending]).toEqual([[], []])
})
