/** In-cluster configuration of pods, and of the processes that run their containers. */
import { X509Certificate } from 'node:crypto'
import { access, readFile, stat } from 'node:fs/promises'
import { createClient, loadConfig, ready } from '@kubewright/client'
import { ConfigMap, Namespace, Pod, ServiceAccount } from '@kubewright/kubernetes'
import { SelfSubjectReview } from '@kubewright/kubernetes/authentication/v1'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'

const namespace = 'default'
const web = { name: 'web', namespace }
const containers = [{ name: 'web', image: 'web:1' }]
const mountPath = '/var/run/secrets/kubernetes.io/serviceaccount'
/** Prints its environment, and runs until it is stopped. */
const script = 'console.log(JSON.stringify(process.env)); setInterval(() => {}, 1000)'

describe('a pod of a simulated cluster', () => {
  it('runs as a service account, with a projected token volume', async () => {
    await using cluster = await startCluster({ simulation: true })
    const { client } = cluster
    const { spec } = await client.create(Pod, { metadata: web, spec: { containers } })
    expect(spec.serviceAccountName).toBe('default')
    const [volume] = spec.volumes ?? []
    expect(volume?.name).toMatch(/^kube-api-access-[a-z0-9]{5}$/)
    expect(spec.containers?.[0]?.volumeMounts).toEqual([{ name: volume?.name, readOnly: true, mountPath }])
  })

  it('has no token volume if automountServiceAccountToken is false on the account or the pod', async () => {
    await using cluster = await startCluster({ simulation: true })
    const { client } = cluster
    const quiet = { name: 'quiet', namespace }
    await client.create(ServiceAccount, { metadata: quiet, automountServiceAccountToken: false })
    const podOf = (name: string, more: object) => ({ metadata: { name, namespace }, spec: { containers, ...more } })
    const asQuiet = await client.create(Pod, podOf('a', { serviceAccountName: 'quiet' }))
    const without = await client.create(Pod, podOf('b', { automountServiceAccountToken: false }))
    const anyway = await client.create(
      Pod,
      podOf('c', { serviceAccountName: 'quiet', automountServiceAccountToken: true }),
    )
    expect([asQuiet, without, anyway].map(({ spec }) => spec.volumes?.length ?? 0)).toEqual([0, 0, 1])
    await expect(client.create(Pod, podOf('d', { serviceAccountName: 'nobody' }))).rejects.toThrow(
      'error looking up service account default/nobody: serviceaccount "nobody" not found',
    )
  })

  it('can be created right after its namespace', async () => {
    await using cluster = await startCluster({ simulation: true })
    const { client } = cluster
    await client.create(Namespace, { metadata: { name: 'new' } })
    const { spec } = await client.create(Pod, { metadata: { name: 'web', namespace: 'new' }, spec: { containers } })
    expect(spec.serviceAccountName).toBe('default')
  })

  it.each([{ listens: false }, { listens: true }])(
    'finds a CA certificate in kube-root-ca.crt (server listens: $listens)',
    async ({ listens }) => {
      await using cluster = await startCluster({ simulation: true, listens })
      await cluster.settle()
      const { data } = await cluster.client.get(ConfigMap, { name: 'kube-root-ca.crt', namespace })
      const certificate = new X509Certificate(data!['ca.crt']!)
      expect(certificate.ca).toBe(true)
      expect(cluster.endpoint?.authority ?? data!['ca.crt']).toBe(data!['ca.crt'])
    },
  )

  it('needs no service account if those are not simulated', async () => {
    await using cluster = await startCluster({ simulation: { parts: ['nodes', 'scheduler', 'pods'] } })
    const { spec } = await cluster.client.create(Pod, { metadata: web, spec: { containers } })
    expect(spec.serviceAccountName).toBeUndefined()
  })
})

async function environmentOf(cluster: Awaited<ReturnType<typeof startCluster>>): Promise<Record<string, string>> {
  await cluster.client.waitFor(Pod, web, ready)
  for await (const line of cluster.simulation!.logs({ ...web, container: 'web', follow: true }))
    return JSON.parse(line) as Record<string, string>
  throw new Error('it said nothing')
}

const start = () =>
  startCluster({
    time: 'real',
    simulation: { images: { web: { command: [process.execPath, '-e', script] } }, processes: { stopTimeout: '1s' } },
  })

describe('a process that runs a container', () => {
  it.each([{ from: 'kubeconfig' as const }, { from: 'pod' as const }])(
    'authenticates to the API server as its service account, by its $from',
    async ({ from }) => {
      await using cluster = await start()
      await cluster.client.create(ServiceAccount, { metadata: { name: 'worker', namespace } })
      await cluster.client.create(Pod, { metadata: web, spec: { containers, serviceAccountName: 'worker' } })
      const env = await environmentOf(cluster)
      const url = new URL(cluster.endpoint!.url)
      expect([env['KUBERNETES_SERVICE_HOST'], env['KUBERNETES_SERVICE_PORT']]).toEqual([url.hostname, url.port])
      await using client = createClient(await loadConfig({ env, from }))
      const { status } = await client.create(SelfSubjectReview, { metadata: {} })
      expect(status?.userInfo?.username).toBe('system:serviceaccount:default:worker')
      // The token is that pod's: it ends with it.
      expect(status?.userInfo?.extra?.['authentication.kubernetes.io/pod-name']).toEqual(['web'])
    },
  )

  it('has a private token and kubeconfig, which are deleted with the pod', async () => {
    await using cluster = await start()
    await cluster.client.create(Pod, { metadata: web, spec: { containers, terminationGracePeriodSeconds: 1 } })
    const env = await environmentOf(cluster)
    const token = `${env['KUBEWRIGHT_SERVICE_ACCOUNT']}/token`
    expect((await readFile(token, 'utf8')).split('.')).toHaveLength(3)
    for (const file of [token, env['KUBECONFIG']!]) expect((await stat(file)).mode & 0o077).toBe(0)
    await cluster.client.delete(Pod, web)
    await expect
      .poll(
        () =>
          access(token).then(
            () => 'there',
            () => 'gone',
          ),
        { timeout: 20_000 },
      )
      .toBe('gone')
  })

  it('gets no kubeconfig without a token', async () => {
    await using cluster = await start()
    await cluster.client.create(Pod, { metadata: web, spec: { containers, automountServiceAccountToken: false } })
    const env = await environmentOf(cluster)
    expect(env['KUBECONFIG']).toBeUndefined()
    expect(env['KUBERNETES_SERVICE_HOST']).toBe('127.0.0.1')
  })
})
