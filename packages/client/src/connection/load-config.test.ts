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

describe('where loadConfig looks', () => {
  it.each<{ name: string; env: Record<string, string>; options: LoadConfigOptions; server: string }>([
    { name: 'the home directory', env: {}, options: {}, server: 'home' },
    { name: 'the pod before the home directory', env: pod, options: {}, server: '10.96.0.1' },
    { name: 'KUBECONFIG before the home directory', env: { KUBECONFIG: 'other/config' }, options: {}, server: 'other' },
    {
      name: 'KUBECONFIG before the pod: somebody set it',
      env: { ...pod, KUBECONFIG: 'other/config' },
      options: {},
      server: 'other',
    },
    { name: 'an empty KUBECONFIG is none', env: { KUBECONFIG: '' }, options: {}, server: 'home' },
    {
      name: 'a path before everything',
      env: { ...pod, KUBECONFIG: 'x' },
      options: { kubeconfig: 'other/config' },
      server: 'other',
    },
    {
      name: 'a text before everything',
      env: { ...pod, KUBECONFIG: 'x' },
      options: { kubeconfigText: kubeconfig('text') },
      server: 'text',
    },
    {
      name: 'only the pod',
      env: { ...pod, KUBECONFIG: 'other/config' },
      options: { from: 'pod' },
      server: '10.96.0.1',
    },
    { name: 'only kubeconfigs', env: pod, options: { from: 'kubeconfig' }, server: 'home' },
    { name: 'a context means a kubeconfig', env: pod, options: { context: 'x' }, server: 'home' },
    { name: 'a pod without a port is none', env: { KUBERNETES_SERVICE_HOST: 'x' }, options: {}, server: 'home' },
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

  it('merges the files of KUBECONFIG and skips those that are missing', async () => {
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

  it('merges the paths it is given, and wants all of them', async () => {
    await using place = await surroundings()
    const first = await place.write('first', 'current-context: x')

    expect(await place.load({ kubeconfig: [first, place.file('other/config')] })).toMatchObject({
      server: 'https://other',
    })
    expect(await failureText(place.load({ kubeconfig: [first, place.file('missing')] }))).toMatch(
      /^KW_CLIENT_CONFIG_NOT_FOUND Cannot read .*missing: it does not exist/,
    )
  })

  it('resolves paths against the file they stand in', async () => {
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
  ])('finds the plugin %s', async (command, expected) => {
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

  it('never talks to another cluster because a named file is missing', async () => {
    await using place = await surroundings()
    const missing = place.file('missing')

    expect(await failureText(place.load({ env: { ...pod, KUBECONFIG: missing } }))).toBe(
      `KW_CLIENT_CONFIG_NOT_FOUND Cannot read any file in KUBECONFIG: none of ${missing} exists. Correct the path, or unset it to use the default locations.`,
    )
    expect(await failureText(place.load({ kubeconfig: missing }))).toBe(
      `KW_CLIENT_CONFIG_NOT_FOUND Cannot read ${missing}: it does not exist. Correct the path, or unset it to use the default locations.`,
    )
  })

  it('says that nothing was named where something was meant to be', async () => {
    await using place = await surroundings()
    const nothing = [{ kubeconfig: [] }, { env: { KUBECONFIG: delimiter } }]

    for (const options of nothing) {
      expect(await failureText(place.load(options))).toMatch(
        /^KW_CLIENT_CONFIG_NOT_FOUND .*: the list of files is empty\. /,
      )
    }
  })

  it('says where it looked when it finds nothing', async () => {
    const options = { env: { HOME: '/home/ada' }, serviceAccountDirectory: '/account' }

    expect(await failureText(loadConfig(options))).toMatchInlineSnapshot(
      `"KW_CLIENT_CONFIG_NOT_FOUND Cannot find a connection to a cluster: KUBECONFIG is not set; /home/ada/.kube/config does not exist; this process is not in a pod: KUBERNETES_SERVICE_HOST is not set. Set KUBECONFIG to the path of a kubeconfig, or pass one to loadConfig()."`,
    )
    expect(await failureText(loadConfig({ ...options, from: 'pod', env: pod }))).toMatchInlineSnapshot(
      `"KW_CLIENT_CONFIG_NOT_FOUND Cannot find a connection to a cluster: this process is not in a pod: there is no token in /account; is automountServiceAccountToken off? Run in a pod with a service account, or leave \`from\` out to use a kubeconfig."`,
    )
    expect(await failureText(loadConfig({ ...options, from: 'kubeconfig' }))).not.toContain('pod')
  })

  it('says why a file cannot be read', async () => {
    await using place = await temporaryDirectory()
    await mkdir(place.file('directory'))

    expect(await failureText(loadConfig({ kubeconfig: place.file('directory') }))).toMatch(
      /^KW_CLIENT_CONFIG_UNREADABLE Cannot read the kubeconfig .*directory: it is a directory/,
    )
    expect(await failureText(loadConfig({ kubeconfig: place.file('\0') }))).toMatch(/^KW_CLIENT_CONFIG_UNREADABLE /)
  })
})

describe('the connection of a pod', () => {
  it('is its service account', async () => {
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
  ])('reaches $name', async ({ env, server }) => {
    await using place = await surroundings()

    expect((await place.load({ env })).server).toBe(server)
  })

  it('takes the namespace from the options, the environment, the mount, or none', async () => {
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
