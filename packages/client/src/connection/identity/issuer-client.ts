/** Requests to an OpenID Connect issuer: one connection per request, and a small JSON response. */
import type { Clock } from '@kubewright/core'
import { scopeOf } from '../../request-scope.ts'
import type { OidcLogin } from '../connection-config.ts'
import { hostOf, portOf } from '../server-address.ts'
import { Dialer } from '../wire/dialer.ts'
import { type Environment, proxyFromEnvironment } from '../wire/environment-proxy.ts'
import { Exchange } from '../wire/exchange.ts'
import { parseProxy } from '../wire/proxy-url.ts'
import type { ResponseBody } from '../wire/response-body.ts'
import { TlsMaterialSource } from '../wire/tls-material.ts'
import { loadUndici } from '../wire/undici.ts'
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
  const { Client } = await loadUndici()
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
    alpn: ['http/1.1'],
  }
  const client = new Client(url.origin, {
    connect: (_, done) => {
      dialer.dial({ ...place, ...(tls && { tls }) }).then(
        (socket) => done(null, socket),
        (error: Error) => done(error, null),
      )
    },
  })
  try {
    const options = {
      clock,
      responseTimeoutMs: surroundings.responseTimeoutMs,
      streams: false,
      what: () => what,
      scope: scopeOf({ signal }),
    }
    const exchange = new Exchange({ ...options, isSecure: tls !== undefined, onOver: () => {} })
    client.dispatch(
      {
        path: `${url.pathname}${url.search}`,
        method: form ? 'POST' : 'GET',
        headers: { accept: 'application/json', ...(form && { 'content-type': formType }), ...headers },
        body: form?.toString() ?? null,
      },
      exchange,
    )
    const { status, body } = await exchange.response
    return { status, body: await jsonObject(body) }
  } finally {
    await client.destroy()
  }
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
