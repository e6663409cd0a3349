/** A fast, fully typed client for any Kubernetes API server. See decision 0050. */
export type { Client, ClientOptions } from './client.ts'
export { type ConnectionConfig, type ConnectionInput, defineConnection, loadConfig } from './connection/index.ts'
export { createClient } from './create-client.ts'
export {
  type DynamicInput,
  type DynamicObject,
  type DynamicResource,
  defineDynamicResource,
} from './discovery/dynamic-resource.ts'
export type { Served } from './discovery/served.ts'
export { ApiError } from './error/api-error.ts'
export {
  ignoreNotFound,
  isAlreadyExists,
  isConflict,
  isExpired,
  isForbidden,
  isInvalid,
  isNotFound,
  isTimeout,
  isTooManyRequests,
  isUnauthorized,
  isUnknownKind,
} from './error/guards.ts'
export { clientErrors } from './errors.ts'
export { pathOf, type RawAnswer, type RawStream } from './surface/raw-request.ts'
export type { Scale } from './surface/scale-verbs.ts'
export type { ListCall } from './verb/list.ts'
export type { List } from './verb/list-page.ts'
export type { PartialObject } from './verb/view.ts'
export {
  available,
  complete,
  conditionIs,
  deleted,
  established,
  ready,
  type WaitCondition,
} from './wait/wait-condition.ts'
export type { WatchEvent } from './watch/watch-event.ts'
// The types of the sub-paths are loaded with the index, so that the compiler can name them in declarations: decision 0433.
export type {} from './calls.ts'
export type {} from './connection.ts'
export type {} from './transports.ts'
export type {} from './verbs.ts'
