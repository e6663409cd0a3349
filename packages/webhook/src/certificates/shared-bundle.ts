/**
 * The CA bundle of several processes that read their certificates from files of their own, which do not change at the same
 * time. Each process adds the authority it has read, and removes only authorities that it has itself read some time ago.
 */
import type { Clock } from '@kubewright/core'
import { certificatesIn, validityOf } from './serving-certificate.ts'

/** How long other processes may take to receive the new files; kubelet takes a minute or two. */
const overlapMs = 60 * 60_000

export class SharedBundle {
  readonly #clock: Clock
  /** When this process last read each authority, as `clock.elapsed()`. */
  readonly #readAt = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * The new bundle, in PEM.
   *
   * @param authority the authority that this process has just read
   * @param installed the current bundles
   */
  with(authority: string, installed: readonly string[]): string {
    const own = certificatesIn(authority)
    for (const one of own) this.#readAt.set(one, this.#clock.elapsed())
    const kept = installed.flatMap(certificatesIn).filter((one) => own.includes(one) || this.#isInUse(one))
    // Keeps the current order, so that processes that agree write nothing.
    return [...new Set([...kept, ...own])].join('') || authority
  }

  #isInUse(certificate: string): boolean {
    if (validityOf(certificate).notAfterMs <= this.#clock.now()) return false
    const readAt = this.#readAt.get(certificate)
    return readAt === undefined || this.#clock.elapsed() - readAt < overlapMs
  }
}
