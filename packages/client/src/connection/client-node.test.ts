import { createAuthority } from '@kubewright/core/certificates'
import { describe, expect, it } from 'vitest'
import { fromKubeConfig, type KubeConfigLike } from './client-node.ts'
import { failureOf, failureText } from './testing/failure.ts'
import { revealed } from './secret-text.ts'

/** The shape of a `KubeConfig` of @kubernetes/client-node 1.x and 2.x, without its methods for making clients. */
function kubeConfig(cluster: object | null, user: object | null, context: object = {}): KubeConfigLike {
  return {
    getCurrentContext: () => 'dev',
    getContextObject: (name) => (name === 'dev' ? { name, cluster: 'home', user: 'ada', ...context } : null),
    getCurrentCluster: () => cluster,
    getCurrentUser: () => user,
  }
}

const home = {
  name: 'home',
  server: 'https://10.0.0.1:6443',
  skipTLSVerify: false,
  caData: undefined,
  caFile: undefined,
}
/** The user that its loader creates from an empty entry: nulls. */
const nobody = {
  name: 'ada',
  authProvider: null,
  certData: null,
  certFile: null,
  exec: null,
  keyData: null,
  keyFile: null,
  token: undefined,
  password: null,
  username: null,
  impersonateUser: null,
}
const pem = createAuthority({ name: 'ca' }).certificate
const data = Buffer.from(pem).toString('base64')

describe('fromKubeConfig', () => {
  it('takes cluster, user and namespace of the current context', () => {
    const connection = fromKubeConfig(
      kubeConfig(
        { ...home, caData: data, tlsServerName: 'api', proxyUrl: 'http://proxy:1' },
        { ...nobody, token: 't', impersonateUser: 'bob' },
        { namespace: 'shop' },
      ),
    )

    expect(connection).toMatchObject({
      server: 'https://10.0.0.1:6443',
      ca: pem,
      tlsServerName: 'api',
      proxy: 'http://proxy:1',
      impersonate: { user: 'bob' },
      currentNamespace: 'shop',
    })
    expect(revealed(connection.token as string)).toBe('t')
  })

  it.each([
    { name: 'no credentials', user: nobody, expected: {} },
    { name: 'a missing user', user: null, expected: {} },
    { name: 'a password', user: { ...nobody, username: 'u', password: 'p' }, expected: { basic: { username: 'u' } } },
    {
      name: 'certificate files',
      user: { ...nobody, certFile: '/c', keyFile: '/k' },
      expected: { clientCertificate: { certificate: { file: '/c' }, key: { file: '/k' } } },
    },
    {
      name: 'an exec plugin',
      user: {
        ...nobody,
        exec: {
          apiVersion: 'client.authentication.k8s.io/v1beta1',
          command: 'login',
          args: ['a'],
          env: [{ name: 'A', value: 'b' }],
          provideClusterInfo: true,
        },
      },
      expected: { exec: { command: 'login', provideClusterInfo: true, interactiveMode: 'IfAvailable' } },
    },
    {
      name: 'an exec plugin inside an auth provider',
      user: {
        ...nobody,
        authProvider: {
          name: 'exec',
          config: {
            exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'login', interactiveMode: 'Never' },
          },
        },
      },
      expected: { exec: { command: 'login', interactiveMode: 'Never' } },
    },
    {
      name: "a pod's service account token file",
      user: {
        name: 'inClusterUser',
        authProvider: {
          name: 'tokenFile',
          config: { tokenFile: '/var/run/secrets/kubernetes.io/serviceaccount/token' },
        },
      },
      expected: { token: { file: '/var/run/secrets/kubernetes.io/serviceaccount/token' } },
    },
    {
      name: 'an OpenID Connect auth provider',
      user: {
        ...nobody,
        authProvider: {
          name: 'oidc',
          config: { 'idp-issuer-url': 'https://idp', 'client-id': 'x', 'refresh-token': 'r' },
        },
      },
      expected: { oidc: { issuer: 'https://idp', clientId: 'x' } },
    },
  ])('converts $name', ({ user, expected }) => {
    expect(fromKubeConfig(kubeConfig(home, user))).toMatchObject({
      server: home.server,
      currentNamespace: 'default',
      ...expected,
    })
  })

  it("trims the newline that @kubernetes/client-node leaves in a pod's namespace", () => {
    expect(fromKubeConfig(kubeConfig(home, nobody, { namespace: 'shop\n' })).currentNamespace).toBe('shop')
  })

  it('accepts http without skipTLSVerify, and skipTLSVerify', () => {
    expect(fromKubeConfig(kubeConfig({ ...home, server: 'http://127.0.0.1:8001' }, nobody)).server).toBe(
      'http://127.0.0.1:8001',
    )
    expect(fromKubeConfig(kubeConfig({ ...home, skipTLSVerify: true }, nobody))).toMatchObject({ skipTlsVerify: true })
  })

  it('fails with a specific code for a missing cluster, an unsupported auth provider and invalid PEM', async () => {
    expect(await failureText(() => fromKubeConfig(kubeConfig(null, null)))).toMatchInlineSnapshot(
      `"KW_CLIENT_CLUSTER_NOT_FOUND Cannot take the connection from the KubeConfig: its context "dev" leads to no cluster. Load the KubeConfig first, for example with loadFromDefault(), and choose a context whose cluster it has."`,
    )
    expect(
      await failureOf(() => fromKubeConfig(kubeConfig(home, { ...nobody, authProvider: { name: 'gcp' } }))),
    ).toMatchObject({
      code: 'KW_CLIENT_AUTH_PROVIDER',
    })
    expect(
      await failureOf(() => fromKubeConfig(kubeConfig({ ...home, server: 5, caData: '%' }, nobody))),
    ).toMatchObject({
      code: 'KW_CLIENT_PEM_INVALID',
    })
  })
})
