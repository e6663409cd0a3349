/** JSON web tokens in their compact form, signed with ES256 (RFC 7515, RFC 7518 section 3.4). */
import { createHash, type KeyObject, sign, verify } from 'node:crypto'

/** A key pair on P-256. */
export interface SigningKey {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

/** The key id, a hash of the public key: the same key has the same id everywhere. */
export function keyIdOf(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url')
}

export function signToken(claims: object, { privateKey, publicKey }: SigningKey): string {
  const head = encode({ alg: 'ES256', kid: keyIdOf(publicKey) })
  const signed = `${head}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

/** A parsed token. Nothing in it is verified. */
export interface TokenParts {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  readonly signed: string
  readonly signature: Buffer
}

/** `undefined` if the text is not a token. */
export function readToken(token: string): TokenParts | undefined {
  const [head, body, tail, ...rest] = token.split('.')
  if (head === undefined || body === undefined || tail === undefined || rest.length > 0) return undefined
  const [header, claims] = [decode(head), decode(body)]
  if (header === undefined || claims === undefined) return undefined
  return { header, claims, signed: `${head}.${body}`, signature: Buffer.from(tail, 'base64url') }
}

export function isSignedBy({ header, signed, signature }: TokenParts, publicKey: KeyObject): boolean {
  if (header['alg'] !== 'ES256') return false
  return verify('sha256', Buffer.from(signed), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
