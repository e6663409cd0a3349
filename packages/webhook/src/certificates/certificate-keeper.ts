/**
 * Keeps issued certificates in a Secret, for all processes that serve the same webhooks, and tells the cluster whom to trust.
 *
 * Guarantees
 * - All processes agree on one authority, however many begin at once.
 * - A certificate is never shown before its authority is in every configuration, and its authority stays there for as long
 *   as the certificate can be shown. A process that ends between any two writes leaves that true.
 *
 * Why that holds: each round reads the configurations first and the Secret after that, and whatever it writes is refused if
 * somebody wrote since. So nobody can take an authority out of a configuration that somebody else, who knew more, put in.
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

/** Whom the cluster trusts, at one time; and how to change that, unless somebody was faster. */
export interface TrustedBundles {
  /** The bundle in each place, in PEM; empty where none is yet. */
  readonly bundles: readonly string[]
  /** Puts the bundle everywhere. Rejects with a conflict if somebody wrote since the reading. */
  put(bundle: string): Promise<unknown>
}

export interface CertificateKeeperOptions extends Issuing {
  readonly cluster: WebhookCluster
  readonly secret: Required<Ref>
  /** Reads whom the cluster trusts. */
  readonly trusted: (signal: AbortSignal) => Promise<TrustedBundles>
  readonly clock: Clock
}

/** How often a round begins anew because somebody was faster, before it waits for the next one. */
const mostAttempts = 10

export class CertificateKeeper {
  readonly #options: CertificateKeeperOptions
  /** The next authority that was seen in every bundle, and since when on the clock that only grows. */
  #announced: { readonly certificate: string; readonly sinceMs: number } | undefined
  /** What was made of one version of the Secret. */
  #seen: { readonly version: string; readonly issued: IssuedCertificates | undefined } | undefined

  constructor(options: CertificateKeeperOptions) {
    this.#options = options
  }

  /**
   * One round: takes the next step if one is due, and puts the bundle where it belongs. Returns what to serve with.
   *
   * Failure: whatever the cluster says; the next round begins where this one ended.
   */
  keep(signal: AbortSignal): Promise<ServingCertificate> {
    return this.#untilOvertakenNoMore(async () => this.#keepOnce(await this.#options.trusted(signal), signal))
  }

  /**
   * The same before anybody can be served: a cluster that knows nothing yet is told nothing, since it would ask at once. One
   * that does may ask as soon as somebody serves, and must trust what it is shown.
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
    // Before anything new is served: whoever is asked next must be believed.
    await before.put(bundleOf(after, clock.now()))
    return after.serving
  }

  /** Looking closely at keys and signatures takes a while, and most of the time nothing has changed. */
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

  /** Whether the authority has been in every bundle for long enough. */
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
