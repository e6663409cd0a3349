/** Whether a certificate is for the name or address we wanted to reach. */
import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'

/**
 * Node's own check, and for an address a second opinion from OpenSSL: Node 22.23 finds no IPv6 address in any
 * certificate.
 */
export function identityProblem(name: string, certificate: PeerCertificate): Error | undefined {
  const problem = checkServerIdentity(name, certificate)
  if (problem === undefined || isIP(name) === 0) return problem
  return new X509Certificate(certificate.raw).checkIP(name) === undefined ? problem : undefined
}
