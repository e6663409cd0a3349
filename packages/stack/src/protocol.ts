/** The management protocol of a stack: from needs and phases to the next actions. Pure. */
export { nextActions, type NextActions, type StackAction, type StackWait } from './next-actions.ts'
export { type ComponentObservation, observeComponent, type Phase } from './phase.ts'
export { type Effect, protocolFromNeeds, type ProtocolMapping, type StackProtocol } from './stack-protocol.ts'
