/**
 * Decides whether a request may be served. The dashboard listens on the loopback interface, where every page in a local browser can send
 * requests, and where a foreign host name can be made to point (DNS rebinding). Pure.
 * See decision 0402.
 */

export interface RequestHead {
  readonly method: string
  readonly host: string | undefined
  readonly origin: string | undefined
  /** `sec-fetch-site`, which browsers set and pages cannot forge. */
  readonly site: string | undefined
  readonly contentType: string | undefined
}

export interface Refusal {
  readonly status: 403 | 405 | 415 | 421
  readonly message: string
}

/** With `kubectl port-forward` the port differs, but the host name is one of these. */
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
  // Another page cannot send this type without a CORS preflight, which is rejected.
  if (!/^application\/json(;|$)/i.test(contentType ?? '')) {
    return { status: 415, message: 'Send application/json.' }
  }
  return undefined
}

/** `none` is a URL typed by the user. */
const ownSites: ReadonlySet<string> = new Set(['same-origin', 'none'])

function isOwnName(host: string | undefined): boolean {
  const [, name] = /^(\[[^\]]*\]|[^:]*)(?::\d{1,5})?$/.exec(host ?? '') ?? []
  return name !== undefined && ownNames.has(name.toLowerCase())
}

function isSameHost(origin: string, host: string): boolean {
  return origin.toLowerCase() === `http://${host.toLowerCase()}`
}
