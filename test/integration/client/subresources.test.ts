/** Subresources through `@kubewright/client`. */
import { isConflict, isNotFound } from '@kubewright/client'
import { Deployment, Pod, ServiceAccount } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { deployment, failureOf, openClientInNamespace } from './client.ts'
import { useServer } from './server.ts'

useServer()

const web = { name: 'web' }

describe('status subresource', () => {
  it('is updated without changing spec', async () => {
    await using client = await openClientInNamespace()
    const created = await client.create(Deployment, deployment('web'))
    const status = { observedGeneration: 1, replicas: 3 }
    const spec = { ...created.spec!, replicas: 9 }
    const updated = await client.status.update(Deployment, { ...created, spec, status })
    expect(updated.status).toEqual(status)
    expect(updated.spec).toEqual(created.spec)
    expect(isConflict(await failureOf(client.status.update(Deployment, { ...created, status: {} })))).toBe(true)
  })

  it('is patched with merge and JSON patches', async () => {
    await using client = await openClientInNamespace()
    await client.create(Deployment, deployment('web'))
    await client.status.patch(Deployment, web, { status: { replicas: 3, readyReplicas: 1 } })
    const patched = await client.status.patch(Deployment, web, [
      { op: 'replace', path: '/status/readyReplicas', value: 2 },
    ])
    expect(patched.status).toMatchObject({ replicas: 3, readyReplicas: 2 })
    expect((await client.status.get(Deployment, web)).status).toEqual(patched.status)
  })

  it('is applied, but does not create the object', async () => {
    await using client = await openClientInNamespace()
    const object = { metadata: web, status: { replicas: 2 } }
    expect(isNotFound(await failureOf(client.status.apply(Deployment, object)))).toBe(true)
    await client.create(Deployment, deployment('web'))
    expect((await client.status.apply(Deployment, object)).status?.replicas).toBe(2)
  })

  it('is ignored in writes of the main resource', async () => {
    await using client = await openClientInNamespace()
    await client.create(Deployment, deployment('web'))
    const patched = await client.patch(Deployment, web, { status: { replicas: 7 }, spec: { replicas: 2 } } as object)
    expect([patched.spec?.replicas, patched.status?.replicas]).toEqual([2, undefined])
  })
})

describe('scale subresource', () => {
  it('is read, updated and patched', async () => {
    await using client = await openClientInNamespace()
    await client.create(Deployment, deployment('web'))
    const read = await client.scale.get(Deployment, web)
    const updated = await client.scale.update(Deployment, web, { metadata: read.metadata, spec: { replicas: 4 } })
    const patched = await client.scale.patch(Deployment, web, { spec: { replicas: 5 } })
    expect(read).toMatchObject({ apiVersion: 'autoscaling/v1', kind: 'Scale', spec: { replicas: 1 } })
    expect([updated.spec.replicas, patched.spec.replicas]).toEqual([4, 5])
    expect((await client.get(Deployment, web)).spec?.replicas).toBe(5)
  })

  it('is applied, and its field manager owns spec.replicas after that', async () => {
    await using client = await openClientInNamespace()
    await client.create(Deployment, deployment('web'), { fieldManager: 'author' })
    const five = { spec: { replicas: 5 } }
    const [owner, other] = [{ fieldManager: 'scaler' }, { fieldManager: 'other' }]
    expect((await client.scale.apply(Deployment, web, five, { ...owner, force: true })).spec.replicas).toBe(5)
    expect((await client.get(Deployment, web)).spec?.replicas).toBe(5)
    const taken = client.scale.apply(Deployment, web, { spec: { replicas: 6 } }, other)
    expect(isConflict(await failureOf(taken))).toBe(true)
  })

  it('conflicts when updated with a stale resourceVersion', async () => {
    await using client = await openClientInNamespace()
    await client.create(Deployment, deployment('web'))
    const { metadata } = await client.scale.get(Deployment, web)
    await client.scale.patch(Deployment, web, { spec: { replicas: 5 } })
    const stale = client.scale.update(Deployment, web, { metadata, spec: { replicas: 4 } })
    expect(isConflict(await failureOf(stale))).toBe(true)
  })
})

describe('other subresources', () => {
  it('create a token for a ServiceAccount', async () => {
    await using client = await openClientInNamespace()
    await client.create(ServiceAccount, { metadata: { name: 'robot' } })
    const request = { spec: { audiences: ['conformance'], expirationSeconds: 600 } }
    const made = await client.subresource(ServiceAccount, 'token').create({ name: 'robot' }, request)
    expect(made?.status?.token?.split('.')).toHaveLength(3)
  })

  it("resize of a Pod is applied to its containers' resources", async () => {
    await using client = await openClientInNamespace()
    const [before, after] = [{ memory: '64Mi' }, { memory: '128Mi' }]
    const main = { name: 'main', image: 'main:1', resources: { limits: before, requests: before } }
    await client.create(Pod, { metadata: web, spec: { containers: [main] } })
    const resized = { spec: { containers: [{ name: 'main', resources: { limits: after, requests: after } }] } }
    const pod = await client.subresource(Pod, 'resize').apply(web, resized, { fieldManager: 'resizer', force: true })
    expect(pod.spec?.containers[0]).toMatchObject({ image: 'main:1', resources: { limits: after } })
    expect(isNotFound(await failureOf(client.subresource(Pod, 'resize').apply({ name: 'none' }, resized)))).toBe(true)
  })

  it('eviction deletes a Pod', async () => {
    await using client = await openClientInNamespace()
    await client.create(Pod, { metadata: web, spec: { containers: [{ name: 'main', image: 'main:1' }] } })
    await client.subresource(Pod, 'eviction').create(web, { metadata: web })
    expect(isNotFound(await failureOf(client.get(Pod, web)))).toBe(true)
  })
})
