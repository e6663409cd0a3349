/** Converts the selected entries of a kubeconfig to a connection. Nothing is read from disk: paths stay paths. See decision 0043. */
import type { ClientCertificate, ConnectionConfig, ConnectionInput, FromFile } from '../connection-config.ts'
import { defineConnection } from '../define-connection.ts'
import { SecretText } from '../secret-text.ts'
import { parseServer } from '../server-address.ts'
import { authProviderLogin } from './auth-provider.ts'
import { execPluginOf } from './exec-entry.ts'
import type { Fields } from './fields.ts'
import { pemFrom } from './pem-field.ts'
import { saveTokens } from './save-tokens.ts'
import type { Selected } from './select-context.ts'

export function kubeconfigConnection(selected: Selected): ConnectionConfig {
  const { cluster, user, userName, namespace } = selected
  const place = clusterPart(cluster)
  const identity = user && hasTls(place, user) ? identityPart(user, cluster, userName) : {}
  return defineConnection({
    ...place,
    ...identity,
    ...(user && impersonationPart(user)),
    ...(namespace !== undefined && { currentNamespace: namespace }),
  })
}

function clusterPart(cluster: Fields): ConnectionInput {
  const server = cluster.text('server')
  if (server === undefined) throw cluster.invalid('server', 'it is missing', 'Add the address of the API server.')
  const ca = pemFrom(cluster, 'certificate-authority')
  const tlsServerName = cluster.text('tls-server-name')
  const proxy = cluster.text('proxy-url')
  if (ca !== undefined && cluster.flag('insecure-skip-tls-verify')) {
    throw cluster.conflict('certificate-authority', 'insecure-skip-tls-verify')
  }
  return {
    server,
    ...(ca !== undefined && { ca }),
    ...(tlsServerName !== undefined && { tlsServerName }),
    ...(cluster.flag('insecure-skip-tls-verify') && { skipTlsVerify: true }),
    ...(proxy !== undefined && { proxy: new SecretText(proxy) }),
    ...(cluster.flag('disable-compression') && { compression: false }),
  }
}

/** Like kubectl, sends credentials only over TLS. */
function hasTls(place: ConnectionInput, user: Fields): boolean {
  const hasCertificate = ['client-certificate', 'client-certificate-data'].some((name) => user.text(name) !== undefined)
  const speaksOfTls = place.ca !== undefined || place.skipTlsVerify === true || hasCertificate
  return parseServer(place.server, speaksOfTls).protocol === 'https:'
}

type Identity = Pick<ConnectionInput, 'token' | 'basic' | 'clientCertificate' | 'exec' | 'oidc'>

/** A token or a password takes precedence over a plugin or a provider, as in kubectl. */
function identityPart(user: Fields, cluster: Fields, userName: string | undefined): Identity {
  const plain = { ...certificatePart(user), ...tokenPart(user), ...basicPart(user) }
  if (plain.token && plain.basic) throw user.conflict('token', 'username')
  const [exec, provider] = [user.map('exec'), user.map('auth-provider')]
  if (!exec.isEmpty && !provider.isEmpty) throw user.conflict('exec', 'auth-provider')
  if (plain.token || plain.basic) return plain
  if (!exec.isEmpty) return plain.clientCertificate ? plain : { exec: execPluginOf(exec, cluster) }
  if (provider.isEmpty) return plain
  const file = user.source.file
  const save = file === undefined || userName === undefined ? undefined : saveTokens(file, userName)
  return { ...plain, ...authProviderLogin(provider, save) }
}

function certificatePart(user: Fields): { readonly clientCertificate?: ClientCertificate } {
  const certificate = pemFrom(user, 'client-certificate')
  const key = pemFrom(user, 'client-key')
  if (certificate === undefined) return {}
  if (key === undefined) throw user.invalid('client-key', 'it is missing, and the client certificate needs it')
  return { clientCertificate: { certificate, key: typeof key === 'string' ? new SecretText(key) : key } }
}

function tokenPart(user: Fields): { readonly token?: SecretText | FromFile } {
  const token = user.text('token')
  const file = user.file('tokenFile')
  if (file !== undefined) return { token: { file, ...(token !== undefined && { initial: new SecretText(token) }) } }
  return token === undefined ? {} : { token: new SecretText(token) }
}

function basicPart(user: Fields): Pick<Identity, 'basic'> {
  const [username, password] = [user.text('username'), user.text('password')]
  if (username === undefined && password === undefined) return {}
  return { basic: { username: username ?? '', password: new SecretText(password ?? '') } }
}

function impersonationPart(user: Fields): Pick<ConnectionInput, 'impersonate'> {
  const [uid, groups, extra] = [user.text('as-uid'), user.texts('as-groups'), user.map('as-user-extra')]
  const name = user.text('as')
  if (name === undefined) {
    if (uid === undefined && groups.length === 0 && extra.isEmpty) return {}
    throw user.invalid('as', 'a uid, groups or extra are impersonated, but no user', 'Name the user to act as.')
  }
  return {
    impersonate: {
      user: name,
      ...(uid !== undefined && { uid }),
      ...(groups.length > 0 && { groups }),
      ...(!extra.isEmpty && { extra: Object.fromEntries(extra.names.map((key) => [key, extra.texts(key)])) }),
    },
  }
}
