/**
 * Whether a request may be answered at all. The dashboard listens on the loopback, where every page of a browser on this machine can
 * send requests, and where a name of somebody else can be made to point (DNS rebinding). Pure.
 */

export interface RequestHead {
  readonly method: string
  readonly host: string | undefined
  readonly origin: string | undefined
  /** `sec-fetch-site`, which browsers set and pages cannot. */
  readonly site: string | undefined
  readonly contentType: string | undefined
}

export interface Refusal {
  readonly status: 403 | 405 | 415 | 421
  readonly message: string
}

/** Behind `kubectl port-forward` the port is another one, but the name is one of these. */
const ownNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

export function refusalOf(head: RequestHead): Refusal | undefined {
  const { method, host, origin, site, contentType } = head
  if (!isOwnName(host)) {
    return { status: 421, message: 'This server answers only to 127.0.0.1, localhost and [::1].' }
  }
  const isForeign = (origin !== undefined && !isSameHost(origin, host!)) || (site !== undefined && !ownSites.has(site))
  if (isForeign) return { status: 403, message: 'Requests of other pages are refused.' }
  if (method === 'GET' || method === 'HEAD') return undefined
  if (method !== 'POST') return { status: 405, message: 'Only GET, HEAD and POST are served here.' }
  // A form of another page cannot send this type without the browser asking first, which is refused.
  if (!/^application\/json(;|$)/i.test(contentType ?? '')) {
    return { status: 415, message: 'Send application/json.' }
  }
  return undefined
}

/** `none` is a person who typed the address. */
const ownSites: ReadonlySet<string> = new Set(['same-origin', 'none'])

function isOwnName(host: string | undefined): boolean {
  const [, name] = /^(\[[^\]]*\]|[^:]*)(?::\d{1,5})?$/.exec(host ?? '') ?? []
  return name !== undefined && ownNames.has(name.toLowerCase())
}

function isSameHost(origin: string, host: string): boolean {
  return origin.toLowerCase() === `http://${host.toLowerCase()}`
}
