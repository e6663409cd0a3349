/** The interface of a manager to a webhook server. */
import type { Client } from '@kubewright/client'
import type { Clock, Logger } from '@kubewright/core'
import type { Ids, Random } from '@kubewright/core/random'
import type { MetricSource } from '@kubewright/core/metrics'
import type { HealthCheck } from './health/health-check.ts'

/** What a manager passes to a webhook server when it starts it. */
export interface WebhookHost {
  readonly client: Client
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
  readonly log: Logger
  readonly identity: string
}

/**
 * Starts before any cache is filled, since the server may need a conversion to answer the first list. Stops after the caches, and
 * depends on none of them.
 */
export interface WebhookServerLike {
  /** Resolves once requests are served. Failure: rejects if that is not possible. */
  start(host: WebhookHost, signal: AbortSignal): Promise<void>
  /** Completes requests in flight, and resolves. Called once, also after a `start` that failed. */
  stop(): Promise<void>
  /** Included in readiness. */
  readonly check?: HealthCheck
  readonly metrics?: MetricSource
}
