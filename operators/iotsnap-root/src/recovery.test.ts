/** The recovery and update tests of the original operator, under their names. */
import { ConfigMap, Deployment, Ingress, Pod, Secret, Service } from 'kubewright'
import { ReplicaSet } from 'kubewright/kubernetes/apps/v1'
import { EndpointSlice } from 'kubewright/kubernetes/discovery/v1'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { IotSnapRoot } from './iotsnap-root.ts'
import { namespace, type RootCluster, rootRef, settle, startRootCluster } from './testing/root-cluster.ts'

let world: RootCluster
beforeEach(async () => {
  world = await startRootCluster()
  await world.deploy()
}, 120_000)
afterEach(() => world?.[Symbol.asyncDispose](), 30_000)

const seven = ['postgres', 'mongo', 'minio', 'cloudstorage', 'cloudadmin', 'agentkeeper', 'cloudadmingui']

describe('Recovery', () => {
  it('RecoveryAfterDelete', async () => {
    const { client } = world.cluster
    const kinds = [Deployment, Service, Ingress, Secret, ReplicaSet, Pod] as const
    const before = new Map<string, readonly string[]>()
    for (const kind of [Deployment, Service, Ingress, Secret]) before.set(kind.kind, await world.names(kind))
    for (const kind of kinds) {
      for (const name of await world.names(kind)) {
        await client.delete(kind as typeof Pod, { name, namespace }).catch(() => undefined) // a pod may have gone with its owner
      }
    }
    await settle(world.cluster)
    for (const kind of [Deployment, Service, Ingress, Secret])
      expect(await world.names(kind)).toEqual(before.get(kind.kind))
    expect((await world.root()).status?.phase).toBe('Running')
  }, 120_000)

  it('RecoveryAfterScaling', async () => {
    const { client } = world.cluster
    for (const component of seven) {
      await client.patch(
        Deployment,
        { name: `my-root-${component}`, namespace },
        { spec: { replicas: component === 'minio' ? 0 : 3 } },
      )
    }
    await settle(world.cluster)
    for (const component of seven) expect((await world.deployment(component)).status?.readyReplicas).toBe(1)
  }, 120_000)

  it('RestoreConfigMap', async () => {
    const { client } = world.cluster
    const ref = { name: 'cloudstorage-config', namespace }
    await client.patch(ConfigMap, ref, { data: { 'application.properties': 'edited', more: 'x' } })
    await settle(world.cluster)
    expect((await client.get(ConfigMap, ref)).data).toEqual({ 'application.properties': 'name=cloudstorage' })
    await client.delete(ConfigMap, ref)
    await settle(world.cluster)
    const restored = await client.get(ConfigMap, ref)
    expect(restored.data).toEqual({ 'application.properties': 'name=cloudstorage' })
    expect(restored.metadata.ownerReferences).toBeUndefined()
  }, 120_000)

  it('reverts an edited variable, a foreign container and an edited Service', async () => {
    const { client } = world.cluster
    const ref = { name: 'my-root-cloudstorage', namespace }
    const containers = [
      { name: 'cloudstorage', env: [{ name: 'FOREIGN', value: '1' }] },
      { name: 'guest', image: 'guest:1' },
    ]
    await client.patch(
      Deployment,
      ref,
      { spec: { template: { spec: { containers } } } } as never,
      { type: 'strategic' } as never,
    )
    await client.patch(Service, ref, { spec: { selector: { somebody: 'else' } } })
    await settle(world.cluster)
    const { spec } = await world.deployment('cloudstorage')
    expect(spec.template.spec!.containers.map(({ name, env = [] }) => [name, env.map((one) => one.name)])).toEqual([
      ['cloudstorage', []],
    ])
    expect((await client.get(Service, ref)).spec?.selector).not.toHaveProperty('somebody')
  }, 120_000)
})

describe('Runtime update', () => {
  it('Replicas', async () => {
    const { client } = world.cluster
    await client.patch(IotSnapRoot, rootRef, { spec: { cloudstorage: [{ replicas: 3 }] } })
    await settle(world.cluster)
    expect((await world.deployment('cloudstorage')).status?.readyReplicas).toBe(3)
    const slices = (
      await client.list(EndpointSlice, { namespace, labels: { 'kubernetes.io/service-name': 'my-root-cloudstorage' } })
    ).items
    expect(slices.flatMap(({ endpoints }) => endpoints ?? [])).toHaveLength(3)
    await client.patch(IotSnapRoot, rootRef, { spec: { cloudstorage: [{ replicas: 1 }] } })
    await settle(world.cluster)
    expect((await world.deployment('cloudstorage')).status?.readyReplicas).toBe(1)
  }, 120_000)

  it('Env and Labels', async () => {
    const { client } = world.cluster
    const spec = { env: { ZONE: 'a', LEVEL: 'info' }, labels: { team: 'blue', tier: 'root' } }
    await client.patch(IotSnapRoot, rootRef, {
      spec: { ...spec, cloudadmin: [{ env: { LEVEL: 'debug' }, labels: { team: 'red' } }] },
    })
    await settle(world.cluster)
    const of = async (component: string) => {
      const { metadata, spec: deployed } = await world.deployment(component)
      const env = deployed.template.spec!.containers[0]!.env ?? []
      const shown = env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]))
      return { env: Object.fromEntries(shown), team: metadata.labels?.['team'], tier: metadata.labels?.['tier'] }
    }
    expect(await of('cloudstorage')).toEqual({ env: { ZONE: 'a', LEVEL: 'info' }, team: 'blue', tier: 'root' })
    expect(await of('cloudadmin')).toEqual({ env: { ZONE: 'a', LEVEL: 'debug' }, team: 'red', tier: 'root' })
    expect((await of('postgres')).env).toMatchObject({ ZONE: 'a', LEVEL: 'info', PGDATA: '/data/pgdata' })
    expect((await world.root()).status?.phase).toBe('Running')
  }, 120_000)
})
