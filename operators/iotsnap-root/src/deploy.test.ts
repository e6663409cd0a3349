/** The deployment tests of the original operator, under their names, and related ones. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupPlan } from '@kubewright/backup'
import { Monitoring } from '@kubewright/monitoring'
import { ConfigMap, Deployment, Ingress, Pod, type Resource, Secret, Service } from 'kubewright'
import { PersistentVolumeClaim } from 'kubewright/kubernetes/core/v1'
import { ClusterRole, RoleBinding } from 'kubewright/kubernetes/rbac/v1'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { IotSnapRoot } from './iotsnap-root.ts'
import { followPods } from './testing/follow-pods.ts'
import {
  namespace,
  prepareComponent,
  type RootCluster,
  rootRef,
  settle,
  startRootCluster,
} from './testing/root-cluster.ts'

const seven = ['agentkeeper', 'cloudadmin', 'cloudadmingui', 'cloudstorage', 'minio', 'mongo', 'postgres']
const objectsOf = (components: readonly string[]) => components.map((name) => `my-root-${name}`)

let world: RootCluster
beforeEach(async () => {
  world = await startRootCluster()
}, 60_000)
afterEach(() => world?.[Symbol.asyncDispose](), 30_000)

describe('Deploy', () => {
  it('MinDeployTest', async () => {
    await world.deploy({ 'persistent-data-claim': 'postgres-pvc' })
    expect(await world.names(Deployment)).toEqual(objectsOf(seven))
    for (const name of seven) expect((await world.deployment(name)).status?.readyReplicas).toBe(1)
    expect((await world.root()).status?.phase).toBe('Running')
  }, 120_000)

  it('FullDeployTest', async () => {
    const { client } = world.cluster
    for (const name of ['minio2', 'blue']) await prepareComponent(client, 'minio', { name })
    const custom = { labels: { tier: 'store' }, env: { LEVEL: 'debug' }, 'installation-data-version': '2.0' }
    await world.deploy({
      backup: true,
      monitoring: true,
      registry: 'registry.example.dev/iot',
      labels: { team: 'blue' },
      env: { ZONE: 'a' },
      minio: [{ replicas: 1, ...custom }, { env: { A: '1' } }, { name: 'blue', 'persistent-data-path': 'elsewhere' }],
      cloudstorage: [{ replicas: 2 }],
    })
    const all = [...seven, 'backupserver', 'blue', 'influxdbmon', 'minio2', 'telegrafmon']
    expect(await world.names(Deployment)).toEqual(objectsOf(all).sort())
    expect(await world.names(BackupPlan)).toEqual(objectsOf(['blue', 'minio', 'minio2']))
    const { metadata, spec } = await world.deployment('minio')
    expect(metadata.labels).toMatchObject({ tier: 'store', team: 'blue' })
    expect(spec.template.spec?.containers[0]?.image).toBe('registry.example.dev/iot/minio:2.0')
    expect((await world.deployment('cloudstorage')).status?.readyReplicas).toBe(2)
    expect((await world.root()).status).toMatchObject({ phase: 'Running', minio: [{}, {}, {}] })
  }, 120_000)

  it('writes nothing during an idle hour', async () => {
    await world.deploy({ monitoring: true })
    const versions = async () => {
      const found: (string | undefined)[] = []
      for (const kind of [IotSnapRoot, Deployment, Service, Ingress, Secret, ConfigMap]) {
        const { items } = await world.cluster.client.list(kind as Resource, { namespace })
        found.push(...items.map((item) => (item as Pod).metadata.resourceVersion))
      }
      return found
    }
    const before = await versions()
    await world.cluster.advance('1h')
    expect(await versions()).toEqual(before)
  }, 120_000)
})

describe('RBAC for users', () => {
  it('lets them edit or only view IotSnapRoots through the aggregated cluster roles', async () => {
    const { client } = world.cluster
    const text = await readFile(join(import.meta.dirname, '../deploy/cluster-roles.yaml'), 'utf8')
    const roles = parseAllDocuments(text).map((document) => document.toJS() as { metadata: { name: string } })
    for (const role of roles) await client.create(ClusterRole, role)
    for (const { metadata } of roles) {
      await client.create(RoleBinding, {
        metadata: { name: metadata.name, namespace },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: metadata.name },
        subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: `user-of-${metadata.name}` }],
      })
    }
    const editor = world.cluster.clientFor({ as: 'user-of-iotsnap-root-edit-admin' })
    const viewer = world.cluster.clientFor({ as: 'user-of-iotsnap-root-view' })
    await editor.create(IotSnapRoot, { metadata: rootRef, spec: {} })
    expect((await viewer.get(IotSnapRoot, rootRef)).metadata.name).toBe('my-root')
    await expect(viewer.patch(IotSnapRoot, rootRef, { spec: { backup: true } })).rejects.toThrow('forbidden')
    await expect(
      editor.create(IotSnapRoot, { metadata: { ...rootRef, name: 'other' }, spec: { backup: 'yes' } } as never),
    ).rejects.toThrow('spec.backup')
  }, 120_000)
})

describe('deployment', { timeout: 120_000 }, () => {
  it('TestMinimumDeployment', async () => {
    await world.deploy()
    expect(await world.names(Deployment)).toEqual(objectsOf(seven))
    expect(await world.names(Service)).toEqual(objectsOf(seven))
    expect(await world.names(Ingress)).toEqual(
      objectsOf(['agentkeeper', 'cloudadmin', 'cloudadmingui', 'cloudstorage']),
    )
    // The stack stores generated values in Secrets of its own.
    const secrets = (await world.names(Secret)).filter((name) => !name.includes('-kept-'))
    expect(secrets).toEqual(objectsOf(['mongo', 'postgres']))
    expect((await world.root()).status).toMatchObject({
      phase: 'Running',
      cloudstorage: [{ configmap: { 'application.properties': 'name=cloudstorage' } }],
    })
  })

  it('creates a component only after its dependencies are ready', async () => {
    await world.deploy()
    const ages = new Map<string, number>()
    for (const name of seven) ages.set(name, Date.parse((await world.deployment(name)).metadata.creationTimestamp))
    const isBefore = (one: string, two: string) =>
      expect([one, two, ages.get(one)! <= ages.get(two)!]).toEqual([one, two, true])
    isBefore('minio', 'cloudstorage')
    isBefore('cloudstorage', 'cloudadmin')
    isBefore('postgres', 'cloudadmin')
    isBefore('cloudadmin', 'agentkeeper')
    isBefore('agentkeeper', 'cloudadmingui')
  })

  it('waits for a missing ConfigMap and reports it, and deploys the components that do not need it', async () => {
    await world.cluster.client.delete(ConfigMap, { name: 'minio-config', namespace })
    await world.deploy()
    expect(await world.names(Deployment)).toEqual(objectsOf(['mongo', 'postgres']))
    expect(JSON.stringify((await world.root()).status)).toContain('minio-config')
    await world.cluster.client.create(ConfigMap, { metadata: { name: 'minio-config', namespace }, data: { a: 'b' } })
    await settle(world.cluster)
    expect(await world.names(Deployment)).toEqual(objectsOf(seven))
  })

  it('deploys several instances, each with its own objects', async () => {
    await world.cluster.client.create(PersistentVolumeClaim, {
      metadata: { name: 'test-db-pvc', namespace },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    })
    await world.deploy({ postgres: [{ env: { A: '1' } }, { name: 'test-db' }] })
    expect(await world.names(Deployment)).toEqual(objectsOf([...seven, 'test-db']).sort())
  })

  it('deletes all objects that it created, and no others, when the IotSnapRoot is deleted', async () => {
    await world.deploy({ backup: true, monitoring: true })
    const configs = (await world.names(ConfigMap)).filter((name) => !name.endsWith('-telegraf'))
    const claims = await world.names(PersistentVolumeClaim)
    await world.cluster.client.delete(IotSnapRoot, rootRef)
    await settle(world.cluster)
    for (const resource of [Deployment, Service, Ingress, Secret, Pod, BackupPlan])
      expect(await world.names(resource)).toEqual([])
    expect(await world.names(ConfigMap)).toEqual(configs)
    expect(await world.names(PersistentVolumeClaim)).toEqual(claims)
    const [config] = (await world.cluster.client.list(ConfigMap, { namespace })).items
    expect(config?.metadata.ownerReferences ?? []).toEqual([])
  })

  it('deploys backup and monitoring while they are enabled', async () => {
    await world.deploy()
    const { client } = world.cluster
    await client.patch(IotSnapRoot, rootRef, { spec: { backup: true, monitoring: true } })
    await settle(world.cluster)
    expect(await world.names(Deployment)).toEqual(
      objectsOf([...seven, 'backupserver', 'influxdbmon', 'telegrafmon']).sort(),
    )
    expect(await world.names(BackupPlan)).toEqual(['my-root-minio'])
    expect(await world.names(Monitoring)).toEqual(['my-root-minio', 'my-root-services'])
    await client.patch(IotSnapRoot, rootRef, { spec: { backup: false, monitoring: false } })
    await settle(world.cluster)
    expect(await world.names(Deployment)).toEqual(objectsOf(seven))
    expect(await world.names(BackupPlan)).toEqual([])
    expect(await world.names(Monitoring)).toEqual([])
  })

  it('enables and disables backup and monitoring with one rollout of MinIO each time', async () => {
    await world.deploy()
    const { client } = world.cluster
    await using minio = followPods(world.cluster.client, namespace, 'minio')
    await using storage = followPods(client, namespace, 'cloudstorage')
    const containers = async (component: string) => {
      const { items } = await client.list(Pod, { namespace, labels: { component } })
      return items.map(({ spec }) => spec.containers.map(({ name }) => name))
    }
    const steps = [
      { spec: { backup: true }, expected: ['minio', 'backup-agent'] },
      { spec: { monitoring: true }, expected: ['minio', 'backup-agent', 'telegraf'] },
      { spec: { backup: false, monitoring: false }, expected: ['minio'] },
      { spec: { backup: true, monitoring: true }, expected: ['minio', 'backup-agent', 'telegraf'] },
      { spec: { backup: false }, expected: ['minio', 'telegraf'] },
    ]
    await settle(world.cluster)
    expect(minio.created.size).toBe(1)
    for (const [place, { spec, expected }] of steps.entries()) {
      await client.patch(IotSnapRoot, rootRef, { spec })
      await settle(world.cluster)
      await world.cluster.advance('5m')
      expect([await containers('minio'), minio.created.size]).toEqual([[expected], place + 2])
    }
    // The stack does not manage the backup.
    expect([await containers('cloudstorage'), storage.created.size]).toEqual([[['cloudstorage', 'telegraf']], 4])
  })

  it('deploys with backup and monitoring enabled, without a second rollout', async () => {
    await using minio = followPods(world.cluster.client, namespace, 'minio')
    await world.deploy({ backup: true, monitoring: true })
    await world.cluster.advance('5m')
    expect(minio.created.size).toBe(1)
    expect((await world.root()).status?.phase).toBe('Running')
  })
})
