/** What went wrong on the way to a webhook, in the words of Go's client. */
import type { PeerCertificate } from 'node:tls'
import { isIP } from 'node:net'
import { type DialAddress, formatAddress } from './webhook-target.ts'

interface NodeError extends Error {
  readonly code?: string
  readonly syscall?: string
  readonly cert?: PeerCertificate
}

/** What `connect` may answer. */
const dialProblems: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'network is unreachable',
  ETIMEDOUT: 'connection timed out',
  EADDRNOTAVAIL: 'cannot assign requested address',
  EACCES: 'permission denied',
}

const unknownAuthority: ReadonlySet<string> = new Set([
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

const expired: ReadonlySet<string> = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'])

/** @param dialled where the connection was to go */
export function describeFailure(error: Error, dialled: DialAddress, serverName: string): string {
  const { code = '', syscall, message, cert } = error as NodeError
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `dial tcp: lookup ${dialled.host}: no such host`
  if (syscall === 'connect' && code in dialProblems) {
    return `dial tcp ${formatAddress(dialled)}: connect: ${dialProblems[code]}`
  }
  const doubt = describeDoubt(code, cert, serverName)
  if (doubt !== undefined) return `tls: failed to verify certificate: x509: ${doubt}`
  if (code === 'EPROTO' && /wrong version number|packet length too long/i.test(message)) {
    return 'http: server gave HTTP response to HTTPS client'
  }
  if (code === 'ECONNRESET') return 'EOF'
  if (code.startsWith('HPE_')) {
    return `net/http: HTTP/1.x transport connection broken: malformed HTTP response: ${message}`
  }
  return message
}

function describeDoubt(code: string, cert: PeerCertificate | undefined, serverName: string): string | undefined {
  if (unknownAuthority.has(code)) return 'certificate signed by unknown authority'
  if (expired.has(code)) return 'certificate has expired or is not yet valid'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return describeWrongName(cert, serverName)
  return undefined
}

/** A certificate is for addresses or for names; which of the two it lacks depends on what was dialled. */
function describeWrongName(cert: PeerCertificate | undefined, serverName: string): string {
  const names = (cert?.subjectaltname ?? '').split(', ').filter((name) => name !== '')
  const valid = names.flatMap((name) => /^(?:DNS|IP Address):(.*)$/.exec(name)?.[1] ?? [])
  const isAddress = isIP(serverName) !== 0
  if (isAddress && !names.some((name) => name.startsWith('IP Address:'))) {
    return `cannot validate certificate for ${serverName} because it doesn't contain any IP SANs`
  }
  const fitting = names.filter((name) => name.startsWith(isAddress ? 'IP Address:' : 'DNS:'))
  const shown = fitting.map((name) => name.slice(name.indexOf(':') + 1))
  if (shown.length > 0) return `certificate is valid for ${shown.join(', ')}, not ${serverName}`
  return valid.length === 0
    ? 'certificate relies on legacy Common Name field, use SANs instead'
    : `certificate is not valid for any names, but wanted to match ${serverName}`
}
