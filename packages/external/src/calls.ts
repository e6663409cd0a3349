/** Calls of an external API: their failures, and an observer. */
export { type CallFailure, failureOf, parseRetryAfter } from './calls/call-failure.ts'
export type { CallResult, ExternalObserver, ExternalVerb, ObservedCall } from './operations/external-observer.ts'
