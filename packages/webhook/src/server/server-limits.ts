/** Limits for untrusted clients: every pod in the cluster can reach the server. */
import type { Duration } from '@kubewright/core'

/** Limits of a webhook server on sizes, connections and times. */
export interface ServerLimits {
  /** Maximum size of an AdmissionReview: two objects of the maximum size. @default 7_340_032 */
  readonly reviewBytes: number
  /** Maximum size of a ConversionReview, which contains a whole list. @default 67_108_864 */
  readonly conversionBytes: number
  /** Maximum size of all requests together. @default 268_435_456 */
  readonly totalBytes: number
  /** Maximum number of concurrent reviews, counted once they have arrived. @default 1_000 */
  readonly requests: number
  /** Maximum number of open connections. @default 2_000 */
  readonly connections: number
  /** Maximum number of connections per address, so that one client cannot take them all. @default 1_000 */
  readonly connectionsPerPeer: number
  /** Time limit for the TLS handshake, and then for the request head. @default '10s' */
  readonly headTimeout: Duration
  /** Time limit for a whole request to arrive. @default '30s' */
  readonly requestTimeout: Duration
  /** Idle timeout of a connection. @default '90s' */
  readonly idleTimeout: Duration
  /** Time limit for requests in flight when the server stops. @default '10s' */
  readonly stopTimeout: Duration
}

const mebibyte = 1_048_576

export const defaultLimits: ServerLimits = {
  reviewBytes: 7 * mebibyte,
  conversionBytes: 64 * mebibyte,
  totalBytes: 256 * mebibyte,
  requests: 1_000,
  connections: 2_000,
  connectionsPerPeer: 1_000,
  headTimeout: '10s',
  requestTimeout: '30s',
  idleTimeout: '90s',
  stopTimeout: '10s',
}
