/** Identities from files: a token, or a certificate and its key. */
import type { Clock } from '@kubewright/core'
import type { ClientCertificate, TokenFromFile } from '../connection-config.ts'
import { connectionErrors } from '../errors.ts'
import type { Sensitive } from '../secret-text.ts'
import { CertificateFiles } from './certificate-files.ts'
import type { Identity, IdentitySource } from './identity.ts'
import { polledText } from './polled-text.ts'

/** A token that is read again every minute, and at once when the server rejects it. */
export function tokenIdentity(token: Sensitive | TokenFromFile, clock: Clock): IdentitySource {
  const text = polledText(token, 'the token', clock)
  return polledIdentity(
    () => text.text(),
    () => text.reread(),
    (seen) => ({ authorization: bearer(seen) }),
  )
}

/** A certificate that is read again every minute, so that new connections use a renewed one. */
export function certificateIdentity({ certificate, key }: ClientCertificate, clock: Clock): IdentitySource {
  const files = new CertificateFiles(
    polledText(certificate, 'the client certificate', clock),
    polledText(key, 'the client key', clock),
    clock,
  )
  return polledIdentity(
    () => files.pair(),
    () => files.reread(),
    (pair) => ({ certificate: pair }),
  )
}

/** `Bearer …`. Failure: `KW_CLIENT_CREDENTIALS_INVALID` for a token that is not one word. */
export function bearer(token: string): string {
  const word = token.trim()
  if (/^[\x21-\x7e]+$/.test(word)) return `Bearer ${word}`
  throw connectionErrors('KW_CLIENT_CREDENTIALS_INVALID', {
    what: 'send the token',
    why:
      word === ''
        ? 'it is empty'
        : 'it contains spaces, line breaks or other characters that an HTTP header cannot carry',
    next: 'Write the token as a single line without spaces.',
  })
}

/** An identity derived from `Seen`, which is the same value while nothing changes. */
function polledIdentity<Seen>(
  look: () => Promise<Seen>,
  reread: () => Promise<unknown>,
  identityOf: (seen: Seen) => Identity,
): IdentitySource {
  let last: { readonly seen: Seen; readonly identity: Identity } | undefined
  const current = async () => {
    const seen = await look()
    if (!last || last.seen !== seen) last = { seen, identity: identityOf(seen) }
    return last.identity
  }
  return {
    current,
    async renew(refused) {
      await reread()
      return (await current()) !== refused
    },
    async close() {},
  }
}
