import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { type Logger, silentLogger, systemClock } from '@kubewright/core'
import { recordedLog } from '@kubewright/core/testing'
import { nextTurn } from '@kubewright/core/time'
import { createAuthority } from '@kubewright/core/certificates'
import {
  ConfigMap,
  CustomResourceDefinition,
  MutatingWebhookConfiguration,
  Secret,
  ValidatingWebhookConfiguration,
} from '@kubewright/kubernetes'
import { defineResource } from '@kubewright/resource'
import { type Cluster, startCluster } from '@kubewright/testing'
import {
  createWebhookServer,
  defineAdmission,
  defineConversion,
  problem,
  type WebhookServerOptions,
} from '@kubewright/webhook'
import { installWebhooks, removeWebhooks } from '@kubewright/webhook/configuration'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Website } from '../sketches/website.ts'
import { websiteAdmission } from '../sketches/admission.ts'

const blog = { name: 'blog', namespace: 'default' }
const secret = { name: 'webhooks', namespace: 'default' }

/** A free port: the address has to be known before the server starts. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A server that runs until it is disposed. */
async function serve(
  cluster: Cluster,
  options: Partial<WebhookServerOptions> & Pick<WebhookServerOptions, 'serve'>,
  log: Logger = silentLogger,
) {
  const port = await freePort()
  const installation = { name: 'website-operator', url: `https://127.0.0.1:${port}` }
  const server = createWebhookServer({ port, host: '127.0.0.1', certificates: { secret }, installation, ...options })
  const ending = new AbortController()
  await server.start({ client: cluster.client, clock: cluster.clock, log }, ending.signal)
  return { server, port, [Symbol.asyncDispose]: () => server.stop() }
}

/** Issuer and serial number of the served certificate. */
function shownAt(port: number): Promise<{ readonly issuer: string; readonly number: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      const { issuer, serialNumber } = socket.getPeerCertificate()
      resolve({ issuer: String(issuer.CN), number: serialNumber })
      socket.destroy()
    })
    socket.on('error', reject)
  })
}

describe('webhook server over HTTPS', () => {
  it('serves admission with its own certificates, and counts requests', async () => {
    await using cluster = await startCluster({ resources: [Website], time: 'real' })
    await using served = await serve(cluster, { serve: [websiteAdmission] })
    const { client } = cluster
    const site = await client.create(Website, { metadata: blog, spec: { image: 'nginx:1', domain: 'a.example' } })
    expect(site.spec.tlsSecretName).toBe('blog-tls')
    await expect(client.patch(Website, blog, { spec: { domain: 'b.example' } })).rejects.toMatchObject({ status: 422 })
    expect(served.server.check()).toBeUndefined()
    const requests = served.server.metrics
      .collect()
      .find(({ name }) => name === 'controller_runtime_webhook_requests_total')
    expect(requests?.samples).toContainEqual({
      labels: { webhook: '/validate/website.web.example.dev', code: '200' },
      value: 1,
    })
  })

  it('logs a function that throws with the webhook, the object and the stack, and answers without the stack', async () => {
    await using cluster = await startCluster({ time: 'real' })
    const { log, entries } = recordedLog()
    const maps = defineAdmission({
      for: ConfigMap,
      name: 'maps.policy.example.dev',
      validate: {
        create: function checkColour({ data }) {
          return data!['colour']!.length > 3 ? [] : [problem('data.colour', 'is short')]
        },
      },
    })
    await using _ = await serve(cluster, { serve: [maps] }, log)
    const created = cluster.client.create(ConfigMap, { metadata: { name: 'a' } })
    await expect(created).rejects.toMatchObject({ message: expect.not.stringContaining('checkColour') as string })
    expect(entries.filter(({ level }) => level === 'error')).toMatchObject([
      {
        message: 'webhook function failed',
        fields: {
          of: 'admission',
          name: 'maps.policy.example.dev',
          object: 'ConfigMap default/a',
          operation: 'CREATE',
          error: { stack: expect.stringMatching(/^TypeError.*\n.*checkColour/) as string },
        },
      },
    ])
  })

  it('converts between versions', async () => {
    await using cluster = await startCluster({ time: 'real' })
    const { client } = cluster
    await client.create(CustomResourceDefinition, Disk.crd({ conversion: 'none' }))
    await client.waitFor(CustomResourceDefinition, { name: 'disks.disks.example.dev' }, ({ status }) =>
      (status?.conditions ?? []).some(({ type, status: is }) => type === 'Established' && is === 'True'),
    )
    await using _served = await serve(cluster, { serve: [defineConversion({ for: Disk })] })
    await client.create(Disk.at('v1beta1'), { metadata: { name: 'a' }, spec: { size: '5Gi' } })
    expect((await client.get(Disk, { name: 'a' })).spec).toEqual({ sizeGb: 5 })
  })

  it('reads certificates from files and reloads them, and keeps the old ones if the new are invalid', async () => {
    await using cluster = await startCluster({ resources: [Website], start: new Date(systemClock.now()).toISOString() })
    const directory = await mkdtemp(join(tmpdir(), 'kubewright-webhooks-'))
    const put = async (name: string) => {
      const authority = createAuthority({ name })
      const issued = authority.issue({ name: 'hooks', hosts: ['127.0.0.1'] })
      await writeFile(join(directory, 'ca.crt'), authority.certificate)
      await writeFile(join(directory, 'tls.crt'), issued.certificate)
      await writeFile(join(directory, 'tls.key'), issued.key)
    }
    await put('first')
    {
      await using served = await serve(cluster, { serve: [websiteAdmission], certificates: directory })
      const create = (name: string) =>
        cluster.client.create(Website, { metadata: { name }, spec: { image: 'nginx:1', domain: 'a.example' } })
      expect((await create('one')).spec.tlsSecretName).toBe('one-tls')
      await put('second')
      await cluster.advance('10s')
      await until(async () => (await shownAt(served.port)).issuer === 'second')
      expect((await create('two')).spec.tlsSecretName).toBe('two-tls')
      await writeFile(join(directory, 'tls.key'), 'spoiled')
      await cluster.advance('10s')
      const errors = () =>
        served.server.metrics.collect().find(({ name }) => name === 'certwatcher_read_certificate_errors_total')
      await until(async () => JSON.stringify(errors()?.samples) === '[{"labels":{},"value":1}]')
      expect((await create('three')).spec.tlsSecretName).toBe('three-tls')
      expect(served.server.check()).toBeUndefined()
    }
    await rm(directory, { recursive: true })
  })

  it('fails to start with a reason: port in use, or missing CustomResourceDefinition', async () => {
    await using cluster = await startCluster({ resources: [Website], time: 'real' })
    await using served = await serve(cluster, { serve: [websiteAdmission] })
    await expect(serve(cluster, { serve: [websiteAdmission], port: served.port })).rejects.toMatchObject({
      code: 'KW_WEBHOOK_PORT',
    })
    const server = createWebhookServer({
      serve: [defineConversion({ for: Disk })],
      port: 0,
      certificates: { secret },
      installation: { name: 'disks', url: 'https://127.0.0.1:1' },
    })
    await expect(server.start({ client: cluster.client }, new AbortController().signal)).rejects.toMatchObject({
      code: 'KW_WEBHOOK_INSTALL',
      message:
        'Cannot install the conversion webhook of disks.disks.example.dev: the cluster has no CustomResourceDefinition of that name. Install the CustomResourceDefinition first.',
    })
    await server.stop()
  })
})

