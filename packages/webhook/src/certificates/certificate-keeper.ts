/**
 * Keeps issued certificates in a Secret that all replicas of the webhooks share, and publishes their CA bundle to the
 * cluster.
 *
 * Guarantees
 * - All processes agree on one authority, however many start at once.
 * - A certificate is never served before its authority is in every configuration, and the authority stays there for as long
 *   as the certificate can be served. This holds even if a process ends between any two writes.
 *
 * Why this holds: each round reads the configurations first and the Secret second, and all its writes use optimistic
 * concurrency. So no process can remove an authority from a configuration that another one, with newer information, has
 * added.
 *
 * See decision 0101.
 */
import { type Clock, type Ref, toMs } from '@kubewright/core'
import { Secret } from '@kubewright/kubernetes/core/v1'
import { find, isOvertaken, type WebhookCluster } from '../webhook-cluster.ts'
import { keptIn, secretOf } from './certificate-secret.ts'
import {
  bundleOf,
  type IssuedCertificates,
  type Issuing,
  type KeptCertificates,
  nextStep,
  takeStep,
  usable,
} from './issued-certificates.ts'
import { certificatesIn, type ServingCertificate } from './serving-certificate.ts'

/** The CA bundles in the cluster at one time, and how to replace them with optimistic concurrency. */
export interface TrustedBundles {
  /** The bundle in each configuration, in PEM; empty where there is none yet. */
  readonly bundles: readonly string[]
  /** Writes the bundle to all configurations. Rejects with a conflict if one of them has changed since the read. */
  put(bundle: string): Promise<unknown>
}

export interface CertificateKeeperOptions extends Issuing {
  readonly cluster: WebhookCluster
  readonly secret: Required<Ref>
  /** Reads the CA bundles in the cluster. */
  readonly trusted: (signal: AbortSignal) => Promise<TrustedBundles>
  readonly clock: Clock
}

/** How often a round restarts after a conflict, before it waits for the next one. */
const mostAttempts = 10

export class CertificateKeeper {
  readonly #options: CertificateKeeperOptions
  /** The next authority once it was seen in every bundle, and since when on the monotonic clock. */
  #announced: { readonly certificate: string; readonly sinceMs: number } | undefined
  /** The parsed content of one version of the Secret. */
  #seen: { readonly version: string; readonly issued: IssuedCertificates | undefined } | undefined

  constructor(options: CertificateKeeperOptions) {
    this.#options = options
  }

  /**
   * One round: takes the next rotation step if one is due, and publishes the bundle. Returns the certificate to serve.
   *
   * Failure: any error of the cluster; the next round continues where this one ended.
   */
  keep(signal: AbortSignal): Promise<ServingCertificate> {
    return this.#untilOvertakenNoMore(async () => this.#keepOnce(await this.#options.trusted(signal), signal))
  }

  /**
   * The same before the server listens. If the cluster has no bundle yet, none is published, because the API server would
   * start calling at once. If it has one, the API server calls as soon as the server listens, and must trust its certificate.
   */
  prepare(signal: AbortSignal): Promise<ServingCertificate> {
    return this.#untilOvertakenNoMore(async () => {
      const before = await this.#options.trusted(signal)
      const isKnown = before.bundles.some((bundle) => bundle !== '')
      return this.#keepOnce(isKnown ? before : { ...before, put: () => Promise.resolve() }, signal)
    })
  }

  async #untilOvertakenNoMore(round: () => Promise<ServingCertificate>): Promise<ServingCertificate> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await round()
      } catch (error) {
        if (!isOvertaken(error) || attempt === mostAttempts) throw error
      }
    }
  }

  async #keepOnce(before: TrustedBundles, signal: AbortSignal): Promise<ServingCertificate> {
    const { cluster, secret: ref, hosts, clock } = this.#options
    const existing = await find(cluster.get(Secret, ref, { signal }))
    const kept = existing && keptIn(existing)
    const issued = this.#usable(existing, kept)
    const isNextTrusted = this.#isTrusted(issued?.next, before)
    const step = nextStep(issued, { nowMs: clock.now(), hosts, isNextTrusted })
    const trusted = certificatesIn([kept?.bundle, ...before.bundles].join('\n'))
    const after = takeStep(issued, step, this.#options, [...new Set(trusted)])
    if (step !== 'keep') await this.#write(after, existing, signal)
    // Published before a new certificate is served, so that the API server trusts it.
    await before.put(bundleOf(after, clock.now()))
    return after.serving
  }

  /** Memoized by version of the Secret: verifying keys and signatures is slow, and the Secret rarely changes. */
  #usable(secret: Secret | undefined, kept: KeptCertificates | undefined): IssuedCertificates | undefined {
    if (secret === undefined || kept === undefined) return undefined
    const { uid, resourceVersion } = secret.metadata
    const version = `${uid} ${resourceVersion}`
    if (this.#seen?.version !== version) this.#seen = { version, issued: usable(kept) }
    return this.#seen.issued
  }

  async #write(issued: IssuedCertificates, existing: Secret | undefined, signal: AbortSignal): Promise<void> {
    const { cluster, secret: ref, clock } = this.#options
    const secret = secretOf(issued, clock.now(), { ref, existing })
    if (existing === undefined) await cluster.create(Secret, secret, { signal })
    else await cluster.update(Secret, secret, { signal })
  }

  /** Whether the authority has been in every bundle for the overlap. */
  #isTrusted(next: ServingCertificate | undefined, { bundles }: TrustedBundles): boolean {
    const [certificate] = next === undefined ? [] : certificatesIn(next.certificate)
    if (certificate === undefined || !bundles.every((bundle) => certificatesIn(bundle).includes(certificate))) {
      this.#announced = undefined
      return false
    }
    const nowMs = this.#options.clock.elapsed()
    if (this.#announced?.certificate !== certificate) this.#announced = { certificate, sinceMs: nowMs }
    return nowMs - this.#announced.sinceMs >= toMs(this.#options.lifetimes.overlap)
  }
}
