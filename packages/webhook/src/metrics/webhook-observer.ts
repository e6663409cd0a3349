/** Hears what webhooks do. */

export interface WebhookObserver {
  /** A request came in. `webhook` is its path. */
  began?(webhook: string): void
  /** The same request was answered, with this HTTP status. */
  answered?(webhook: string, code: number, durationMs: number): void
  /** A function threw, took too long, or returned what cannot be used. */
  failed?(of: 'admission' | 'conversion', webhook: string, error: unknown): void
  /** A certificate was read, or could not be. */
  certificateRead?(error: unknown): void
}

/** All of them hear everything. */
export function allOf(observers: readonly WebhookObserver[]): Required<WebhookObserver> {
  return {
    began: (webhook) => observers.forEach((one) => one.began?.(webhook)),
    answered: (...facts) => observers.forEach((one) => one.answered?.(...facts)),
    failed: (...facts) => observers.forEach((one) => one.failed?.(...facts)),
    certificateRead: (error) => observers.forEach((one) => one.certificateRead?.(error)),
  }
}