describe('replicas of a webhook server', () => {
  it('agree on one CA and one certificate when they start concurrently', async () => {
    await using cluster = await startCluster({ resources: [Website], time: 'real' })
    const replicas = await Promise.all([1, 2, 3].map(() => serve(cluster, { serve: [websiteAdmission] })))
    const shown = await Promise.all(replicas.map(({ port }) => shownAt(port)))
    expect(new Set(shown.map(({ number }) => number)).size).toBe(1)
    await Promise.all(replicas.map(({ server }) => server.stop()))
  })

  it('rotate certificates and CA together, before they expire', async () => {
    await using cluster = await startCluster({ resources: [Website] })
    const lifetimes = { authority: '24d', certificate: '6d', poll: '12h', overlap: '12h' } as const
    const installation = { name: 'website-operator', service: { name: 'hooks', namespace: 'default' } }
    const options = { serve: [websiteAdmission], certificates: { secret, ...lifetimes }, installation }
    await using one = await serve(cluster, options)
    await using two = await serve(cluster, options)
    const numbers = new Set<string>()
    const bundles = new Set<string>()
    for (let day = 0; day < 36; day += 2) {
      await cluster.advance('2d')
      await until(async () => (await shownAt(one.port)).number === (await shownAt(two.port)).number)
      numbers.add((await shownAt(one.port)).number)
      const { webhooks = [] } = await cluster.client.get(ValidatingWebhookConfiguration, { name: 'website-operator' })
      bundles.add(webhooks[0]!.clientConfig.caBundle!)
      expect([one.server.check(), two.server.check()]).toEqual([undefined, undefined])
    }
    expect(numbers.size).toBeGreaterThanOrEqual(8)
    // The first alone, both, the second before the first; then the next pair.
    expect(bundles.size).toBeGreaterThanOrEqual(4)
    const { data = {} } = await cluster.client.get(Secret, secret)
    expect(Object.keys(data)).toEqual(expect.arrayContaining(['ca.crt', 'ca.key', 'tls.crt', 'tls.key']))
  })
})

