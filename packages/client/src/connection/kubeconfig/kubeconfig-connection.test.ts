import { createAuthority } from '@kubewright/core/certificates'
import { describe, expect, it } from 'vitest'
import type { ConnectionConfig } from '../connection-config.ts'
import { loadConfig } from '../load-config.ts'
import { SecretText } from '../secret-text.ts'
import { failureText } from '../testing/failure.ts'

const pem = createAuthority({ name: 'test-ca' }).certificate
const data = Buffer.from(pem).toString('base64')

/** The connection of a kubeconfig with one cluster and one user, given as the inside of a flow map. */
function load(cluster: string, user = '', context = ''): Promise<ConnectionConfig> {
  const kubeconfigText = `
apiVersion: v1
kind: Config
clusters:
- name: home
  cluster: { ${cluster} }
users:
- name: ada
  user: { ${user} }
contexts:
- name: dev
  context: { cluster: home, user: ada, ${context} }
current-context: dev
`
  return loadConfig({ kubeconfigText })
}

/** Secrets as `secret:…`, so that whole connections can be compared. */
const open = (connection: ConnectionConfig): unknown =>
  JSON.parse(
    JSON.stringify(connection, function (this: Record<string, unknown>, key: string, value: unknown) {
      const raw = this[key]
      return raw instanceof SecretText ? `secret:${raw.reveal()}` : value
    }),
  )

const server = 'https://10.0.0.1:6443'
const base = { server, currentNamespace: 'default' }
const https = `server: ${server}`
const execApi = 'client.authentication.k8s.io/v1'

