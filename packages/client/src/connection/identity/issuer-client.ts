/** Requests to an OpenID Connect issuer: one connection per request, and a small JSON response. */
import { type Clock, isKubewrightError, type KubewrightError } from '@kubewright/core'
import { scopeOf } from '../../request-scope.ts'
import type { OidcLogin } from '../connection-config.ts'
import { connectionErrors } from '../errors.ts'
import { ConnectionPool } from '../http1/connection-pool.ts'
import { hostOf, portOf } from '../server-address.ts'
import { Dialer } from '../wire/dialer.ts'
import { type Environment, proxyFromEnvironment } from '../wire/environment-proxy.ts'
import { Exchange } from '../wire/exchange.ts'
import { parseProxy } from '../wire/proxy-url.ts'
import type { ResponseBody } from '../wire/response-body.ts'
import { TlsMaterialSource } from '../wire/tls-material.ts'
import { maxHeadBytes } from '../wire/lanes.ts'
import type { JsonAnswer, JsonRequest } from './oidc-identity.ts'

export interface IssuerSurroundings {
  readonly clock: Clock
  readonly env: Environment
  readonly connectTimeoutMs: number
  readonly responseTimeoutMs: number
}

const maxAnswerBytes = 1024 * 1024

export async function fetchFromIssuer(
  login: OidcLogin,
  request: JsonRequest,
  surroundings: IssuerSurroundings,
): Promise<JsonAnswer> {
  const { url, form, headers, signal } = request
  const { clock, env } = surroundings
  const what = `reach ${url.origin}${url.pathname}`
  const trust = new TlsMaterialSource({ server: url.origin, ...(login.ca !== undefined && { ca: login.ca }) }, clock)
  const tls = url.protocol === 'https:' ? await trust.current(undefined) : undefined
  const proxy = proxyFromEnvironment(env, url)
  await using dialer = new Dialer({ ...surroundings, ...(proxy !== undefined && { proxy: parseProxy(proxy) }) })
  const place = {
    host: hostOf(url),
    port: portOf(url),
    what,
    trust: trust.trust,
    name: hostOf(url),
  }
  const pool = new ConnectionPool({
    host: url.host,
    maxConnections: 1,
    maxHeadBytes,
    idleMs: surroundings.responseTimeoutMs,
    now: () => clock.elapsed(),
    dial: () => dialer.dial({ ...place, ...(tls && { tls }) }),
  })
  try {
    signal?.throwIfAborted()
    const options = {
      clock,
      responseTimeoutMs: surroundings.responseTimeoutMs,
      streams: false,
      what: () => what,
      scope: scopeOf({ signal }),
    }
    const exchange = new Exchange({ ...options, isSecure: tls !== undefined, onOver: () => {} })
    const withdraw = pool.send(
      {
        path: `${url.pathname}${url.search}`,
        method: form ? 'POST' : 'GET',
        headers: Object.entries({
          accept: 'application/json',
          ...(form && { 'content-type': formType }),
          ...headers,
        }).flat(),
        body: form?.toString(),
      },
      exchange,
    )
    exchange.waits(withdraw)
    const { status, body } = await exchange.response
    return { status, body: await jsonObject(body) }
  } catch (error) {
    throw isKubewrightError(error, 'KW_CLIENT_CONNECTION_LOST') ? issuerLost(what, error) : error
  } finally {
    dialer.stop() // before: the pool waits for connections that are being opened
    await pool.destroy()
  }
}

/** Not `KW_CLIENT_CONNECTION_LOST`: the request to the API server, for which this login is, was certainly not sent. */
function issuerLost(what: string, lost: KubewrightError): Error {
  return connectionErrors('KW_CLIENT_UNREACHABLE', {
    what,
    why: `the connection to the OpenID Connect issuer was lost: ${lost.details['why'] as string}`,
    next: 'Retry. If it happens again, check the issuer and the proxy before it.',
    details: { reason: 'other', problem: lost.details['problem'] },
    cause: lost,
  })
}

const formType = 'application/x-www-form-urlencoded'

async function jsonObject(body: ResponseBody): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxAnswerBytes) return {}
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
