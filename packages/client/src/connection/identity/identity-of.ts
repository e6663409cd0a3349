/** Creates the identity source of a connection. */
import { type Clock, type Duration, toMs } from '@kubewright/core'
import type { Random } from '@kubewright/core/random'
import type { ConnectionConfig, ExecPlugin, OidcLogin } from '../connection-config.ts'
import { revealed } from '../secret-text.ts'
import type { Environment } from '../wire/environment-proxy.ts'
import { obtainFromPlugin } from './exec-identity.ts'
import { ExpiringIdentity } from './expiring-identity.ts'
import { certificateIdentity, tokenIdentity } from './file-identity.ts'
import { combinedIdentity, fixedIdentity, type IdentitySource } from './identity.ts'
import { fetchFromIssuer } from './issuer-client.ts'
import { OidcSession } from './oidc-identity.ts'
import { sharedIdentity } from './shared-identities.ts'

export interface IdentitySurroundings {
  readonly clock: Clock
  readonly random: Random
  readonly env: Environment
  readonly isTerminal: boolean
  readonly execTimeout: Duration
  readonly connectTimeout: Duration
  readonly responseTimeout: Duration
  readonly onWarning: (message: string) => void
}

export function identityOf(connection: ConnectionConfig, surroundings: IdentitySurroundings): IdentitySource {
  const { token, basic, clientCertificate, exec, oidc } = connection
  const { clock } = surroundings
  const sources = [
    ...(clientCertificate ? [certificateIdentity(clientCertificate, clock)] : []),
    ...(token ? [tokenIdentity(token, clock)] : []),
    ...(basic ? [fixedIdentity({ authorization: basicHeader(basic.username, revealed(basic.password)) })] : []),
    ...(exec ? [pluginIdentity(exec, connection, surroundings)] : []),
    ...(oidc ? [oidcIdentity(oidc, surroundings)] : []),
  ]
  const [only] = sources
  return sources.length === 1 && only ? only : combinedIdentity(sources)
}

function basicHeader(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`
}

function pluginIdentity(plugin: ExecPlugin, connection: ConnectionConfig, surroundings: IdentitySurroundings) {
  const { clock, env, isTerminal, execTimeout } = surroundings
  const run = { clock, env, isTerminal, timeout: execTimeout }
  // Only information passed to the plugin can affect its result.
  const { server, ca, tlsServerName, proxy } = connection
  const cluster = plugin.provideClusterInfo ? { server, ca, tlsServerName, proxy } : {}
  return sharedIdentity({ plugin, cluster, env }, clock, () => {
    return new ExpiringIdentity((signal) => obtainFromPlugin(plugin, connection, run, signal), surroundings)
  })
}

function oidcIdentity(login: OidcLogin, surroundings: IdentitySurroundings): IdentitySource {
  const { clock, env, connectTimeout, responseTimeout, onWarning } = surroundings
  const limits = { clock, env, connectTimeoutMs: toMs(connectTimeout), responseTimeoutMs: toMs(responseTimeout) }
  return sharedIdentity({ login }, clock, () => {
    const session = new OidcSession(login, {
      now: () => clock.now(),
      fetchJson: (request) => fetchFromIssuer(login, request, limits),
      warn: onWarning,
    })
    return new ExpiringIdentity((signal) => session.obtain(signal), surroundings)
  })
}
