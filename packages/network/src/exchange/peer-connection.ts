/**
 * The connection of a kubeconfig from another cluster. Such a file may name programs to run and files to send: those are rejected, as is a
 * server without certificate verification.
 */
import { type ConnectionConfig, loadConfig } from '@kubewright/client'
import { networkErrors } from '../errors.ts'

/** Failure: `KW_NETWORK_PEER`, and errors of `loadConfig`. */
export async function peerConnection(kubeconfigText: string): Promise<ConnectionConfig> {
  const connection = await loadConfig({ kubeconfigText })
  const why = problemOf(connection)
  if (why === undefined) return connection
  throw networkErrors('KW_NETWORK_PEER', { what: `connect to ${connection.server}`, why: `its kubeconfig ${why}` })
}

function problemOf(connection: ConnectionConfig): string | undefined {
  const { exec, oidc, ca, token, clientCertificate, skipTlsVerify, server } = connection
  if (exec) return 'names a program to run'
  if (oidc) return 'logs in at another server'
  if (skipTlsVerify) return 'does not check the certificate of the server'
  if (!server.startsWith('https://')) return 'has a server without TLS'
  const { certificate, key } = clientCertificate ?? {}
  return [ca, token, certificate, key].some(isFile) ? 'names a file of this node' : undefined
}

function isFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'file' in value
}
