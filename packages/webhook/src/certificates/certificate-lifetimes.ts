/** Lifetimes of issued certificates, and the poll interval. */
import { type Duration, toMs } from '@kubewright/core'
import { webhookErrors } from '../errors.ts'

/** Lifetimes and rotation of the certificates that the program issues itself. */
export interface CertificateLifetimes {
  /** Renewed after two thirds of it. @default '365d' */
  readonly authority: Duration
  /** Renewed after two thirds of it. @default '90d' */
  readonly certificate: Duration
  /** How often each process checks whether another one has replaced a certificate. @default '1m' */
  readonly poll: Duration
  /** How long an authority is published before it is used: API servers learn of it with a delay. @default '5m' */
  readonly overlap: Duration
}

export const defaultLifetimes: CertificateLifetimes = {
  authority: '365d',
  certificate: '90d',
  poll: '1m',
  overlap: '5m',
}

/** Failure: `KW_WEBHOOK_DEFINITION` if a certificate could expire before it is replaced. */
export function lifetimesOf(given: Partial<CertificateLifetimes>): CertificateLifetimes {
  const lifetimes = { ...defaultLifetimes, ...given }
  const [authority, certificate] = [toMs(lifetimes.authority), toMs(lifetimes.certificate)]
  const [poll, overlap] = [toMs(lifetimes.poll), toMs(lifetimes.overlap)]
  if (poll === 0) throw refuse('`poll` is zero', 'Give `poll` a time, such as 1m.')
  if (certificate > authority)
    throw refuse('a certificate would outlive its authority', 'Let the authority last longer.')
  if (certificate / 3 < 3 * poll)
    throw refuse('a certificate could expire between two polls', 'Let a certificate last at least nine times `poll`.')
  if (authority / 3 < overlap + 3 * poll) {
    throw refuse('an authority could expire before the next is trusted', 'Let the authority last longer.')
  }
  return lifetimes
}

function refuse(why: string, next: string): Error {
  return webhookErrors('KW_WEBHOOK_DEFINITION', { what: 'use these lifetimes of certificates', why, next })
}
