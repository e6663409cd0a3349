/** Maps errors of Node, OpenSSL and HTTP to actionable errors. Pure. */
import { isKubewrightError } from '@kubewright/core'
import { connectionErrors } from '../errors.ts'

/** The code of an error of Node, OpenSSL or HTTP; for an aggregate, that of the first. */
export function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'unknown'
}

const unreachableReasons: Readonly<Record<string, { readonly reason: string; readonly why: string }>> = {
  ECONNREFUSED: { reason: 'refused', why: 'nothing listens there; the connection was refused' },
  ENOTFOUND: { reason: 'dns', why: 'the name of the host cannot be resolved' },
  EAI_AGAIN: { reason: 'dns', why: 'the name of the host cannot be resolved at the moment' },
  EAI_NODATA: { reason: 'dns', why: 'the name of the host has no address' },
  EAI_NONAME: { reason: 'dns', why: 'the name of the host cannot be resolved' },
  ETIMEDOUT: { reason: 'timeout', why: 'the connection timed out' },
  EHOSTUNREACH: { reason: 'network', why: 'there is no route to that host' },
  ENETUNREACH: { reason: 'network', why: 'there is no route to that network' },
  ECONNRESET: { reason: 'reset', why: 'the connection was reset while it was opened' },
  EPIPE: { reason: 'reset', why: 'the connection was reset while it was opened' },
}

/** The request certainly did not reach the server. `what` begins with a verb: `reach https://10.0.0.1:6443`. */
export function unreachable(what: string, error: unknown): Error {
  if (isKubewrightError(error)) return error
  const code = codeOf(error)
  const known = unreachableReasons[code]
  return connectionErrors('KW_CLIENT_UNREACHABLE', {
    what,
    why: known?.why ?? `the system says ${code}`,
    next: known?.reason === 'dns' ? 'Check the host name in the configuration.' : 'Check the address and the network.',
    details: { reason: known?.reason ?? 'other', problem: code },
    cause: error,
  })
}

export function connectTimeout(what: string, within: string): Error {
  return connectionErrors('KW_CLIENT_UNREACHABLE', {
    what,
    why: `no connection was established within ${within}`,
    next: 'Check the address and the network; a firewall may drop the packets.',
    details: { reason: 'timeout' },
  })
}

/** The parties of a failed handshake, for messages. */
export interface TlsParty {
  /** `reach https://10.0.0.1:6443` */
  readonly what: string
  /** The trust anchor: `the CA in /etc/ca.crt`. */
  readonly trust: string
  /** The expected name in the certificate. */
  readonly name: string
}

const untrusted: Readonly<Record<string, (party: TlsParty) => string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: ({ trust }) => `its certificate is self-signed and is not ${trust}`,
  SELF_SIGNED_CERT_IN_CHAIN: ({ trust }) => `its certificate was issued by a CA of its own, not by ${trust}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ({ trust }) => `its certificate was not issued by ${trust}`,
  UNABLE_TO_GET_ISSUER_CERT: ({ trust }) => `its certificate was not issued by ${trust}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ({ trust }) => `its certificate was not issued by ${trust}`,
  CERT_SIGNATURE_FAILURE: ({ trust }) => `its certificate was issued by a CA with the name but not the key of ${trust}`,
  CERT_UNTRUSTED: ({ trust }) => `its certificate was not issued by ${trust}`,
  INVALID_CA: ({ trust }) => `its certificate was issued by something that is not a CA, or not by ${trust}`,
  CERT_HAS_EXPIRED: () => 'its certificate, or that of a CA above it, has expired',
  CERT_NOT_YET_VALID: () => 'its certificate, or that of a CA above it, is not valid yet',
  CERT_REVOKED: () => 'its certificate was revoked',
}

/** Advice where the CA is not the problem. */
const otherAdvice: Readonly<Record<string, (now: string) => string>> = {
  CERT_HAS_EXPIRED: (now) =>
    `Renew it on the server, for example with \`kubeadm certs renew all\`. If it has not expired, correct the clock of this machine, which shows ${now}.`,
  CERT_NOT_YET_VALID: (now) =>
    `Correct the clock of this machine, which shows ${now}. If it is right, correct the clock of the machine that issued the certificate, and issue it again.`,
  CERT_REVOKED: () => 'Install a new certificate on the server.',
}

