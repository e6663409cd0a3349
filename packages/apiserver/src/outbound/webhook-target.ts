/** Resolves a configured webhook address to the URL, the server name and the dial address. Pure. */
import { isIP } from 'node:net'
import { WebhookClientError, type WebhookAddress } from './webhook-transport.ts'

export interface WebhookTarget {
  /** As in error messages: `https://hook.web.svc:443/check?timeout=10s`. */
  readonly url: string
  /** The request path: `/check?timeout=10s`. */
  readonly path: string
  /** The name that the certificate must be valid for. */
  readonly serverName: string
  /** `name:port`, for the `Host` header. */
  readonly host: string
  /** The address to dial, unless a service is resolved. */
  readonly dial: DialAddress
}

export interface DialAddress {
  readonly host: string
  readonly port: number
}

export function targetOf(address: WebhookAddress, query: Readonly<Record<string, string>> = {}): WebhookTarget {
  const { base, path } = address.service === undefined ? ofUrl(address.url) : ofService(address.service)
  const asked = `${cleanPath(path)}${formatQuery(query)}`
  const { hostname, port } = new URL(base)
  const name = hostname.replace(/^\[|\]$/g, '')
  return {
    url: `${base}${asked}`,
    path: asked,
    serverName: name,
    host: base.slice('https://'.length),
    dial: { host: name, port: Number(port === '' ? 443 : port) },
  }
}

function ofService({ name, namespace, port = 443, path = '' }: NonNullable<WebhookAddress['service']>) {
  return { base: `https://${name}.${namespace}.svc:${port}`, path }
}

/** The query and the fragment of a configured URL are ignored. */
function ofUrl(text: string | undefined) {
  if (text === undefined || text === '') {
    throw new WebhookClientError('webhook configuration must have either service or URL')
  }
  const [, base = '', path = ''] = /^(https:\/\/[^/?#]+)([^?#]*)/i.exec(text) ?? []
  if (base === '' || !URL.canParse(base)) throw new WebhookClientError(`Unparsable URL: parse ${JSON.stringify(text)}`)
  return { base, path }
}

/** Collapses repeated slashes and drops a trailing one. */
function cleanPath(path: string): string {
  const steps = path.split('/').filter((step) => step !== '')
  return `/${steps.join('/')}`
}

function formatQuery(query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString()
  return text === '' ? '' : `?${text}`
}

/** `127.0.0.1:443`, `[::1]:443`. */
export function formatAddress({ host, port }: DialAddress): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`
}

/** Parses a resolver's `host:port`. */
export function parseAddress(text: string): DialAddress {
  const { hostname, port } = new URL(`https://${text}`)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port === '' ? 443 : port) }
}
