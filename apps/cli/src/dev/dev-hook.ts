/**
 * Loaded into the operator's process before the operator itself: tells `kubewright dev` of every reconcile, and ends the
 * process when nobody is there to be told any more.
 */
import { subscribe } from 'node:diagnostics_channel'
import type { ReconcileRecord } from '@kubewright/controller'
import { toMessage } from './reconcile-message.ts'

// Written out instead of imported: the manager that publishes is the project's own, and may be another version.
subscribe('kubewright:reconcile', (record) => {
  if (process.connected) process.send?.(toMessage(record as ReconcileRecord))
})
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref() // the operator ends when it wants to, not when we do
