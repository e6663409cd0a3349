/** Identities that live in files: a token, or a certificate and its key. */
import type { Clock } from '@kubewright/core'
import { type ClientCertificate, type FromFile, isFromFile, type TokenFromFile } from '../connection-config.ts'
import { connectionErrors } from '../errors.ts'
import { revealed, type Sensitive } from '../secret.ts'
import { WatchedFile } from '../watched-file.ts'
import type { CertificatePair, Identity, IdentitySource } from './identity.ts'

/** A token that is read again every minute, and at once when the server refuses it. */
export function tokenIdentity(token: Sensitive | TokenFromFile, clock: Clock): IdentitySource {
  return polledIdentity([polled(token, 'the token', clock)], ([text = '']) => ({ authorization: bearer(text) }))
}

/** A certificate that is read again every minute, so that a renewed one is shown to new connections. */
export function certificateIdentity({ certificate, key }: ClientCertificate, clock: Clock): IdentitySource {
  const parts = [polled(certificate, 'the client certificate', clock), polled(key, 'the client key', clock)]
  return polledIdentity(parts, ([certificatePem = '', keyPem = '']) => {
    const pair: CertificatePair = { certificate: certificatePem, key: keyPem }
    return { certificate: pair }
  })
}

/** `Bearer …`. Failure: `KW_CLIENT_CREDENTIALS_INVALID` for a token that is not one word. */
export function bearer(token: string): string {
  const word = token.trim()
  if (/^[\x21-\x7e]+$/.test(word)) return `Bearer ${word}`
  throw connectionErrors('KW_CLIENT_CREDENTIALS_INVALID', {
    what: 'send the token',
    why: word === '' ? 'it is empty' : 'it holds spaces, line breaks or other characters a header cannot carry',
    next: 'Check how it was written; a token is one line of text.',
  })
}

/** A text, wherever it is. */
interface Polled {
  text(): Promise<string>
  reread(): Promise<boolean>
}

function polled(source: Sensitive | FromFile | TokenFromFile, purpose: string, clock: Clock): Polled {
  if (!isFromFile<FromFile | TokenFromFile>(source)) {
    return { text: async () => revealed(source), reread: async () => false }
  }
  const file = new WatchedFile(source.file, purpose, clock)
  const initial = 'initial' in source ? source.initial : undefined
  if (initial === undefined) return file
  return {
    text: () => file.text().catch(() => revealed(initial)), // good until the file can be read
    reread: () => file.reread().catch(() => false),
  }
}

function polledIdentity(parts: readonly Polled[], identityOf: (texts: readonly string[]) => Identity): IdentitySource {
  /** What the parts said last, and who that makes us. */
  let last: { readonly texts: readonly string[]; readonly identity: Identity } | undefined
  const current = async () => {
    const texts = await Promise.all(parts.map((part) => part.text()))
    const isSame = last !== undefined && texts.every((text, index) => text === last?.texts[index])
    last = isSame && last ? last : { texts, identity: identityOf(texts) }
    return last.identity
  }
  return {
    current,
    async renew(refused) {
      await Promise.all(parts.map((part) => part.reread()))
      return (await current()) !== refused
    },
    async close() {},
  }
}
