/** Who we are to the server at this moment, and where that comes from. */

/** Certificate and key, as PEM. */
export interface CertificatePair {
  readonly certificate: string
  readonly key: string
}

export interface Identity {
  /** The value of the authorization header. */
  readonly authorization?: string
  /** What new connections show in their handshake. The same object for as long as it is the same certificate. */
  readonly certificate?: CertificatePair
}

/** Who asks, and may stop waiting. The signal is read only where there is something to wait for. */
export interface Asker {
  readonly signal?: AbortSignal
}

/**
 * Guarantees
 * - `current` gives the same object until something changed, and one that is good for a request that starts now.
 * - Many callers at once cost one renewal.
 */
export interface IdentitySource {
  /** Failure: rejects with an error of the registry; with the signal's reason when aborted, which stops nobody else. */
  current(asker?: Asker): Promise<Identity>
  /** The server refused `identity`. Resolves to whether `current` now has another one, worth a second try. */
  renew(refused: Identity, asker?: Asker): Promise<boolean>
  /** Ends what runs on behalf of this source. */
  close(): Promise<void>
}

/** Nobody in particular, or somebody who stays the same. */
export function fixedIdentity(identity: Identity): IdentitySource {
  return { current: async () => identity, renew: async () => false, close: async () => {} }
}

/** One identity out of several: the header of one, the certificate of another. */
export function combinedIdentity(sources: readonly IdentitySource[]): IdentitySource {
  /** The parts the last answer was put together from, and the answer. */
  let last: { readonly parts: readonly Identity[]; readonly whole: Identity } = { parts: [], whole: {} }
  return {
    async current(asker) {
      const parts = await Promise.all(sources.map((source) => source.current(asker)))
      if (parts.some((part, index) => part !== last.parts[index])) last = { parts, whole: Object.assign({}, ...parts) }
      return last.whole
    },
    async renew(refused, asker) {
      // The parts are what the sources know; who asks with an older whole has missed a renewal already.
      if (refused !== last.whole) return true
      const { parts } = last
      const renewed = await Promise.all(sources.map((source, index) => source.renew(parts[index] ?? {}, asker)))
      return renewed.some((isNew) => isNew)
    },
    async close() {
      await Promise.all(sources.map((source) => source.close()))
    },
  }
}
