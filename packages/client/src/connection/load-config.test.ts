import { mkdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type LoadConfigOptions, loadConfig } from './load-config.ts'
import { failureText } from './testing/failure.ts'
import { temporaryDirectory } from './testing/temporary-directory.ts'

const kubeconfig = (server: string) => `
clusters: [{name: c, cluster: {server: 'https://${server}'}}]
contexts: [{name: x, context: {cluster: c}}]
current-context: x`

const pod = { KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '443' }

/** A home with a kubeconfig, another kubeconfig, and a service account. */
async function surroundings() {
  const directory = await temporaryDirectory({
    'home/.kube/config': kubeconfig('home'),
    'other/config': kubeconfig('other'),
    'account/token': 'token',
    'account/ca.crt': 'PEM',
    'account/namespace': 'shop\n',
  })
  const load = (options: LoadConfigOptions) =>
    loadConfig({
      serviceAccountDirectory: directory.file('account'),
      ...options,
      env: { HOME: directory.file('home'), ...options.env },
    })
  return Object.assign(directory, { load })
}

describe('the precedence of loadConfig() sources', () => {
  it.each<{ name: string; env: Record<string, string>; options: LoadConfigOptions; server: string }>([
    { name: 'the kubeconfig in the home directory', env: {}, options: {}, server: 'home' },
    { name: 'in-cluster over the default kubeconfig', env: pod, options: {}, server: '10.96.0.1' },
    {
      name: 'KUBECONFIG over the default kubeconfig',
      env: { KUBECONFIG: 'other/config' },
      options: {},
      server: 'other',
    },
    {
      name: 'KUBECONFIG over in-cluster config',
      env: { ...pod, KUBECONFIG: 'other/config' },
      options: {},
      server: 'other',
    },
    { name: 'an empty KUBECONFIG counts as unset', env: { KUBECONFIG: '' }, options: {}, server: 'home' },
    {
      name: 'an explicit path over everything',
      env: { ...pod, KUBECONFIG: 'x' },
      options: { kubeconfig: 'other/config' },
      server: 'other',
    },
    {
      name: 'explicit text over everything',
      env: { ...pod, KUBECONFIG: 'x' },
      options: { kubeconfigText: kubeconfig('text') },
      server: 'text',
    },
    {
      name: 'only in-cluster config with from: pod',
      env: { ...pod, KUBECONFIG: 'other/config' },
      options: { from: 'pod' },
      server: '10.96.0.1',
    },
    { name: 'only kubeconfigs with from: kubeconfig', env: pod, options: { from: 'kubeconfig' }, server: 'home' },
    {
      name: 'a kubeconfig if a context is named',
      env: pod,
      options: { context: 'x' },
      server: 'home',
    },
    {
      name: 'no in-cluster config without a port',
      env: { KUBERNETES_SERVICE_HOST: 'x' },
      options: {},
      server: 'home',
    },
  ])('$name', async ({ env, options, server }) => {
    await using place = await surroundings()
    const inside = (path: string) => join(place.path, path)
    const { KUBECONFIG: variable, ...rest } = env
    const connection = await place.load({
      ...options,
      ...(typeof options.kubeconfig === 'string' && { kubeconfig: inside(options.kubeconfig) }),
      env: { ...rest, ...(variable !== undefined && { KUBECONFIG: variable && inside(variable) }) },
    })

    expect(new URL(connection.server).hostname).toBe(server)
  })

  it('merges the files of KUBECONFIG and skips missing ones', async () => {
    await using place = await surroundings()
    const first = await place.write(
      'first',
      'current-context: y\ncontexts: [{name: y, context: {cluster: c, namespace: pub}}]',
    )
    const files = [first, '', place.file('missing'), place.file('other/config'), first]

    expect(await place.load({ env: { KUBECONFIG: files.join(delimiter) } })).toMatchObject({
      server: 'https://other',
      currentNamespace: 'pub',
    })
  })

  it('merges explicit paths and requires all of them', async () => {
    await using place = await surroundings()
    const first = await place.write('first', 'current-context: x')

    expect(await place.load({ kubeconfig: [first, place.file('other/config')] })).toMatchObject({
      server: 'https://other',
    })
    expect(await failureText(place.load({ kubeconfig: [first, place.file('missing')] }))).toMatch(
      /^KW_CLIENT_CONFIG_NOT_FOUND Cannot read .*missing: it does not exist/,
    )
  })

  it('resolves relative paths against the file that contains them', async () => {
    await using place = await temporaryDirectory({
      'a/config': "clusters: [{name: c, cluster: {server: 'https://a', certificate-authority: pki/ca.crt}}]",
      'b/config': `
users: [{name: u, user: {client-certificate: ../c.crt, client-key: /abs/key, tokenFile: t, exec: {}}}]
contexts: [{name: x, context: {cluster: c, user: u}}]
current-context: x`,
    })
    const connection = await loadConfig({
      env: { KUBECONFIG: [place.file('a/config'), place.file('b/config')].join(delimiter) },
    })

    expect(connection.ca).toEqual({ file: place.file('a/pki/ca.crt') })
    expect(connection.clientCertificate).toEqual({
      certificate: { file: place.file('c.crt') },
      key: { file: '/abs/key' },
    })
    expect(connection.token).toEqual({ file: place.file('b/t') })
  })

  it.each([
    ['login', 'login'],
    ['./login', 'conf/login'],
    ['bin/login', 'conf/bin/login'],
    ['/usr/bin/login', '/usr/bin/login'],
  ])('resolves the plugin command %s', async (command, expected) => {
    await using place = await temporaryDirectory({
      'conf/config': `
clusters: [{name: c, cluster: {server: 'https://a'}}]
users: [{name: u, user: {exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: ${command}}}}]
contexts: [{name: x, context: {cluster: c, user: u}}]
current-context: x`,
    })
    const { exec } = await loadConfig({ kubeconfig: place.file('conf/config') })

    expect(exec?.command).toBe(expected.startsWith('conf') ? place.file(expected) : expected)
  })

  it('fails for a named but missing file instead of falling back to another cluster', async () => {
    await using place = await surroundings()
    const missing = place.file('missing')

    expect(await failureText(place.load({ env: { ...pod, KUBECONFIG: missing } }))).toBe(
      `KW_CLIENT_CONFIG_NOT_FOUND Cannot read any file in KUBECONFIG: none of ${missing} exists. Correct the path, or unset it to use the default locations.`,
    )
    expect(await failureText(place.load({ kubeconfig: missing }))).toBe(
      `KW_CLIENT_CONFIG_NOT_FOUND Cannot read ${missing}: it does not exist. Correct the path, or unset it to use the default locations.`,
    )
  })

  it('fails for an empty list of files', async () => {
    await using place = await surroundings()
    const nothing = [{ kubeconfig: [] }, { env: { KUBECONFIG: delimiter } }]

    for (const options of nothing) {
      expect(await failureText(place.load(options))).toMatch(
        /^KW_CLIENT_CONFIG_NOT_FOUND .*: the list of files is empty\. /,
      )
    }
  })

  it('lists the places searched when there is no configuration', async () => {
    const options = { env: { HOME: '/home/ada' }, serviceAccountDirectory: '/account' }

    expect(await failureText(loadConfig(options))).toMatchInlineSnapshot(
      `"KW_CLIENT_CONFIG_NOT_FOUND Cannot find a connection to a cluster: KUBECONFIG is not set; /home/ada/.kube/config does not exist; this process is not in a pod: KUBERNETES_SERVICE_HOST is not set. Set KUBECONFIG to the path of a kubeconfig, or pass one to loadConfig()."`,
    )
    expect(await failureText(loadConfig({ ...options, from: 'pod', env: pod }))).toMatchInlineSnapshot(
      `"KW_CLIENT_CONFIG_NOT_FOUND Cannot find a connection to a cluster: this process is not in a pod: there is no token in /account; is automountServiceAccountToken off? Run in a pod with a service account, or leave \`from\` out to use a kubeconfig."`,
    )
    expect(await failureText(loadConfig({ ...options, from: 'kubeconfig' }))).not.toContain('pod')
  })

  it('reports why a file is unreadable', async () => {
    await using place = await temporaryDirectory()
    await mkdir(place.file('directory'))

    expect(await failureText(loadConfig({ kubeconfig: place.file('directory') }))).toMatch(
      /^KW_CLIENT_CONFIG_UNREADABLE Cannot read the kubeconfig .*directory: it is a directory/,
    )
    expect(await failureText(loadConfig({ kubeconfig: place.file('\0') }))).toMatch(/^KW_CLIENT_CONFIG_UNREADABLE /)
  })
})

