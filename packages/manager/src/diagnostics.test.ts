import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ReconcileRecord } from '@kubewright/controller/host'
import { expect, it } from 'vitest'
import { diagnosticsObserver, queueChannel, reconcileChannel } from './diagnostics.ts'

const record: ReconcileRecord = {
  id: '1',
  controller: 'websites',
  object: { name: 'blog' },
  reasons: [{ type: 'changed' }],
  startedAt: 0,
  durationMs: 1,
  result: { type: 'success' },
  writes: { sent: 0, changed: 0 },
}

const observer = diagnosticsObserver('websites')

it('the diagnostics channel publishes every reconcile to its subscribers', () => {
  const heard: unknown[] = []
  const listen = (message: unknown) => heard.push(message)
  observer.ended?.(record)
  subscribe(reconcileChannel, listen)
  observer.ended?.(record)
  unsubscribe(reconcileChannel, listen)
  observer.ended?.(record)
  expect(heard).toEqual([record])
})

it('the diagnostics channel publishes queue events to its subscribers', () => {
  const heard: unknown[] = []
  const listen = (message: unknown) => heard.push(message)
  subscribe(queueChannel, listen)
  observer.queue?.waiting?.('default/blog', 0)
  observer.queue?.taken?.('default/blog', 0, 1)
  observer.queue?.returned?.('default/blog', 'retry', 1)
  observer.queue?.delayed?.('default/blog', 5_000, 'backoff')
  unsubscribe(queueChannel, listen)
  observer.queue?.dropped?.('default/blog', 0)
  expect(heard).toEqual([
    { controller: 'websites', key: 'default/blog', change: 'waiting' },
    { controller: 'websites', key: 'default/blog', change: 'taken' },
    { controller: 'websites', key: 'default/blog', change: 'returned' },
    { controller: 'websites', key: 'default/blog', change: 'delayed', ms: 5_000 },
  ])
})
