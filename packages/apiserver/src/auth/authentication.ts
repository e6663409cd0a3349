/** Who is calling, from what the request carries: a client certificate, a bearer token, or nothing. */
import type { ClientCertificate, ServerRequest } from '../request/exchange.ts'
import { readBearerToken } from './bearer-token.ts'
import { anonymous, credentialIdKey, type User, withAuthenticated } from './user.ts'

/** `undefined` if the caller shows something that proves nothing; anonymous callers have a user of their own. */
export type Authenticate = (
  request: ServerRequest,
  warn: (text: string) => void,
) => Promise<User | undefined> | User | undefined

/** What a token proves. */
export interface TokenVerdict {
  /** Whose it is. `undefined` if it proves nothing. */
  readonly user: User | undefined
  /** Whom it is for, of those that were asked for. */
  readonly audiences: readonly string[]
  /** Why it proves nothing. Never holds a part of the token. */
  readonly error?: string
}

export interface TokenVerifier {
  /** @param audiences one of these must be meant by the token */
  verify(token: string, audiences: readonly string[]): TokenVerdict
}

export interface AuthenticationOptions {
  readonly tokens: TokenVerifier
  /** Who this server is, as far as tokens are concerned. */
  readonly audiences: readonly string[]
  /** @default true */
  readonly allowsAnonymous?: boolean
}

/** A certificate says more than a token; whoever shows neither is anonymous, whoever shows a wrong one is nobody. */
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
