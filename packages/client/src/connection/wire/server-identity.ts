/** Names a server in the handshake, and checks that its certificate is for that name or address. */
import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'

/** Node's own check, and for an IP address also OpenSSL's: Node 22.23 finds no IPv6 address in any certificate. */
export function identityProblem(name: string, certificate: PeerCertificate): Error | undefined {
  const problem = checkServerIdentity(name, certificate)
  if (problem === undefined || isIP(name) === 0) return problem
  return new X509Certificate(certificate.raw).checkIP(name) === undefined ? problem : undefined
}

/** The server name of the handshake: none for an IP address, which is still checked, and no final dot, which TLS forbids. */
export function indicatedName(name: string): string {
  return isIP(name) === 0 ? name.replace(/\.$/, '') : ''
}
