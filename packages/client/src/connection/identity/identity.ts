/** The current identity of the client, and its sources. */

/** Certificate and key, as PEM. */
export interface CertificatePair {
  readonly certificate: string
  readonly key: string
}

export interface Identity {
  /** The value of the authorization header. */
  readonly authorization?: string
  /** Presented by new connections in the handshake. The same object while the certificate is the same. */
  readonly certificate?: CertificatePair
}

/** The caller, which may be aborted. The signal is read only where there is something to wait for. */
export interface Asker {
  readonly signal?: AbortSignal
}

/**
 * Guarantees
 * - `current` returns the same object until something changes, and it is valid for a request that starts now.
 * - Concurrent callers share one renewal.
 */
export interface IdentitySource {
  /** Failure: rejects with an error of the registry; with the signal's reason when aborted, which does not affect other callers. */
  current(asker?: Asker): Promise<Identity>
  /** Called when the server rejected `identity`. Resolves to whether `current` now returns another one, worth a retry. */
  renew(refused: Identity, asker?: Asker): Promise<boolean>
  /** Ends all work of this source. */
  close(): Promise<void>
}

/** A constant identity, possibly anonymous. */
export function fixedIdentity(identity: Identity): IdentitySource {
  return { current: async () => identity, renew: async () => false, close: async () => {} }
}

/** Combines several identities: the header of one, the certificate of another. */
export function combinedIdentity(sources: readonly IdentitySource[]): IdentitySource {
  /** The last combined identity, and its parts. */
  let last: { readonly parts: readonly Identity[]; readonly whole: Identity } = { parts: [], whole: {} }
  return {
    async current(asker) {
      const parts = await Promise.all(sources.map((source) => source.current(asker)))
      if (parts.some((part, index) => part !== last.parts[index])) last = { parts, whole: Object.assign({}, ...parts) }
      return last.whole
    },
    async renew(refused, asker) {
      // Sources know the parts; a caller with an older combination has missed a renewal.
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
