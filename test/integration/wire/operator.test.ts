/** The complete website operator of the sketches, on a server over the wire. */
import { createServer } from 'node:net'
import { type Client, deleted, established } from '@kubewright/client'
import { CustomResourceDefinition, Deployment, Ingress, Secret } from '@kubewright/kubernetes'
import { leader } from '@kubewright/lease'
import { beforeAll, describe, expect, it } from 'vitest'
import { openClient, openClientInNamespace } from '../client/client.ts'
import { useServer } from '../client/server.ts'
import { websiteAdmission } from '../sketches/admission.ts'
import { certificates } from '../sketches/certificates.ts'
import { Domain, domains } from '../sketches/domains.ts'
import { Website } from '../sketches/website.ts'
import { websites } from '../sketches/websites.ts'
import { startProcess } from './process.ts'

useServer()

beforeAll(async () => {
  await using client = openClient()
  for (const kind of [Website, Domain]) {
    await client.apply(CustomResourceDefinition, kind.crd())
    await client.waitFor(CustomResourceDefinition, { name: `${kind.plural}.${kind.group}` }, established)
  }
})

const isReady = (site: Website) =>
  site.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Reports replicas as ready, as no pods run. */
async function serveAll(client: Client, name: string, replicas: number): Promise<void> {
  await client.status.patch(Deployment, { name }, { status: { replicas, readyReplicas: replicas } })
}

describe('Website operator over HTTPS', () => {
  it('makes Websites Ready, restores children, and restarts without a write', async () => {
    await using client = await openClientInNamespace()
    const cache = { namespace: client.namespace }
    const names = ['blog', 'shop', 'wiki']
    {
      await using first = await startProcess(client, { controllers: [websites], cache })
      for (const name of names) {
        await client.create(Website, {
          metadata: { name },
          spec: { image: 'nginx:1', replicas: 2, domain: `${name}.example.dev` },
        })
        await client.waitFor(Deployment, { name }, () => true)
        await serveAll(client, name, 2)
        await client.waitFor(Website, { name }, isReady)
      }
      await client.patch(Deployment, { name: 'blog' }, { spec: { replicas: 7 } }, { fieldManager: 'somebody' })
      await client.waitFor(Deployment, { name: 'blog' }, ({ spec }) => spec.replicas === 2)
      await client.patch(Website, { name: 'wiki' }, { spec: { domain: null } })
      await client.waitFor(Ingress, { name: 'wiki' }, deleted)
      expect(first.records.filter(({ result }) => result.type === 'error')).toEqual([])
    }
    await using second = await startProcess(client, { controllers: [websites], cache })
    await second.reconciled(names.length)
    const outcomes = second.records.map(
      ({ object, writes, result }) => `${object.name}: ${writes.sent}, ${result.type}`,
    )
    expect(outcomes.sort()).toEqual(names.map((name) => `${name}: 0, success`))
  })

  it('serves admission with its own certificates, and reconciles when a referenced Secret changes', async () => {
    await using client = await openClientInNamespace()
    const { namespace } = client
    const port = await freePort()
    await using operator = await startProcess(client, {
      controllers: [certificates],
      cache: { namespace },
      webhooks: {
        serve: [websiteAdmission],
        port,
        host: '127.0.0.1',
        certificates: { secret: { name: 'webhooks', namespace } },
        installation: { name: `websites-${namespace}`, url: `https://127.0.0.1:${port}`, removeOnStop: true },
      },
    })
    const blog = { name: 'blog' }
    const site = await createFilled(client, { metadata: blog, spec: { image: 'nginx:1', domain: 'a.example.dev' } })
    expect(site.spec.tlsSecretName).toBe('blog-tls')
    await expect(client.patch(Website, blog, { spec: { domain: 'b.example.dev' } })).rejects.toThrow(
      'spec.domain: cannot change once set; create a second Website instead',
    )
    const before = operator.records.length
    await client.create(Secret, { metadata: { name: 'blog-tls' }, stringData: { key: '1' } })
    await operator.reconciled(before + 1)
    expect(operator.records.at(-1)?.reasons).toMatchObject([
      { type: 'watched', object: { kind: 'Secret', name: 'blog-tls' } },
    ])
  })

  it('runs in one process at a time with leader election, and fails over at once on stop', async () => {
    await using client = await openClientInNamespace()
    const { namespace } = client
    const options = (identity: string) => ({
      identity,
      controllers: [domains],
      coordination: leader({ lease: 'domains', namespace, duration: '15s', renewWithin: '10s', retryEvery: '100ms' }),
    })
    const name = `domain-${namespace}`
    const first = await startProcess(client, options('first'))
    await client.create(Domain, { metadata: { name }, spec: { name: 'a.example.dev' } })
    await first.reconciled(1)
    await using second = await startProcess(client, options('second'))
    expect([first.manager.state.phase, second.manager.state.phase]).toEqual(['acting', 'standby'])
    expect(second.records).toEqual([])
    await first[Symbol.asyncDispose]()
    await second.reconciled(1)
    expect(second.manager.state).toMatchObject({ phase: 'acting', standing: { isActing: true } })
    expect(second.records[0]?.object).toEqual({ name })
    await client.delete(Domain, { name })
    await client.waitFor(Domain, { name }, deleted)
  })
})

/** A server calls a new webhook only a moment after its creation. */
async function createFilled(client: Client, site: Parameters<typeof client.create<typeof Website>>[1]) {
  for (;;) {
    const made = await client.create(Website, site)
    if (made.spec.tlsSecretName !== undefined) return made
    await client.delete(Website, made.metadata)
  }
}
