/**
 * Interoperability with `@kubernetes/client-node`: takes the connection from its `KubeConfig`, so that both clients use the same cluster
 * and user. Only its data is used; login, renewal and connections are our own.
 */
import type { ConnectionConfig } from './connection-config.ts'
import { connectionErrors } from './errors.ts'
import { Fields } from './kubeconfig/fields.ts'
import { kubeconfigConnection } from './kubeconfig/kubeconfig-connection.ts'
import { type KubeconfigSource, valueAt } from './kubeconfig/kubeconfig-source.ts'

/** The part of a `KubeConfig` that is used, compatible with every release of the official client. */
export interface KubeConfigLike {
  getCurrentContext(): string
  getContextObject(name: string): object | null
  getCurrentCluster(): object | null
  getCurrentUser(): object | null
}

/** Maps the official client's field names to those of a kubeconfig. */
const clusterNames = {
  server: 'server',
  caFile: 'certificate-authority',
  caData: 'certificate-authority-data',
  tlsServerName: 'tls-server-name',
  skipTLSVerify: 'insecure-skip-tls-verify',
  proxyUrl: 'proxy-url',
} as const

const userNames = {
  certFile: 'client-certificate',
  certData: 'client-certificate-data',
  keyFile: 'client-key',
  keyData: 'client-key-data',
  token: 'token',
  username: 'username',
  password: 'password',
  impersonateUser: 'as',
  exec: 'exec',
  authProvider: 'auth-provider',
} as const

/**
 * The connection of a `KubeConfig`'s current context.
 *
 * Assumptions: authenticators added with `addAuthenticator` are code, not data, and cannot be taken over.
 *
 * @example
 * ```ts
 * const kubeConfig = {
 *   getCurrentContext: () => 'dev',
 *   getContextObject: () => ({ name: 'dev', cluster: 'home', user: 'ada', namespace: 'shop' }),
 *   getCurrentCluster: () => ({ name: 'home', server: 'https://10.0.0.1:6443', skipTLSVerify: false }),
 *   getCurrentUser: () => ({ name: 'ada', token: 's3cr3t' }),
 * }
 * fromKubeConfig(kubeConfig).currentNamespace // => 'shop'
 * ```
 */
export function fromKubeConfig(kubeConfig: KubeConfigLike): ConnectionConfig {
  const contextName = kubeConfig.getCurrentContext()
  const [cluster, user] = [kubeConfig.getCurrentCluster(), kubeConfig.getCurrentUser()]
  if (!cluster) throw noCluster(contextName)
  const context = Fields.at(memory(`context ${contextName}`), [], kubeConfig.getContextObject(contextName))
  const namespace = context.text('namespace')?.trim()
  return kubeconfigConnection({
    cluster: renamed('cluster', cluster, clusterNames),
    ...(user && { user: renamed('user', withPlainExec(user), userNames) }),
    ...(namespace && { namespace }),
  })
}

/** Older releases store the plugin inside an auth provider. */
function withPlainExec(user: object): object {
  const exec = valueAt(user, ['exec']) ?? valueAt(user, ['authProvider', 'config', 'exec'])
  return exec ? { ...user, exec, authProvider: undefined } : user
}

function renamed(what: string, from: object, names: Readonly<Record<string, string>>): Fields {
  const given = new Map<string, unknown>(Object.entries(from))
  const value = Object.fromEntries(Object.entries(names).map(([theirs, ours]) => [ours, given.get(theirs)]))
  return Fields.at(memory(`the ${what} of the KubeConfig`, value), [], value)
}

/** A source without text: its paths are absolute already, and it has no lines. */
function memory(name: string, value?: unknown): KubeconfigSource {
  return { name, directory: process.cwd(), value, line: () => undefined, json: (path) => valueAt(value, path) }
}

function noCluster(context: string): Error {
  return connectionErrors('KW_CLIENT_CLUSTER_NOT_FOUND', {
    what: 'take the connection from the KubeConfig',
    why: `its context ${JSON.stringify(context)} leads to no cluster`,
    next: 'Load the KubeConfig first, for example with loadFromDefault(), and choose a context whose cluster it has.',
    details: { context },
  })
}
