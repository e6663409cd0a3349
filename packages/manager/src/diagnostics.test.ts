import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ReconcileRecord } from '@kubewright/controller'
import { expect, it } from 'vitest'
import { diagnosticsObserver, reconcileChannel } from './diagnostics.ts'

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

it('whoever listens hears of every reconcile, and nobody else pays for it', () => {
  const heard: unknown[] = []
  const listen = (message: unknown) => heard.push(message)
  diagnosticsObserver.ended?.(record)
  subscribe(reconcileChannel, listen)
  diagnosticsObserver.ended?.(record)
  unsubscribe(reconcileChannel, listen)
  diagnosticsObserver.ended?.(record)
  expect(heard).toEqual([record])
})
