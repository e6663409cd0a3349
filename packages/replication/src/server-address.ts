/** The address that is written into the kubeconfig of a peer. A token is sent to it, so it must be protected by TLS. Pure. */
import { replicationErrors } from './errors.ts'

export interface ServerAddressOptions {
  /** Whether `http:` is accepted for an address of this machine. */
  readonly allowsHttpLoopback: boolean
}

/** Failure: `KW_REPLICATION_SERVER`. */
export function assertServerAddress(server: unknown, { allowsHttpLoopback }: ServerAddressOptions): void {
  const url = parsed(server)
  if (url === undefined) throw refused('it is not a URL')
  if (url.username !== '' || url.password !== '') throw refused('it contains a user name or password')
  if (url.search !== '' || url.hash !== '') throw refused('it has a query or a fragment', url)
  if (url.protocol === 'https:') return
  if (url.protocol !== 'http:') throw refused(`its protocol is ${url.protocol}`, url)
  if (!isLoopback(url.hostname)) throw refused('its protocol is http:, and the token would be sent unencrypted', url)
  if (!allowsHttpLoopback) {
    throw refused('its protocol is http:', url, ' For a server on this machine, in a test: `allowsHttpLoopback: true`.')
  }
}

function parsed(server: unknown): URL | undefined {
  if (typeof server !== 'string' || /[\s\p{Cc}]/u.test(server)) return undefined
  try {
    return new URL(server)
  } catch {
    return undefined
  }
}

/** The URL parser has normalised other spellings of these addresses, such as 127.1. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** @param url left out where it may hold a secret */
function refused(why: string, url?: URL, more = ''): Error {
  return replicationErrors('KW_REPLICATION_SERVER', {
    what: `accept a peer at the address ${url?.origin ?? 'given as `server`'}`,
    why,
    next: `Use the address with https: at which the other cluster reaches this one, such as https://berlin.example.dev:6443.${more}`,
    details: url === undefined ? {} : { server: url.origin },
  })
}
