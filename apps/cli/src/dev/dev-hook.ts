/**
 * Loaded into the operator's process before the operator itself: tells `kubewright dev` of every reconcile and of what waits,
 * tells its dashboard what somebody looks at, and ends the process when nobody is there to be told any more.
 */
import { subscribe } from 'node:diagnostics_channel'
import type { ReconcileRecord } from '@kubewright/controller'
import { systemClock } from '@kubewright/core'
import type { OperatorOrder } from '@kubewright/dashboard'
import type { ManagerMessage, QueueMessage } from '@kubewright/manager'
import { DashboardOrders } from './dashboard-orders.ts'
import { QueueTallies } from './queue-tally.ts'
import { toMessage } from './reconcile-message.ts'

/** Queues change more often than anybody can look. */
const flushMs = 150

const tallies = new QueueTallies(() => systemClock.now())
let isFlushDue = false

const send = (message: object) => {
  if (process.connected) process.send?.(message)
}
const orders = new DashboardOrders(send)

// Written out instead of imported: the manager that publishes is the project's own, and may be another version.
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
process.channel?.unref() // the operator ends when it wants to, not when we do
