/** What a manager wants of a webhook server, whoever makes it. */
import type { Client } from '@kubewright/client'
import type { Clock, Ids, Logger, Random } from '@kubewright/core'
import type { MetricSource } from '@kubewright/core/metrics'
import type { HealthCheck } from './health/health-check.ts'

export interface WebhookHost {
  readonly client: Client
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
  readonly log: Logger
  readonly identity: string
}

/**
 * Starts before any cache is filled, since the server may need a conversion to answer the first list; stops after the caches,
 * and needs none of them.
 */
export interface WebhookServerLike {
  /** Resolves once requests are answered. Failure: rejects if that cannot be. */
  start(host: WebhookHost, signal: AbortSignal): Promise<void>
  /** Answers what is under way, and resolves. Called once, also after a `start` that failed. */
  stop(): Promise<void>
  /** Part of readiness. */
  readonly check?: HealthCheck
  readonly metrics?: MetricSource
}
