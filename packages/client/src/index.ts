/** A fast, fully typed client for any Kubernetes API server. See decision 0050. */
export type { ClientObserver, ObservedRequest } from './call/observer.ts'
export { isSharedRateLimit, type RateLimitOptions, type SharedRateLimit } from './call/rate-limit.ts'
export type { RetryOptions } from './call/retry.ts'
export type { ServerWarning } from './call/warnings.ts'
export type { Client, ClientOptions } from './client.ts'
export {
  type BasicLogin,
  type ClientCertificate,
  type ConnectionConfig,
  type ConnectionInput,
  connectionErrors,
  createTransport,
  defineConnection,
  type ExecPlugin,
  type FromFile,
  fromKubeConfig,
  type Impersonation,
  type KubeConfigLike,
  type LoadConfigOptions,
  loadConfig,
  type OidcLogin,
  type OidcTokens,
  SecretText,
  type Sensitive,
  type TokenFromFile,
  type TransportOptions,
} from './connection/index.ts'
export { createClient } from './create-client.ts'
export { aroundCalls, type AroundCall, type ClientCall } from './decorate/around-calls.ts'
export {
  type DynamicInput,
  type DynamicObject,
  type DynamicResource,
  type DynamicResourceInput,
  defineDynamicResource,
} from './discovery/dynamic-resource.ts'
export type { KindQuery } from './discovery/kind-query.ts'
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
export type { StatusCause } from './error/server-status.ts'
export { clientErrors } from './errors.ts'
export { type RestClientMetrics, restClientMetrics } from './metrics/rest-client-metrics.ts'
export { pathOf, type RawAnswer, type RawRequest, type RawStream } from './surface/raw-request.ts'
export type { Scale, ScaleInput } from './surface/scale-verbs.ts'
export type { RequestScope, Transport, TransportBody, TransportRequest, TransportResponse } from './transport.ts'
export type { ListCall } from './verb/list.ts'
export type { List } from './verb/list-page.ts'
export type {
  ApplyOptions,
  CallOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  UpdateOptions,
  WatchOptions,
  WriteOptions,
} from './verb/options.ts'
export type { MergePatch, PatchOptions, StrategicPatch } from './verb/patch.ts'
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
export type { WaitOptions } from './wait/wait-for.ts'
export type { BookmarkEvent, ChangeEvent, WatchEvent } from './watch/watch-event.ts'
export { sharedRateLimit } from './shared-rate-limit.ts'
