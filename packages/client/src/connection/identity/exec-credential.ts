/** The ExecCredential messages between a client and a credential plugin. Pure. */
import { X509Certificate } from 'node:crypto'
import type { ConnectionInput, ExecPlugin } from '../connection-config.ts'
import { connectionErrors } from '../errors.ts'
import { revealed } from '../secret-text.ts'
import type { Obtained } from './expiring-identity.ts'
import { bearer } from './file-identity.ts'

/** The cluster information passed to a plugin. */
export interface ClusterInfo {
  readonly connection: ConnectionInput
  /** The CA as PEM, already read if it is in a file. */
  readonly ca?: string
}

/** The value of KUBERNETES_EXEC_INFO. */
export function formatExecInfo(plugin: ExecPlugin, isInteractive: boolean, info: ClusterInfo): string {
  const { connection, ca } = info
  const cluster = {
    server: connection.server,
    'tls-server-name': connection.tlsServerName,
    'insecure-skip-tls-verify': connection.skipTlsVerify,
    'certificate-authority-data': ca === undefined ? undefined : Buffer.from(ca, 'utf8').toString('base64'),
    'proxy-url': connection.proxy ? revealed(connection.proxy) : undefined,
    'disable-compression': connection.compression === false ? true : undefined,
    config: plugin.clusterConfig,
  }
  return JSON.stringify({
    kind: 'ExecCredential',
    apiVersion: plugin.apiVersion,
    spec: { ...(plugin.provideClusterInfo && { cluster }), interactive: isInteractive },
  })
}

/**
 * Parses the output of a plugin.
 *
 * Failure: `KW_CLIENT_EXEC_OUTPUT`. The output is never quoted: it may contain a token.
 */
export function parseExecCredential(plugin: ExecPlugin, stdout: string): Obtained {
  const fail = (why: string) => badOutput(plugin, why)
  const credential = asObject(parseJson(stdout))
  if (!credential) throw fail(stdout.trim() === '' ? 'it printed nothing' : 'its output is not a JSON object')
  const { kind, apiVersion, status } = credential
  if (kind !== 'ExecCredential') throw fail('its output is not an ExecCredential')
  if (apiVersion !== plugin.apiVersion) {
    throw fail(
      `its output has the apiVersion ${shortened(apiVersion)}, but the kubeconfig expects ${plugin.apiVersion}`,
    )
  }
  const fields = asObject(status)
  if (!fields) throw fail('the ExecCredential has no status')
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  const [token, certificate, key] = [text('token'), text('clientCertificateData'), text('clientKeyData')]
  if ((certificate === '') !== (key === '')) throw fail('it returned a certificate without its key, or the reverse')
  if (token === '' && certificate === '') throw fail('it returned neither a token nor a certificate')
  const expiresAt = earliest(expiryOf(fields['expirationTimestamp'], fail), expiryOfCertificate(certificate, fail))
  return {
    identity: {
      ...(token !== '' && { authorization: bearer(token) }),
      ...(certificate !== '' && { certificate: { certificate, key } }),
    },
    ...(expiresAt !== undefined && { expiresAt }),
  }
}

function expiryOf(timestamp: unknown, fail: (why: string) => Error): number | undefined {
  if (timestamp === undefined || timestamp === null) return undefined
  const expiresAt = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  if (Number.isNaN(expiresAt)) throw fail('its expirationTimestamp is not a time')
  return expiresAt
}

function expiryOfCertificate(certificate: string, fail: (why: string) => Error): number | undefined {
  if (certificate === '') return undefined
  try {
    return Date.parse(new X509Certificate(certificate).validTo)
  } catch {
    throw fail('the returned certificate is not PEM')
  }
}

function earliest(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
}

function shortened(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : 'no version'
}

function badOutput({ command }: ExecPlugin, why: string): Error {
  return connectionErrors('KW_CLIENT_EXEC_OUTPUT', {
    what: `use the credentials of the plugin ${command}`,
    why,
    next: 'Run the plugin in a terminal to see its output; update it if it is older than the kubeconfig.',
    details: { command },
  })
}
