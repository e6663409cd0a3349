/**
 * A login at an OpenID Connect issuer: the id-token is the credential, and the refresh token obtains the next one.
 *
 * Implements the refresh grant only. The interactive login must have been done before.
 */
import type { OidcLogin, OidcTokens } from '../connection-config.ts'
import { connectionErrors } from '../errors.ts'
import { concealed, revealed, SecretText } from '../secret-text.ts'
import { hostOf, isLoopback, withoutTrailingSlashes } from '../server-address.ts'
import type { Obtained } from './expiring-identity.ts'
import { bearer } from './file-identity.ts'
import { printable } from './printable.ts'

export interface JsonRequest {
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as a form with POST. */
  readonly form?: URLSearchParams
  readonly signal: AbortSignal
}

export interface JsonAnswer {
  readonly status: number
  /** Empty if the response was not a JSON object. */
  readonly body: Readonly<Record<string, unknown>>
}

export interface OidcSurroundings {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls the issuer, trusting its CA. */
  fetchJson(request: JsonRequest): Promise<JsonAnswer>
  warn(message: string): void
}

/** An id-token is used until shortly before it expires; client-go uses the same margin. */
const skewMs = 10_000

export class OidcSession {
  readonly #login: OidcLogin
  readonly #surroundings: OidcSurroundings
  #idToken: SecretText | undefined
  #refreshToken: SecretText | undefined
  /** Whether `#idToken` was handed out. A request for another one while it is valid means that the server rejected it. */
  #wasUsed = false

  constructor(login: OidcLogin, surroundings: OidcSurroundings) {
    this.#login = login
    this.#surroundings = surroundings
    this.#idToken = login.idToken ? concealed(login.idToken) : undefined
    this.#refreshToken = login.refreshToken ? concealed(login.refreshToken) : undefined
  }

  async obtain(signal: AbortSignal): Promise<Obtained> {
    const expiresAt = this.#idToken ? expiryOf(this.#idToken) : undefined
    const isGood = expiresAt !== undefined && this.#surroundings.now() < expiresAt - skewMs && !this.#wasUsed
    if (!isGood) await this.#refresh(signal, expiresAt)
    this.#wasUsed = true
    const idToken = this.#idToken!
    const until = expiryOf(idToken)
    return {
      identity: { authorization: bearer(idToken.reveal()) },
      ...(until !== undefined && { expiresAt: until }),
    }
  }

  async #refresh(signal: AbortSignal, expiredAt: number | undefined): Promise<void> {
    const refreshToken = this.#refreshToken
    if (!refreshToken) throw expired(this.#login, expiredAt, 'there is no refresh-token to renew it with')
    const endpoint = await this.#tokenEndpoint(signal)
    const { status, body } = await this.#surroundings.fetchJson({ ...this.#grant(endpoint, refreshToken), signal })
    if (status >= 400 && body['error'] === 'invalid_grant') {
      throw expired(this.#login, expiredAt, 'the issuer no longer accepts the refresh-token')
    }
    const idToken = body['id_token']
    const reason = typeof body['error'] === 'string' ? ` (${printable(body['error'])})` : ''
    if (status !== 200) throw failed(this.#login, `it returned ${status}${reason}`)
    if (typeof idToken !== 'string')
      throw failed(this.#login, 'its response has no id_token; the login needs the scope openid')
    const rotated = body['refresh_token']
    const tokens: OidcTokens = {
      idToken: new SecretText(idToken),
      refreshToken: typeof rotated === 'string' && rotated !== '' ? new SecretText(rotated) : refreshToken,
    }
    this.#idToken = tokens.idToken
    this.#refreshToken = tokens.refreshToken
    await this.#save(tokens)
  }

  /** A failure to save is not fatal: the program continues, and warns that the next start may need a new login. */
  async #save(tokens: OidcTokens): Promise<void> {
    try {
      await this.#login.save?.(tokens)
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? 'unknown'
      this.#surroundings.warn(
        `renewed OpenID Connect tokens could not be saved (${reason}); you may have to log in again`,
      )
    }
  }

  async #tokenEndpoint(signal: AbortSignal): Promise<Endpoint> {
    const url = new URL(`${withoutTrailingSlashes(this.#login.issuer)}/.well-known/openid-configuration`)
    const { status, body } = await this.#surroundings.fetchJson({ url, signal })
    if (status !== 200) throw failed(this.#login, `it returned ${status} for ${url.pathname}`)
    const text = body['token_endpoint']
    const endpoint = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined
    const isSafe = endpoint?.protocol === 'https:' || (endpoint && isLoopback(hostOf(endpoint)))
    if (!endpoint || !isSafe) throw failed(this.#login, 'its discovery document has no https token_endpoint')
    const methods = body['token_endpoint_auth_methods_supported']
    const takesHeader = !Array.isArray(methods) || methods.includes('client_secret_basic')
    return { url: endpoint, takesHeader }
  }

  #grant({ url, takesHeader }: Endpoint, refreshToken: SecretText): Omit<JsonRequest, 'signal'> {
    const { clientId } = this.#login
    const clientSecret = this.#login.clientSecret && revealed(this.#login.clientSecret)
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken.reveal() })
    if (clientSecret !== undefined && takesHeader) {
      const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`
      return { url, form, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
    }
    form.set('client_id', clientId)
    if (clientSecret !== undefined) form.set('client_secret', clientSecret)
    return { url, form }
  }
}

interface Endpoint {
  readonly url: URL
  /** Whether the client secret goes into a header, the default, or into the form. */
  readonly takesHeader: boolean
}

/** The latest time a Date can represent, in seconds. */
const latestSeconds = 8_640_000_000_000

/** The expiry of a JWT, in milliseconds since the epoch. The signature is not checked here: that is up to the server. */
export function expiryOf(token: SecretText): number | undefined {
  const [, payload = ''] = token.reveal().split('.')
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    const exp: unknown = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : undefined
    return typeof exp === 'number' && exp <= latestSeconds ? exp * 1000 : undefined
  } catch {
    return undefined
  }
}

function expired({ issuer }: OidcLogin, expiredAt: number | undefined, why: string): Error {
  const since =
    expiredAt === undefined ? 'there is no usable id-token' : `the id-token expired ${formatTime(expiredAt)}`
  return connectionErrors('KW_CLIENT_OIDC_EXPIRED', {
    what: `log in with ${issuer}`,
    why: `${since}, and ${why}`,
    next: 'Log in again with the tool that wrote the kubeconfig.',
    details: { issuer },
  })
}

function failed({ issuer }: OidcLogin, why: string): Error {
  return connectionErrors('KW_CLIENT_OIDC_FAILED', {
    what: `get a new token from ${issuer}`,
    why,
    next: 'Check idp-issuer-url and client-id in the kubeconfig.',
    details: { issuer },
  })
}

function formatTime(ms: number): string {
  return new Date(ms).toISOString()
}
