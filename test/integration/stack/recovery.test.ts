import { ConfigMap, Deployment, Ingress, PersistentVolumeClaim, Secret, Service } from '@kubewright/kubernetes'
import type { Resource } from '@kubewright/resource'
import { acceptAnnotation } from '@kubewright/stack'
import { describe, expect, it } from 'vitest'
import { IotSnap, names, namespace, root } from './iot-snap.ts'
import { long, startStack } from './running-stack.ts'

const ref = (name: string) => ({ name, namespace })

describe('stack: a deleted object is recreated', () => {
  it('for every kind, with the same content', long, async () => {
    await using stack = await startStack()
    const { client } = stack
    const lost: [Resource, string][] = [
      ...names.map((name): [Resource, string] => [Deployment, `root-${name}`]),
      ...names.map((name): [Resource, string] => [Service, `root-${name}`]),
      [Ingress, 'root-cloudstorage'],
      [Secret, 'root-postgres'],
      [ConfigMap, 'root-agentkeeper'],
    ]
    const password = (await client.get(Secret, ref('root-postgres'))).data
    for (const [resource, name] of lost) {
      await client.delete(resource, ref(name))
      await stack.rest()
    }
    for (const [resource, name] of lost) expect((await client.get(resource, ref(name))).metadata.name).toBe(name)
    expect((await client.get(Secret, ref('root-postgres'))).data).toEqual(password)
    expect((await stack.object()).status).toMatchObject({ phase: 'Running' })
  })

  it('with the same generated Secret value after the loss of either copy, and after an edit', long, async () => {
    await using stack = await startStack()
    const { client } = stack
    const read = async () => (await client.get(Secret, ref('root-postgres'))).data
    const first = await read()
    const { items } = await client.list(Secret, { namespace })
    const kept = items.find(({ metadata }) => metadata.name.startsWith('root-postgres-kept-'))!
    await client.delete(Secret, ref(kept.metadata.name))
    await stack.rest()
    await client.patch(Secret, ref('root-postgres'), { data: { POSTGRES_PASSWORD: 'eA==' } })
    await stack.rest()
    expect(await read()).toEqual(first)
    expect((await client.get(Secret, ref(kept.metadata.name))).data).toEqual(kept.data)
  })
})

describe('stack: manual changes are reverted', () => {
  it('for replicas, variables, containers, labels and ports', long, async () => {
    await using stack = await startStack({ env: { ZONE: 'a' } })
    const { client } = stack
    const before = await stack.deployment('cloudadmin')
    const [main] = before.spec.template.spec!.containers
    await client.patch(Deployment, ref('root-cloudadmin'), {
      metadata: { labels: { 'stack.kubewright.dev/component': 'other' } },
      spec: {
        replicas: 0,
        template: {
          spec: {
            containers: [
              {
                ...main!,
                image: 'evil:1',
                env: [
                  { name: 'ZONE', value: 'b' },
                  { name: 'EXTRA', value: 'x' },
                ],
              },
              { name: 'miner', image: 'miner:1' },
            ],
          },
        },
      },
    })
    await client.patch(Service, ref('root-cloudadmin'), { spec: { ports: [{ name: 'cloudadmin', port: 1 }] } })
    await stack.rest()

    const after = await stack.deployment('cloudadmin')
    expect(after.spec).toEqual(before.spec)
    expect(after.metadata.labels).toEqual(before.metadata.labels)
    expect((await client.get(Service, ref('root-cloudadmin'))).spec.ports).toMatchObject([{ port: 8080 }])
    expect((await stack.object()).status).toMatchObject({ phase: 'Running' })
  })
})