describe('installWebhooks', () => {
  const other = defineAdmission({
    for: Website,
    name: 'other.web.example.dev',
    validate: { delete: () => [problem('', 'no')] },
  })
  const options = { name: 'website-operator', url: 'https://127.0.0.1:1' }
  const namesIn = async (cluster: Cluster) => {
    const { items: mutating } = await cluster.client.list(MutatingWebhookConfiguration)
    const { items: validating } = await cluster.client.list(ValidatingWebhookConfiguration)
    return [mutating, validating].map((items) => items.flatMap(({ webhooks = [] }) => webhooks.map(({ name }) => name)))
  }

  it('creates, updates and removes declared webhooks, and no foreign configuration', async () => {
    await using cluster = await startCluster({ resources: [Website] })
    const { client } = cluster
    await client.create(ValidatingWebhookConfiguration, { metadata: { name: 'theirs' } })
    await installWebhooks(client, [websiteAdmission, other], options)
    expect(await namesIn(cluster)).toEqual([
      ['website.web.example.dev'],
      ['website.web.example.dev', 'other.web.example.dev'],
    ])
    await installWebhooks(client, [other], options)
    expect(await namesIn(cluster)).toEqual([[], ['other.web.example.dev']])
    await removeWebhooks(client, options)
    expect(await namesIn(cluster)).toEqual([[], []])
    expect(await client.get(ValidatingWebhookConfiguration, { name: 'theirs' })).toBeDefined()
  })

  it('is idempotent, and repairs manual changes', async () => {
    await using cluster = await startCluster({ resources: [Website] })
    const { client } = cluster
    await installWebhooks(client, [websiteAdmission], options)
    const version = async () =>
      (await client.get(MutatingWebhookConfiguration, { name: options.name })).metadata.resourceVersion
    const before = await version()
    await installWebhooks(client, [websiteAdmission], options)
    expect(await version()).toBe(before)
    await client.patch(MutatingWebhookConfiguration, { name: options.name }, [
      { op: 'replace', path: '/webhooks/0/failurePolicy', value: 'Ignore' },
    ])
    await installWebhooks(client, [websiteAdmission], options)
    const { webhooks } = await client.get(MutatingWebhookConfiguration, { name: options.name })
    expect(webhooks?.[0]?.failurePolicy).toBe('Fail')
  })

  it('does not take over a foreign configuration', async () => {
    await using cluster = await startCluster({ resources: [Website] })
    await cluster.client.create(ValidatingWebhookConfiguration, { metadata: { name: options.name } })
    await expect(installWebhooks(cluster.client, [websiteAdmission], options)).rejects.toMatchObject({
      code: 'KW_WEBHOOK_INSTALL',
      message:
        'Cannot apply the ValidatingWebhookConfiguration website-operator: the cluster has one without the label kubewright.dev/webhooks, so another program owns it. Choose another `name`, or delete the existing one.',
    })
  })

  it('removes configurations on stop with removeOnStop', async () => {
    await using cluster = await startCluster({ resources: [Website], time: 'real' })
    const installation = { name: 'laptop', url: 'https://127.0.0.1:1', removeOnStop: true }
    const served = await serve(cluster, { serve: [websiteAdmission], installation })
    expect((await namesIn(cluster)).flat()).toHaveLength(2)
    await served.server.stop()
    expect((await namesIn(cluster)).flat()).toEqual([])
  })

  it('keeps the configurations of a running server when another one of its name fails to start', async () => {
    await using cluster = await startCluster({ resources: [Website], time: 'real' })
    const installation = { name: 'laptop', url: 'https://127.0.0.1:1', removeOnStop: true }
    await using served = await serve(cluster, { serve: [websiteAdmission], installation })
    const same = { serve: [websiteAdmission], certificates: { secret }, installation }
    const other = createWebhookServer({ ...same, host: '127.0.0.1', port: served.port })
    const started = other.start({ client: cluster.client, clock: cluster.clock }, new AbortController().signal)
    await expect(started).rejects.toMatchObject({ code: 'KW_WEBHOOK_PORT' })
    await other.stop()
    expect((await namesIn(cluster)).flat()).toHaveLength(2)
  })

  it('removes what it has installed with removeOnStop even if the installation fails half-way', async () => {
    await using cluster = await startCluster({ resources: [Website], time: 'real' })
    const installation = { name: 'laptop', url: 'https://127.0.0.1:1', removeOnStop: true }
    const client = cluster.clientFor({ retry: false })
    using _ = cluster.faults.failNext('apply', ValidatingWebhookConfiguration, 500)
    const certificates = { secret }
    const server = createWebhookServer({
      serve: [websiteAdmission],
      host: '127.0.0.1',
      port: 0,
      certificates,
      installation,
    })
    await expect(server.start({ client, clock: cluster.clock }, new AbortController().signal)).rejects.toThrow(
      'Cannot apply validatingwebhookconfigurations',
    )
    expect((await namesIn(cluster)).flat()).toHaveLength(1)
    await server.stop()
    expect((await namesIn(cluster)).flat()).toEqual([])
  })
})

const Disk = defineResource({
  group: 'disks.example.dev',
  version: 'v1',
  kind: 'Disk',
  scope: 'Cluster',
  spec: z.object({ sizeGb: z.int().min(1) }),
  versions: {
    v1beta1: {
      schema: { spec: z.object({ size: z.string() }) },
      toStorage: ({ spec }) => ({ spec: { sizeGb: Number.parseInt(spec.size, 10) } }),
      fromStorage: ({ spec }) => ({ spec: { size: `${spec.sizeGb}Gi` } }),
    },
  },
})

/** Sockets and files need event-loop turns, not virtual time. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await nextTurn()
}