describe('a connection loaded from a kubeconfig', () => {
  it.each([
    { name: 'the server alone', cluster: https, result: base },
    {
      name: 'a path prefix',
      cluster: 'server: https://r.dev/k8s/c-1',
      result: { ...base, server: 'https://r.dev/k8s/c-1' },
    },
    {
      name: 'certificate-authority-data',
      cluster: `${https}, certificate-authority-data: ${data}`,
      result: { ...base, ca: pem },
    },
    {
      name: 'certificate-authority',
      cluster: `${https}, certificate-authority: /pki/ca.crt`,
      result: { ...base, ca: { file: '/pki/ca.crt' } },
    },
    {
      name: 'insecure-skip-tls-verify',
      cluster: `${https}, insecure-skip-tls-verify: true`,
      result: { ...base, skipTlsVerify: true },
    },
    {
      name: 'a YAML 1.1 boolean',
      cluster: `${https}, insecure-skip-tls-verify: yes`,
      result: { ...base, skipTlsVerify: true },
    },
    { name: 'a flag set to false', cluster: `${https}, insecure-skip-tls-verify: false`, result: base },
    {
      name: 'tls-server-name',
      cluster: `${https}, tls-server-name: api.dev`,
      result: { ...base, tlsServerName: 'api.dev' },
    },
    { name: 'proxy-url', cluster: `${https}, proxy-url: 'http://p:1'`, result: { ...base, proxy: 'http://p:1' } },
    {
      name: 'proxy-url with a password',
      cluster: `${https}, proxy-url: 'socks5://u:p@p:1'`,
      result: { ...base, proxy: 'secret:socks5://u:p@p:1' },
    },
    {
      name: 'disable-compression',
      cluster: `${https}, disable-compression: true`,
      result: { ...base, compression: false },
    },
    {
      name: 'unknown fields',
      cluster: `${https}, colour: blue, extensions: [{name: x, extension: {a: 1}}]`,
      result: base,
    },
  ])("has the cluster's settings: $name", async ({ cluster, result }) => {
    expect(open(await load(cluster))).toEqual(result)
  })

  it.each([
    { name: 'token', user: 'token: t', result: { token: 'secret:t' } },
    { name: 'a token that looks like a number', user: 'token: 0123456789', result: { token: 'secret:0123456789' } },
    { name: 'tokenFile', user: 'tokenFile: /t', result: { token: { file: '/t' } } },
    {
      name: 'tokenFile over token, as in kubectl',
      user: 'tokenFile: /t, token: a',
      result: { token: { file: '/t', initial: 'secret:a' } },
    },
    {
      name: 'username and password',
      user: 'username: u, password: p',
      result: { basic: { username: 'u', password: 'secret:p' } },
    },
    { name: 'a password alone', user: 'password: p', result: { basic: { username: '', password: 'secret:p' } } },
    {
      name: 'client-certificate and client-key',
      user: 'client-certificate: /c, client-key: /k',
      result: { clientCertificate: { certificate: { file: '/c' }, key: { file: '/k' } } },
    },
    {
      name: 'inline client certificate and key',
      user: `client-certificate-data: ${data}, client-key-data: ${data}`,
      result: { clientCertificate: { certificate: pem, key: `secret:${pem}` } },
    },
    {
      name: 'a certificate and a token',
      user: 'client-certificate: /c, client-key: /k, token: t',
      result: { clientCertificate: { certificate: { file: '/c' }, key: { file: '/k' } }, token: 'secret:t' },
    },
    { name: 'as', user: 'token: t, as: bob', result: { token: 'secret:t', impersonate: { user: 'bob' } } },
    {
      name: 'as with uid, groups and extra',
      user: 'as: bob, as-uid: 7, as-groups: [a, b], as-user-extra: {scopes: [x, y]}',
      result: { impersonate: { user: 'bob', uid: '7', groups: ['a', 'b'], extra: { scopes: ['x', 'y'] } } },
    },
    {
      name: 'exec with everything',
      user: `exec: {apiVersion: ${execApi}, command: login, args: [--to, x], env: [{name: A, value: b}, {name: C}], installHint: brew, provideClusterInfo: true, interactiveMode: Never}`,
      result: {
        exec: {
          apiVersion: execApi,
          command: 'login',
          args: ['secret:--to', 'secret:x'],
          env: { A: 'secret:b', C: 'secret:' },
          installHint: 'brew',
          provideClusterInfo: true,
          interactiveMode: 'Never',
        },
      },
    },
    {
      name: 'exec v1beta1 without interactiveMode',
      user: `exec: {apiVersion: ${execApi}beta1, command: login, args: null, env: null}`,
      result: {
        exec: { apiVersion: `${execApi}beta1`, command: 'login', args: [], env: {}, interactiveMode: 'IfAvailable' },
      },
    },
    {
      name: 'token over exec',
      user: `token: t, exec: {apiVersion: ${execApi}, command: x, interactiveMode: Never}`,
      result: { token: 'secret:t' },
    },
    {
      name: 'client certificate over exec',
      user: `client-certificate: /c, client-key: /k, exec: {apiVersion: ${execApi}, command: x, interactiveMode: Never}`,
      result: { clientCertificate: { certificate: { file: '/c' }, key: { file: '/k' } } },
    },
    {
      name: 'auth-provider oidc',
      user: `auth-provider: {name: oidc, config: {idp-issuer-url: 'https://idp', client-id: c, client-secret: s, id-token: i, refresh-token: r, idp-certificate-authority-data: ${data}, extra-scopes: x}}`,
      result: {
        oidc: {
          issuer: 'https://idp',
          clientId: 'c',
          ca: pem,
          clientSecret: 'secret:s',
          idToken: 'secret:i',
          refreshToken: 'secret:r',
        },
      },
    },
    {
      name: 'token over auth-provider',
      user: 'token: t, auth-provider: {name: gcp}',
      result: { token: 'secret:t' },
    },
    { name: 'no credentials', user: '', result: {} },
  ])("has the user's credentials: $name", async ({ user, result }) => {
    expect(open(await load(https, user))).toEqual({ ...base, ...result })
  })

  it("passes the cluster's exec extension to the plugin as JSON", async () => {
    const cluster = `${https}, extensions: [{name: other}, {name: client.authentication.k8s.io/exec, extension: {audience: x, port: 8, on: true}}]`
    const connection = await load(
      cluster,
      `exec: {apiVersion: ${execApi}, command: x, interactiveMode: Never, provideClusterInfo: true}`,
    )

    expect(connection.exec?.clusterConfig).toEqual({ audience: 'x', port: 8, on: true })
  })

  it('omits credentials for a server without TLS, as kubectl does', async () => {
    expect(open(await load('server: http://10.0.0.1:8080', 'token: t, as: bob'))).toEqual({
      server: 'http://10.0.0.1:8080',
      currentNamespace: 'default',
      impersonate: { user: 'bob' },
    })
  })

  it('has the namespace of the context', async () => {
    expect((await load(https, '', 'namespace: shop')).currentNamespace).toBe('shop')
  })

  it.each([
    {
      name: 'CA file and data',
      cluster: `${https}, certificate-authority: /a, certificate-authority-data: ${data}`,
      user: '',
    },
    {
      name: 'CA and insecure-skip-tls-verify',
      cluster: `${https}, certificate-authority: /a, insecure-skip-tls-verify: true`,
      user: '',
    },
    { name: 'token and password', cluster: https, user: 'token: t, password: p' },
    {
      name: 'certificate file and data',
      cluster: https,
      user: `client-certificate: /c, client-certificate-data: ${data}, client-key: /k`,
    },
    {
      name: 'key file and data',
      cluster: https,
      user: `client-certificate: /c, client-key: /k, client-key-data: ${data}`,
    },
    { name: 'exec and auth-provider', cluster: https, user: 'exec: {command: x}, auth-provider: {name: oidc}' },
  ])('is rejected for conflicting fields: $name', async ({ cluster, user }) => {
    expect(await failureText(load(cluster, user))).toMatch(/^KW_CLIENT_CONFIG_CONFLICT .*it has both .* and /)
  })

  it.each([
    { name: 'no server', cluster: '', user: '' },
    { name: 'a list as server', cluster: 'server: [a]', user: '' },
    { name: 'a flag that is no boolean', cluster: `${https}, insecure-skip-tls-verify: perhaps`, user: '' },
    { name: 'an unsupported scheme', cluster: 'server: ftp://a', user: '' },
    { name: 'an invalid proxy URL', cluster: `${https}, proxy-url: nonsense`, user: '' },
    { name: 'a certificate without key', cluster: https, user: 'client-certificate: /c' },
    { name: 'groups without a user', cluster: https, user: 'as-groups: [a]' },
    { name: 'groups that are not a list', cluster: https, user: 'as: a, as-groups: b' },
    { name: 'a map as token', cluster: https, user: 'token: {a: b}' },
    { name: 'exec without command', cluster: https, user: `exec: {apiVersion: ${execApi}, interactiveMode: Never}` },
    { name: 'exec without version', cluster: https, user: 'exec: {command: x}' },
    { name: 'exec v1 without interactiveMode', cluster: https, user: `exec: {apiVersion: ${execApi}, command: x}` },
    { name: 'exec v1alpha1', cluster: https, user: `exec: {apiVersion: ${execApi}alpha1, command: x}` },
    {
      name: 'exec with an unnamed variable',
      cluster: https,
      user: `exec: {apiVersion: ${execApi}, command: x, interactiveMode: Never, env: [{value: x}]}`,
    },
    { name: 'oidc without issuer', cluster: https, user: 'auth-provider: {name: oidc, config: {client-id: c}}' },
    {
      name: 'oidc without client id',
      cluster: https,
      user: "auth-provider: {name: oidc, config: {idp-issuer-url: 'https://idp'}}",
    },
    {
      name: 'an extension with a cyclic alias',
      cluster: `${https}, extensions: [{name: client.authentication.k8s.io/exec, extension: &a [*a]}]`,
      user: `exec: {apiVersion: ${execApi}, command: x, interactiveMode: Never}`,
    },
  ])('is rejected for an invalid field: $name', async ({ cluster, user }) => {
    expect(await failureText(load(cluster, user))).toMatch(/^KW_CLIENT_CONFIG_INVALID /)
  })

  it('is rejected with the path and line of the invalid field', async () => {
    expect(await failureText(load(https, 'as: a, as-groups: b'))).toMatchInlineSnapshot(
      `"KW_CLIENT_CONFIG_INVALID Cannot use users[0].user.as-groups in the kubeconfig text, line 9: it is a text, not a list. Correct the field, or write the file again with the tool that made it."`,
    )
    expect(await failureText(load(https, `exec: {apiVersion: ${execApi}alpha1, command: x}`))).toMatchInlineSnapshot(
      `"KW_CLIENT_CONFIG_INVALID Cannot use users[0].user.exec.apiVersion in the kubeconfig text, line 9: "client.authentication.k8s.io/v1alpha1" is not supported. Write one of client.authentication.k8s.io/v1, client.authentication.k8s.io/v1beta1."`,
    )
  })

  it.each([
    { name: 'not base64', user: 'client-certificate-data: "%%%", client-key: /k', says: 'not base64' },
    { name: 'cut off', user: 'client-certificate-data: QUJDR, client-key: /k', says: 'not base64, or cut off' },
    { name: 'not PEM inside', user: 'client-certificate-data: QUJDRA==, client-key: /k', says: 'not of a PEM text' },
  ])('is rejected for certificate data that is $name', async ({ user, says }) => {
    const text = await failureText(load(https, user))

    expect(text).toMatch(/^KW_CLIENT_PEM_INVALID Cannot use users\[0\]\.user\.client-certificate-data in /)
    expect(text).toContain(says)
  })

  it.each([
    ['gcp', 'gke-gcloud-auth-plugin'],
    ['azure', 'kubelogin convert-kubeconfig'],
    ['openstack', 'client-keystone-auth'],
    ['constructor', 'exec plugin'],
  ])('is rejected for the removed auth provider %s with a hint to its successor', async (name, says) => {
    const text = await failureText(load(https, `auth-provider: {name: ${name}, config: {}}`))

    expect(text).toMatch(/^KW_CLIENT_AUTH_PROVIDER /)
    expect(text).toContain(says)
  })
})
