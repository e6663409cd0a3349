/**
 * Whom to trust when several processes read their certificates from files of their own, which do not change at the same moment:
 * each adds what it serves with, and takes away only what it has served with itself, some time ago.
 */
import type { Clock } from '@kubewright/core'
import { certificatesIn, validityOf } from './serving-certificate.ts'

/** How long the others may take to get the new files: kubelet takes a minute or two. */
const overlapMs = 60 * 60_000

export class SharedBundle {
  readonly #clock: Clock
  /** When this process last read an authority, as `clock.elapsed()`. */
  readonly #readAt = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * What to trust from now on, in PEM.
   *
   * @param authority what this process has just read
   * @param installed what is trusted now
   */
  with(authority: string, installed: readonly string[]): string {
    const own = certificatesIn(authority)
    for (const one of own) this.#readAt.set(one, this.#clock.elapsed())
    const kept = installed.flatMap(certificatesIn).filter((one) => own.includes(one) || this.#isInUse(one))
    // In the order they are in, so that processes that agree write nothing.
    return [...new Set([...kept, ...own])].join('') || authority
  }

  #isInUse(certificate: string): boolean {
    if (validityOf(certificate).notAfterMs <= this.#clock.now()) return false
    const readAt = this.#readAt.get(certificate)
    return readAt === undefined || this.#clock.elapsed() - readAt < overlapMs
  }
}
