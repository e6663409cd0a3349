/** Describes failed webhook calls in the words of Go's HTTP client. */
import { isIP } from 'node:net'
import { type DialAddress, formatAddress } from './webhook-target.ts'

/** The fields of a peer certificate that error messages use. */
export interface ShownCertificate {
  readonly subject?: { readonly CN?: string | string[] | undefined } | undefined
  /** `DNS:a.example, IP Address:127.0.0.1` */
  readonly subjectaltname?: string | undefined
  readonly valid_from?: string
  readonly valid_to?: string
}

interface NodeError extends Error {
  readonly code?: string
  readonly syscall?: string
  readonly address?: string
  readonly port?: number
  readonly cert?: ShownCertificate
  readonly rawPacket?: Buffer
  /** For a name with several addresses, the error of each. */
  readonly errors?: readonly NodeError[]
}

/** The context of a failed call. */
export interface FailedCall {
  /** The address that was dialled. */
  readonly dial: DialAddress
  readonly serverName: string
  /** The peer certificate, if the handshake got that far. */
  readonly certificate?: ShownCertificate | undefined
  /** Milliseconds since the epoch. */
  readonly nowMs: number
}

/** Errors of `connect`. */
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

export function describeFailure(error: Error, call: FailedCall): string {
  const { errors } = error as NodeError
  const { code = '', syscall, message, cert, address, port, rawPacket } = errors?.at(-1) ?? (error as NodeError)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `dial tcp: lookup ${call.dial.host}: no such host`
  if (syscall === 'connect' && code in dialProblems) {
    const dialled = { host: address ?? call.dial.host, port: port ?? call.dial.port }
    return `dial tcp ${formatAddress(dialled)}: connect: ${dialProblems[code]}`
  }
  const doubt = describeDoubt(code, cert ?? call.certificate ?? {}, call)
  if (doubt !== undefined) return `tls: failed to verify certificate: x509: ${doubt}`
  if (code === 'EPROTO' && /wrong version number|packet length too long/i.test(message)) {
    return 'http: server gave HTTP response to HTTPS client'
  }
  if (code === 'ECONNRESET') return 'EOF'
  if (!code.startsWith('HPE_')) return message
  const [line = ''] = (rawPacket?.toString('utf8') ?? '').split(/\r?\n/)
  return `net/http: HTTP/1.x transport connection broken: malformed HTTP response ${JSON.stringify(line)}`
}

function describeDoubt(code: string, certificate: ShownCertificate, call: FailedCall): string | undefined {
  if (unknownAuthority.has(code)) return 'certificate signed by unknown authority'
  if (code === 'CERT_HAS_EXPIRED') return describeTime('after', certificate.valid_to, call)
  if (code === 'CERT_NOT_YET_VALID') return describeTime('before', certificate.valid_from, call)
  return code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? describeWrongName(certificate, call.serverName) : undefined
}

function describeTime(side: 'after' | 'before', limit: string | undefined, { nowMs }: FailedCall): string {
  const plain = 'certificate has expired or is not yet valid'
  return limit === undefined ? plain : `${plain}: current time ${timeOf(nowMs)} is ${side} ${timeOf(Date.parse(limit))}`
}

function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

/** Whether the message is about missing IP SANs or DNS names depends on the dialled host. */
function describeWrongName({ subject, subjectaltname = '' }: ShownCertificate, serverName: string): string {
  const names = subjectaltname.split(', ').filter((name) => name !== '')
  if (names.length === 0 && [subject?.CN].flat().includes(serverName)) {
    return 'certificate relies on legacy Common Name field, use SANs instead'
  }
  const isAddress = isIP(serverName) !== 0
  const prefix = isAddress ? 'IP Address:' : 'DNS:'
  const valid = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
  if (valid.length > 0) return `certificate is valid for ${valid.join(', ')}, not ${serverName}`
  return isAddress
    ? `cannot validate certificate for ${serverName} because it doesn't contain any IP SANs`
    : `certificate is not valid for any names, but wanted to match ${serverName}`
}