describe('stack: a preserved ConfigMap', () => {
  const config = { metadata: ref('cloud-config'), data: { 'a.yaml': 'a: 1' }, binaryData: { 'b.bin': 'AAE=' } }

  it('blocks only the component that reads it while it is missing', long, async () => {
    await using stack = await startStack({ config: 'cloud-config' })
    const { status } = await stack.object()
    expect(status?.components?.['cloudstorage']).toMatchObject({
      phase: 'absent',
      waitsFor: 'ConfigMap cloud-config is missing',
    })
    expect(status?.components?.['postgres']?.phase).toBe('running')
    await stack.client.create(ConfigMap, config)
    await stack.rest()
    expect((await stack.object()).status).toMatchObject({ phase: 'Running' })
  })

  it(
    'is restored when edited or deleted, accepted by annotation, and kept when the stack is deleted',
    long,
    async () => {
      await using stack = await startStack({ config: 'cloud-config' })
      const { client } = stack
      await client.create(ConfigMap, config)
      await stack.rest()
      const read = async () => {
        const { data, binaryData } = await client.get(ConfigMap, ref('cloud-config'))
        return { data, binaryData }
      }
      const first = { data: config.data, binaryData: config.binaryData }

      await client.patch(ConfigMap, ref('cloud-config'), {
        data: { 'a.yaml': 'a: 2', more: 'x' },
        binaryData: { 'b.bin': null },
      })
      await stack.rest()
      expect(await read()).toEqual(first)

      await client.delete(ConfigMap, ref('cloud-config'))
      await stack.rest()
      expect(await read()).toEqual(first)

      const annotations = { [acceptAnnotation]: 'release-7' }
      await client.patch(ConfigMap, ref('cloud-config'), { metadata: { annotations }, data: { 'a.yaml': 'a: 3' } })
      await stack.rest()
      expect((await read()).data).toEqual({ 'a.yaml': 'a: 3' })

      await client.delete(IotSnap, root)
      await stack.wait('1m')
      expect((await read()).data).toEqual({ 'a.yaml': 'a: 3' })
      const { metadata } = await client.get(ConfigMap, ref('cloud-config'))
      expect(metadata.ownerReferences ?? []).toEqual([])
    },
  )
})

it('stack: leaves nothing behind when it is deleted', long, async () => {
  await using stack = await startStack()
  await stack.client.delete(IotSnap, root)
  await stack.wait('1m')
  for (const resource of [Deployment, Service, Secret, Ingress, PersistentVolumeClaim] as Resource[]) {
    const { items } = await stack.client.list(resource, { namespace })
    expect(
      items.filter(({ metadata }) => metadata.name.startsWith('root-')).map(({ metadata }) => metadata.name),
    ).toEqual([])
  }
})

it('stack: deletes a component that is no longer declared, with its objects', long, async () => {
  await using stack = await startStack()
  await stack.client.patch(IotSnap, root, { spec: { gui: false } })
  await stack.rest()
  const { items } = await stack.client.list(Deployment, { namespace })
  expect(items.map(({ metadata }) => metadata.name)).not.toContain('root-gui')
  expect((await stack.object()).status?.components).not.toHaveProperty('gui')
})

it('stack: rolls out a change of its spec to every component, once', long, async () => {
  await using stack = await startStack()
  await stack.client.patch(IotSnap, root, { spec: { env: { ZONE: 'b' }, labels: { team: 'red' }, replicas: 3 } })
  await stack.rest()
  await stack.wait('2m')
  const { spec, status, metadata } = await stack.deployment('cloudadmin')
  expect(spec.template.spec!.containers[0]!.env).toContainEqual({ name: 'ZONE', value: 'b' })
  expect([spec.replicas, status?.readyReplicas, metadata.labels?.['team']]).toEqual([3, 3, 'red'])
  expect(metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('2')
  expect((await stack.object()).status).toMatchObject({ phase: 'Running' })
})

it('stack: writes nothing while idle for a day', long, async () => {
  await using stack = await startStack()
  await stack.wait('5m')
  const versions = async () => {
    const kinds = [IotSnap, Deployment, Service, Secret, ConfigMap, Ingress] as Resource[]
    const lists = await Promise.all(kinds.map((kind) => stack.client.list(kind, { namespace })))
    return lists.flatMap(({ items }) =>
      items.map(({ kind, metadata }) => `${kind} ${metadata.name} ${metadata.resourceVersion}`),
    )
  }
  const before = await versions()
  const { reconciles } = stack.running
  await stack.wait('24h')
  expect(await versions()).toEqual(before)
  expect(stack.running.reconciles).toBe(reconciles)
})
