/** How much a server takes from callers it cannot know: everybody in the cluster can reach it. */
import type { Duration } from '@kubewright/core'

export interface ServerLimits {
  /** How large an AdmissionReview may be: two objects of the largest size there is. @default 7_340_032 */
  readonly reviewBytes: number
  /** How large a ConversionReview may be, which holds a whole list. @default 67_108_864 */
  readonly conversionBytes: number
  /** How much may be held of all requests together. @default 268_435_456 */
  readonly totalBytes: number
  /** How many reviews may be under way, from when they have arrived. @default 1_000 */
  readonly requests: number
  /** How many connections may be open. @default 2_000 */
  readonly connections: number
  /** How many of them may come from one address, so that nobody can take them all. @default 1_000 */
  readonly connectionsPerPeer: number
  /** How long a caller may take to shake hands, and then to say what it wants. @default '10s' */
  readonly headTimeout: Duration
  /** How long a whole request may take to arrive. @default '30s' */
  readonly requestTimeout: Duration
  /** How long a connection may be idle. @default '90s' */
  readonly idleTimeout: Duration
  /** How long requests that are under way may take when the server stops. @default '10s' */
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
