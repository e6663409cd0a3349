/**
 * Preloaded into the operator's process. Reports every reconcile and queue length to `kubewright dev`, answers its dashboard,
 * and ends the process when the parent is gone.
 */
import { subscribe } from 'node:diagnostics_channel'
import type { ReconcileRecord } from '@kubewright/controller/host'
import { systemClock } from '@kubewright/core'
import type { OperatorOrder } from '@kubewright/dashboard/operators'
import type { ManagerMessage, QueueMessage } from '@kubewright/manager/diagnostics'
import { DashboardOrders } from './dashboard-orders.ts'
import { QueueTallies } from './queue-tally.ts'
import { toMessage } from './reconcile-message.ts'

/** Queues change more often than a person can read. */
const flushMs = 150

const tallies = new QueueTallies(() => systemClock.now())
let isFlushDue = false

const send = (message: object) => {
  if (process.connected) process.send?.(message)
}
const orders = new DashboardOrders(send)

// Literal channel names instead of an import: the publishing manager is the project's own and may be another version.
subscribe('kubewright:reconcile', (record) => send(toMessage(record as ReconcileRecord)))
subscribe('kubewright:ready', () => send({ type: 'ready' }))
subscribe('kubewright:manager', (message) => orders.begin((message as ManagerMessage).manager))
subscribe('kubewright:queue', (message) => {
  tallies.take(message as QueueMessage)
  if (isFlushDue) return
  isFlushDue = true
  systemClock.schedule(flushMs, () => {
    isFlushDue = false
    for (const event of tallies.takeEvents()) send(event)
  })
})
process.on('message', (order) => orders.take(order as OperatorOrder))
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref() // the channel must not keep the operator alive