/** OpenSSL codes for a peer that does not speak TLS. */
const notTls =
  /WRONG_VERSION_NUMBER|HTTP_REQUEST|PACKET_LENGTH_TOO_LONG|RECORD_TOO_SMALL|UNEXPECTED_MESSAGE|UNSUPPORTED_PROTOCOL/
/** Alerts a server sends because of our client certificate, or the lack of one. */
const certificateAlert =
  /ALERT_(?:BAD_CERTIFICATE|CERTIFICATE_\w+|UNKNOWN_CA|ACCESS_DENIED|UNSUPPORTED_CERTIFICATE)|ALERT_HANDSHAKE_FAILURE/

/** The error for a failed TLS handshake. */
export function tlsFailure(party: TlsParty, error: unknown, now: number): Error {
  const code = codeOf(error)
  const why = untrusted[code]?.(party)
  if (why !== undefined) return serverUntrusted(party, why, code, otherAdvice[code]?.(new Date(now).toISOString()))
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return wrongName(party, error)
  if (notTls.test(code)) {
    return wrongProtocol(party.what, 'the address has https, but the server there does not speak TLS')
  }
  return certificateRefused(party.what, error) ?? unreachable(party.what, error)
}

const caAdvice =
  'Check that the address is the right one, and set the CA that issued the certificate (certificate-authority).'

function serverUntrusted({ what, trust }: TlsParty, why: string, code: string, next = caAdvice): Error {
  return connectionErrors('KW_CLIENT_SERVER_UNTRUSTED', {
    what,
    why,
    next,
    details: { trust, problem: code },
  })
}

function wrongName({ what, name }: TlsParty, error: unknown): Error {
  const names = namesIn(error)
  return connectionErrors('KW_CLIENT_SERVER_NAME', {
    what,
    why: `its certificate is not for ${name}${names === '' ? '' : `, but for ${names}`}`,
    next: 'Use one of those names as address, or set tls-server-name to one of them.',
    details: { name, names },
  })
}

/** The names in a certificate: `DNS:a.example, IP Address:10.0.0.1` becomes `a.example, 10.0.0.1`. */
function namesIn(error: unknown): string {
  const cert: unknown = typeof error === 'object' && error !== null && 'cert' in error ? error.cert : undefined
  const names: unknown =
    typeof cert === 'object' && cert !== null && 'subjectaltname' in cert ? cert.subjectaltname : ''
  return typeof names === 'string' ? names.replace(/(?:DNS|IP Address):/g, '') : ''
}

/** With TLS 1.3 the server rejects our certificate after the handshake, on the first request. */
export function certificateRefused(what: string, error: unknown): Error | undefined {
  const alert = certificateAlert.exec(codeOf(error))?.[0]
  if (alert === undefined) return undefined
  return connectionErrors('KW_CLIENT_CERTIFICATE_REFUSED', {
    what,
    why: `the server rejects the client certificate, or requires one (${alert.toLowerCase().replaceAll('_', ' ')})`,
    next: 'Use a client certificate that the CA of this cluster issued.',
    details: { problem: codeOf(error) },
  })
}

export function wrongProtocol(what: string, why: string): Error {
  return connectionErrors('KW_CLIENT_WRONG_PROTOCOL', {
    what,
    why,
    next: 'Change http to https in the address or the reverse, or correct the port.',
  })
}

/** The request may have reached the server. */
export function connectionLost(what: string, why: string, error?: unknown): Error {
  return connectionErrors('KW_CLIENT_CONNECTION_LOST', {
    what,
    why,
    details: { problem: codeOf(error), why },
    ...(error !== undefined && { cause: error }),
  })
}

/** A malformed request. Retrying does not help. */
export function unsendable(what: string): Error {
  return connectionErrors('KW_CLIENT_CONFIG_INVALID', {
    what,
    why: 'the path or a header has characters that HTTP cannot carry',
    next: 'Percent-encode the path, and remove control characters and characters beyond Latin-1 from headers.',
    details: { field: 'request' },
  })
}
