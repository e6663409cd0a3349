/** The `auth-provider` entry of a kubeconfig user. Only `oidc` is supported; for removed providers the error names the successor. */
import type { ConnectionInput, OidcLogin } from '../connection-config.ts'
import { connectionErrors } from '../errors.ts'
import { SecretText } from '../secret-text.ts'
import { type Fields, placeOf } from './fields.ts'
import { pemFrom } from './pem-field.ts'

/** The replacement of a provider that Kubernetes removed. */
const successors: Readonly<Record<string, string>> = {
  gcp: 'Install gke-gcloud-auth-plugin and run `gcloud container clusters get-credentials` again.',
  azure: 'Install kubelogin and run `kubelogin convert-kubeconfig`.',
  openstack: 'Use an exec plugin such as client-keystone-auth.',
}

export function authProviderLogin(provider: Fields, save: OidcLogin['save']): Pick<ConnectionInput, 'token' | 'oidc'> {
  const name = provider.text('name')
  const config = provider.map('config')
  // The official client stores the pod's service account under this name.
  if (name === 'tokenFile') return { token: { file: required(config, 'tokenFile') } }
  if (name !== 'oidc') throw unknownProvider(provider, name ?? '')
  return { oidc: { ...oidcLogin(config), ...(save && { save }) } }
}

function oidcLogin(config: Fields): OidcLogin {
  const ca = pemFrom(config, 'idp-certificate-authority')
  const secret = (field: string, name: string) => {
    const text = config.text(name)
    return text === undefined ? {} : { [field]: new SecretText(text) }
  }
  return {
    issuer: required(config, 'idp-issuer-url'),
    clientId: required(config, 'client-id'),
    ...(ca !== undefined && { ca }),
    ...secret('clientSecret', 'client-secret'),
    ...secret('idToken', 'id-token'),
    ...secret('refreshToken', 'refresh-token'),
  }
}

function required(config: Fields, name: string): string {
  const text = config.text(name)
  if (text === undefined) throw config.invalid(name, 'it is missing')
  return text
}

function unknownProvider(provider: Fields, name: string): Error {
  return connectionErrors('KW_CLIENT_AUTH_PROVIDER', {
    what: `log in with the auth provider ${JSON.stringify(name)} of ${placeOf(provider.source, provider.path)}`,
    why: Object.hasOwn(successors, name) ? 'Kubernetes removed it' : 'there is no such provider',
    next: (Object.hasOwn(successors, name) ? successors[name] : undefined) ?? 'Use an exec plugin, or oidc.',
    details: { provider: name },
  })
}
