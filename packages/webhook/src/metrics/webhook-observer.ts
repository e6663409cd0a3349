/** Events of webhooks. */

/** The call of a function that failed. */
export interface FailedCall {
  /** The name of the admission, or of the CustomResourceDefinition that is converted. */
  readonly name: string
  /** `ConfigMap default/settings` */
  readonly object: string
  /** Absent for a conversion. */
  readonly operation?: 'CREATE' | 'UPDATE' | 'DELETE'
}

/** Observes the calls of webhooks, for metrics. */
export interface WebhookObserver {
  /** A request arrived. `webhook` is its path. */
  began?(webhook: string): void
  /** The same request was answered, with this HTTP status. */
  answered?(webhook: string, code: number, durationMs: number): void
  /** A function threw, exceeded the timeout, or returned an invalid value. */
  failed?(of: 'admission' | 'conversion', webhook: string, error: unknown, call: FailedCall): void
  /** A certificate was read, successfully or not. */
  certificateRead?(error: unknown): void
}

/** Forwards every event to all observers. */
export function allOf(observers: readonly WebhookObserver[]): Required<WebhookObserver> {
  return {
    began: (webhook) => observers.forEach((one) => one.began?.(webhook)),
    answered: (...facts) => observers.forEach((one) => one.answered?.(...facts)),
    failed: (...facts) => observers.forEach((one) => one.failed?.(...facts)),
    certificateRead: (error) => observers.forEach((one) => one.certificateRead?.(error)),
  }
}
