/** Background tasks and abort signals. */
export { onAbort } from './tasks/abort-listener.ts'
export { type PendingTask, pendingTasks, track } from './tasks/tasks.ts'
