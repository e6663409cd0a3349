/** OpenID Connect discovery: the two documents that publish the key of service account tokens. */
import type { ServerRequest, ServerResponse } from '../../request/exchange.ts'
import { StatusError } from '../../status/status.ts'
import { keyIdOf } from './json-web-token.ts'
import type { ServiceAccountTokens } from './service-account-tokens.ts'

const configurationPath = '/.well-known/openid-configuration'
const keysPath = '/openid/v1/jwks'
const keySetType = 'application/jwk-set+json'

/**
 * @param address the external address of the server: `127.0.0.1:6443`
 * @returns `undefined` for every other path. Failure: 406 if the caller accepts no key set.
 */
export function serveOpenId(
  tokens: ServiceAccountTokens,
  address: string,
  request: ServerRequest,
): ServerResponse | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  if (request.path === configurationPath) return respond('application/json', configuration(tokens, address))
  if (request.path !== keysPath) return undefined
  if (!acceptsKeySet(request.headers['accept'])) throw notAcceptable()
  return respond(keySetType, keySet(tokens))
}

function configuration({ issuer }: ServiceAccountTokens, address: string): object {
  return {
    issuer,
    jwks_uri: `https://${address}${keysPath}`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  }
}

function keySet({ publicKey }: ServiceAccountTokens): object {
  const { x, y } = publicKey.export({ format: 'jwk' })
  return { keys: [{ use: 'sig', kty: 'EC', kid: keyIdOf(publicKey), crv: 'P-256', alg: 'ES256', x, y }] }
}

function acceptsKeySet(accept: string | undefined): boolean {
  const types = (accept ?? '').split(',').map((clause) => clause.split(';')[0]!.trim())
  return types.some((type) => ['', '*/*', keySetType].includes(type))
}

function notAcceptable(): StatusError {
  const message = `406: Not Acceptable\n\nAvailable representations: ${keySetType}`
  return new StatusError(406, 'NotAcceptable', message, {})
}

function respond(contentType: string, document: object): ServerResponse {
  const headers = { 'content-type': contentType, 'cache-control': 'public, max-age=3600' }
  return { status: 200, headers, body: JSON.stringify(document) }
}
