/**
 * Self-issued certificates and their rotation. Pure: the next step follows from the current state and time, and the new state
 * from the step. Each step leaves a state that works for a long time.
 *
 * An authority is replaced in three steps, so that clients trust a certificate before it is served:
 * - `announce`: the next authority joins the bundle. It is not used yet.
 * - The bundle is published to all clients, which happens elsewhere.
 * - `switch`: the next authority issues. The old one stays in the bundle until it has expired, and with it the last
 *   certificate it can have issued; its key is discarded at once.
 *
 * See decision 0101.
 */
import { type Clock, toMs } from '@kubewright/core'
import type { Random } from '@kubewright/core/random'
import { createAuthority, restoreAuthority } from '@kubewright/core/certificates'
import type { CertificateLifetimes } from './certificate-lifetimes.ts'
import {
  certificatesIn,
  isFor,
  isIssuedBy,
  pairProblem,
  type ServingCertificate,
  validityOf,
} from './serving-certificate.ts'

export interface IssuedCertificates {
  /** The certificate that is served; issued by `issuing`. */
  readonly serving: ServingCertificate
  readonly issuing: ServingCertificate
  /** Published, and not in use yet. */
  readonly next: ServingCertificate | undefined
  /** Authorities that no longer issue, in PEM: certificates they issued are still trusted. */
  readonly retired: readonly string[]
}

/** The content of the Secret: untrusted, since any client may have written it. */
export interface KeptCertificates {
  readonly serving: ServingCertificate
  readonly issuing: ServingCertificate
  readonly next: ServingCertificate | undefined
  /** In PEM. */
  readonly bundle: string
}

export type CertificateStep = 'keep' | 'begin' | 'renew' | 'announce' | 'switch'

export interface Circumstances {
  readonly nowMs: number
  /** The names and addresses to serve. */
  readonly hosts: readonly string[]
  /** Whether all clients trust the next authority by now. */
  readonly isNextTrusted: boolean
}

export function usable(kept: KeptCertificates): IssuedCertificates | undefined {
  const { serving, issuing, next } = kept
  const pairs = [serving, issuing, ...(next === undefined ? [] : [next])]
  if (pairs.some((pair) => pairProblem(pair) !== undefined)) return undefined
  if (!isIssuedBy(serving.certificate, issuing.certificate)) return undefined
  return { serving, issuing, next, retired: retiredIn(kept) }
}

function retiredIn({ bundle, issuing, next }: KeptCertificates): readonly string[] {
  const used = [issuing, next].flatMap((one) => (one === undefined ? [] : certificatesIn(one.certificate)))
  return certificatesIn(bundle).filter((one) => !used.includes(one))
}

export function nextStep(issued: IssuedCertificates | undefined, circumstances: Circumstances): CertificateStep {
  if (issued === undefined) return 'begin'
  const { nowMs, hosts, isNextTrusted } = circumstances
  const { serving, issuing } = issued
  const hasNext = issued.next !== undefined && !hasExpired(issued.next, nowMs)
  if (hasExpired(issuing, nowMs)) return hasNext ? 'switch' : 'begin'
  if (hasNext && isNextTrusted) return 'switch'
  if (isAged(serving, nowMs) || !isFor(serving.certificate, hosts)) return 'renew'
  return !hasNext && isAged(issuing, nowMs) ? 'announce' : 'keep'
}

function hasExpired({ certificate }: ServingCertificate, nowMs: number): boolean {
  return validityOf(certificate).notAfterMs <= nowMs
}

/** Two thirds of the lifetime have passed. The rest is margin for late processes. */
function isAged({ certificate }: ServingCertificate, nowMs: number): boolean {
  const { notBeforeMs, notAfterMs } = validityOf(certificate)
  return nowMs - notBeforeMs >= ((notAfterMs - notBeforeMs) * 2) / 3
}

export interface Issuing {
  readonly name: string
  readonly hosts: readonly string[]
  readonly lifetimes: CertificateLifetimes
  readonly clock: Clock
  readonly random: Random
}

/**
 * The state after the step.
 *
 * @param trusted authorities in PEM that are already trusted, for a fresh start: other replicas may still use them
 */
export function takeStep(
  issued: IssuedCertificates | undefined,
  step: CertificateStep,
  how: Issuing,
  trusted: readonly string[] = [],
): IssuedCertificates {
  if (issued === undefined || step === 'begin') return begin(how, trusted)
  const { issuing, next, retired } = issued
  if (step === 'renew') return { ...issued, serving: issueWith(issuing, how) }
  if (step === 'announce') return { ...issued, next: newAuthority(how) }
  if (step === 'switch' && next !== undefined) {
    const old = certificatesIn(issuing.certificate)
    return { serving: issueWith(next, how), issuing: next, next: undefined, retired: [...old, ...retired] }
  }
  return issued
}

/** The CA bundle: the current authority, the next one, and former ones that have not expired. */
export function bundleOf({ issuing, next, retired }: IssuedCertificates, nowMs: number): string {
  const inUse = [issuing, next].flatMap((one) => (one === undefined ? [] : certificatesIn(one.certificate)))
  const stillCounts = retired.filter((one) => validityOf(one).notAfterMs > nowMs)
  return [...inUse, ...stillCounts].join('')
}

function begin(how: Issuing, trusted: readonly string[]): IssuedCertificates {
  const issuing = newAuthority(how)
  return { serving: issueWith(issuing, how), issuing, next: undefined, retired: trusted }
}

function newAuthority({ name, lifetimes, clock, random }: Issuing): ServingCertificate {
  const notAfter = new Date(clock.now() + toMs(lifetimes.authority)).toISOString()
  const { certificate, key } = createAuthority({ name, notAfter, clock, random })
  return { certificate, key }
}

/** Never valid for longer than its authority. */
function issueWith(
  authority: ServingCertificate,
  { name, hosts, lifetimes, clock, random }: Issuing,
): ServingCertificate {
  const untilMs = Math.min(clock.now() + toMs(lifetimes.certificate), validityOf(authority.certificate).notAfterMs)
  const request = { name, hosts, notAfter: new Date(untilMs).toISOString() }
  return restoreAuthority(authority, { clock, random }).issue(request)
}
