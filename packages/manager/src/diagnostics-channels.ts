/** The manager's diagnostics channels and their messages. */
export {
  managerChannel,
  type ManagerMessage,
  queueChannel,
  type QueueMessage,
  readyChannel,
  type ReadyMessage,
  reconcileChannel,
} from './diagnostics.ts'