describe('in-cluster config', () => {
  it("uses the service account's token, CA and namespace", async () => {
    await using place = await surroundings()

    expect(await place.load({ env: pod })).toEqual({
      server: 'https://10.96.0.1',
      ca: { file: place.file('account/ca.crt') },
      token: { file: place.file('account/token') },
      currentNamespace: 'shop',
    })
  })

  it.each([
    {
      name: 'an IPv6 host',
      env: { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '6443' },
      server: 'https://[fd00::1]:6443',
    },
    {
      name: 'a host name',
      env: { KUBERNETES_SERVICE_HOST: 'api', KUBERNETES_SERVICE_PORT: '443' },
      server: 'https://api',
    },
  ])('accepts $name in KUBERNETES_SERVICE_HOST', async ({ env, server }) => {
    await using place = await surroundings()

    expect((await place.load({ env })).server).toBe(server)
  })

  it('takes the namespace from the option, POD_NAMESPACE, the mount, or uses default', async () => {
    await using place = await surroundings()
    await using bare = await temporaryDirectory({ token: 't' })

    expect((await place.load({ env: pod, namespace: 'mine' })).currentNamespace).toBe('mine')
    expect((await place.load({ env: { ...pod, POD_NAMESPACE: 'theirs' } })).currentNamespace).toBe('theirs')
    expect(await loadConfig({ env: pod, serviceAccountDirectory: bare.path })).toEqual({
      server: 'https://10.96.0.1',
      token: { file: bare.file('token') },
      currentNamespace: 'default',
    })
  })
})
