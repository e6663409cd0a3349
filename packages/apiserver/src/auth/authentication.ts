/** Authenticates the caller of a request: by client certificate, by bearer token, or as anonymous. See decision 0092. */
import type { ClientCertificate, ServerRequest } from '../request/exchange.ts'
import { readBearerToken } from './bearer-token.ts'
import { anonymous, credentialIdKey, type User, withAuthenticated } from '../identity/user.ts'

/** `undefined` if the credentials are invalid; anonymous callers have a user of their own. */
export type Authenticate = (
  request: ServerRequest,
  warn: (text: string) => void,
) => Promise<User | undefined> | User | undefined

/** The result of verifying a token. */
export interface TokenVerdict {
  /** The owner of the token. `undefined` if it is invalid. */
  readonly user: User | undefined
  /** The requested audiences that the token is valid for. */
  readonly audiences: readonly string[]
  /** Why it is invalid. Never holds a part of the token. */
  readonly error?: string
}

export interface TokenVerifier {
  /** @param audiences the token must be valid for one of these */
  verify(token: string, audiences: readonly string[]): TokenVerdict
}

export interface AuthenticationOptions {
  readonly tokens: TokenVerifier
  /** The audiences of this server. */
  readonly audiences: readonly string[]
  /** @default true */
  readonly allowsAnonymous?: boolean
}

/** A certificate takes precedence over a token. Callers with neither are anonymous; those with an invalid one are rejected. */
export function createAuthentication({
  tokens,
  audiences,
  allowsAnonymous = true,
}: AuthenticationOptions): Authenticate {
  return (request, warn) => {
    const holder = request.certificate && userOfCertificate(request.certificate)
    if (holder !== undefined) return withAuthenticated(holder)
    const token = readBearerToken(request.headers['authorization'], warn)
    if (token !== undefined) return tokens.verify(token, audiences).user
    return allowsAnonymous && !request.hasRefusedCertificate ? anonymous : undefined
  }
}

/** The common name is the user, the organizations are the groups. */
export function userOfCertificate({ commonName, organizations, fingerprint }: ClientCertificate): User | undefined {
  if (commonName === '') return undefined
  return { name: commonName, groups: organizations, extra: { [credentialIdKey]: [`X509SHA256=${fingerprint}`] } }
}
