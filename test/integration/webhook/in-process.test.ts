import { ConfigMap, Deployment, Namespace, Pod } from '@kubewright/kubernetes'
import { defineResource } from '@kubewright/resource'
import { startCluster } from '@kubewright/testing'
import { type AdmissionCall, defineAdmission, problem, warning } from '@kubewright/webhook'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Website } from '../sketches/website.ts'
import { websites } from '../sketches/websites.ts'
import { websiteAdmission } from '../sketches/admission.ts'

const blog = { name: 'blog', namespace: 'default' }

describe('admission webhooks in process', () => {
  it('apply defaults, and refuse invalid writes', async () => {
    await using cluster = await startCluster({ resources: [Website], webhooks: [websiteAdmission] })
    const { client } = cluster
    const site = await client.create(Website, { metadata: blog, spec: { image: 'nginx:1', domain: 'a.example' } })
    expect(site.spec).toEqual({ image: 'nginx:1', replicas: 1, domain: 'a.example', tlsSecretName: 'blog-tls' })
    await expect(client.patch(Website, blog, { spec: { domain: 'b.example' } })).rejects.toMatchObject({
      code: 'KW_CLIENT_INVALID',
      status: 422,
      causes: [{ field: 'spec.domain', message: 'cannot change once set; create a second Website instead' }],
      message: expect.stringContaining('admission webhook "website.web.example.dev" denied the request') as unknown,
    })
    expect((await client.get(Website, blog)).spec.domain).toBe('a.example')
  })

  it('do not disturb an operator', async () => {
    await using cluster = await startCluster({ resources: [Website], webhooks: [websiteAdmission] })
    cluster.faults.failNext('apply', Deployment, 500)
    await using running = await cluster.run(websites)
    await cluster.client.create(Website, { metadata: blog, spec: { image: 'nginx:1', domain: 'a.example' } })
    await cluster.settle()
    await cluster.client.status.patch(Deployment, blog, { status: { readyReplicas: 1, replicas: 1 } })
    await cluster.settle()
    const site = await cluster.client.get(Website, blog)
    expect(site.status?.conditions).toMatchObject([{ type: 'Ready', status: 'True', reason: 'Serving' }])
    expect(site.spec.tlsSecretName).toBe('blog-tls')
    expect(running.reconciles).toBeLessThanOrEqual(4)
  })

  it('get user, groups, dry run, operation and namespace', async () => {
    const calls: Pick<AdmissionCall, 'user' | 'groups' | 'isDryRun' | 'operation' | 'namespace'>[] = []
    const noted = defineAdmission({
      for: ConfigMap,
      name: 'maps.policy.example.dev',
      validate: {
        create(_, { user, groups, isDryRun, operation, namespace }) {
          calls.push({ user, groups, isDryRun, operation, namespace })
          return []
        },
      },
    })
    await using cluster = await startCluster({ webhooks: [noted] })
    const alice = cluster.clientFor({ as: { name: 'alice', groups: ['editors', 'system:masters'] } })
    await alice.create(ConfigMap, { metadata: { name: 'a' } }, { dryRun: true })
    expect(calls).toEqual([
      {
        user: 'alice',
        groups: ['editors', 'system:masters', 'system:authenticated'],
        isDryRun: true,
        operation: 'CREATE',
        namespace: 'default',
      },
    ])
  })

  it('return warnings, refuse deletes, and handle built-in and several kinds', async () => {
    const guarded = defineAdmission({
      for: [ConfigMap, Namespace],
      name: 'guarded.policy.example.dev',
      objectSelector: { matchLabels: { guarded: 'true' } },
      validate: {
        create: ({ kind }) => [warning('metadata.labels', `this ${kind} will be hard to get rid of`)],
        delete: ({ metadata }) => [problem('', `${metadata.name} is guarded`)],
      },
    })
    await using cluster = await startCluster({ webhooks: [guarded] })
    const warnings: string[] = []
    const client = cluster.clientFor({ onWarning: ({ text }) => warnings.push(text), namespace: 'default' })
    const labels = { guarded: 'true' }
    await client.create(ConfigMap, { metadata: { name: 'a', labels } })
    await client.create(Namespace, { metadata: { name: 'b', labels } })
    await client.create(ConfigMap, { metadata: { name: 'free' } })
    expect(warnings).toEqual([
      'metadata.labels: this ConfigMap will be hard to get rid of',
      'metadata.labels: this Namespace will be hard to get rid of',
    ])
    await expect(client.delete(ConfigMap, { name: 'a' })).rejects.toMatchObject({ status: 403 })
    await client.delete(ConfigMap, { name: 'free' })
  })

  it('are called for their subresource only', async () => {
    const seen: string[] = []
    const statuses = defineAdmission({
      for: Pod,
      subresource: 'status',
      name: 'pod-status.policy.example.dev',
      validate: { update: ({ status }, _, { subresource }) => (seen.push(`${subresource} ${status?.phase}`), []) },
    })
    await using cluster = await startCluster({ webhooks: [statuses] })
    const metadata = { name: 'a', namespace: 'default' }
    await cluster.client.create(Pod, { metadata, spec: { containers: [{ name: 'a', image: 'a' }] } })
    await cluster.client.status.patch(Pod, metadata, { status: { phase: 'Running' } })
    expect(seen).toEqual(['status Running'])
  })

  it('get objects in the version they are typed for, whichever version is written', async () => {
    const seen: unknown[] = []
    const disks = defineAdmission({ for: Disk, validate: { create: ({ spec }) => (seen.push(spec), []) } })
    await using cluster = await startCluster({ resources: [Disk], webhooks: [disks] })
    await cluster.client.create(Disk.at('v1beta1'), { metadata: { name: 'a' }, spec: { size: '5Gi' } })
    expect(seen).toEqual([{ sizeGb: 5 }])
  })

  it('fail or are ignored by failurePolicy if they throw', async () => {
    const broken = (name: string, failurePolicy: 'Fail' | 'Ignore') =>
      defineAdmission({
        for: ConfigMap,
        name,
        failurePolicy,
        objectSelector: { matchLabels: { by: name } },
        validate: {
          create() {
            throw new Error('no ink')
          },
        },
      })
    const [fails, ignores] = [
      broken('fails.policy.example.dev', 'Fail'),
      broken('ignores.policy.example.dev', 'Ignore'),
    ]
    await using cluster = await startCluster({ webhooks: [fails, ignores] })
    const create = (by: string) => cluster.client.create(ConfigMap, { metadata: { name: 'a', labels: { by } } })
    await expect(create('fails.policy.example.dev')).rejects.toMatchObject({
      status: 500,
      message: expect.stringContaining('fails.policy.example.dev failed: no ink') as unknown,
    })
    await create('ignores.policy.example.dev')
    expect(await cluster.client.get(ConfigMap, { name: 'a' })).toBeDefined()
  })

  it('that throw are the cause of the error in the test, with the object and the stack', async () => {
    const maps = defineAdmission({
      for: ConfigMap,
      name: 'maps.policy.example.dev',
      validate: {
        create: function checkColour({ data }) {
          return data!['colour']!.length > 3 ? [] : [problem('data.colour', 'is short')]
        },
      },
    })
    await using cluster = await startCluster({ webhooks: [maps] })
    await using client = cluster.clientFor()
    const error: unknown = await client.create(ConfigMap, { metadata: { name: 'a' } }).catch((one: unknown) => one)
    expect(error).toMatchObject({
      message: expect.not.stringContaining('checkColour') as string,
      cause: {
        code: 'KW_TESTING_WEBHOOK',
        message: expect.stringContaining(
          'CREATE of ConfigMap default/a in the webhook maps.policy.example.dev',
        ) as string,
        cause: { name: 'TypeError', stack: expect.stringMatching(/checkColour .*in-process\.test\.ts/) as string },
      },
    })
    const refused: unknown = await client
      .create(ConfigMap, { metadata: { name: 'b' }, data: { colour: 'x' } })
      .catch((one: unknown) => one)
    expect((refused as Error).cause).toBeUndefined()
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
      toStorage: ({ spec }) => {
        if (spec.size === 'odd') throw new Error('no such size')
        return { spec: { sizeGb: Number.parseInt(spec.size, 10) } }
      },
      fromStorage: ({ spec }) => ({ spec: { size: `${spec.sizeGb}Gi` } }),
    },
  },
})

describe('conversion webhooks in process', () => {
  it('convert objects to every version, alone and in lists', async () => {
    await using cluster = await startCluster({ resources: [Disk] })
    const { client } = cluster
    const beta = Disk.at('v1beta1')
    await client.create(beta, { metadata: { name: 'a' }, spec: { size: '5Gi' } })
    await client.create(Disk, { metadata: { name: 'b' }, spec: { sizeGb: 7 } })
    expect((await client.get(Disk, { name: 'a' })).spec).toEqual({ sizeGb: 5 })
    expect((await client.list(beta)).items.map(({ spec }) => spec.size)).toEqual(['5Gi', '7Gi'])
  })

  it('report which object could not be converted, and why', async () => {
    await using cluster = await startCluster({ resources: [Disk] })
    const odd = { metadata: { name: 'a' }, spec: { size: 'odd' } }
    await expect(cluster.client.create(Disk.at('v1beta1'), odd)).rejects.toThrow(
      /conversion webhook for .* failed: cannot convert 1 of 1 objects to disks\.example\.dev\/v1: Disk a of .*no such size/,
    )
  })
})
