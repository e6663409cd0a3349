import { recoveries } from '@kubewright/protocol'
import { objectsOf } from '@kubewright/stack/objects'
import { protocolFromNeeds } from '@kubewright/stack/protocol'
import { describe, expect, it } from 'vitest'
import { scheduleOf } from './backup.ts'
import { componentsOf, defaultsOf } from './components.ts'
import { instancesOf } from './instances.ts'
import { IotSnapRoot, type IotSnapRootInput } from './iotsnap-root.ts'

function rootWith(spec: Partial<IotSnapRootInput['spec']> = {}): IotSnapRoot {
  return IotSnapRoot.parse({ metadata: { name: 'my-root', namespace: 'iot' }, spec }) as unknown as IotSnapRoot
}

function objects(root: IotSnapRoot, key: string) {
  const context = {
    stack: 'my-root',
    namespace: 'iot',
    component: key,
    defaults: defaultsOf(root),
    generated: { POSTGRES_PASSWORD: 'x' },
  }
  return JSON.parse(JSON.stringify(objectsOf(componentsOf(root)[key]!, context))) as Record<string, { object: any }> // oxlint-disable-line no-explicit-any
}

describe('the components of an IotSnapRoot', () => {
  it('are one of each type unless the spec lists more', () => {
    const { spec } = rootWith({ postgres: [{ env: { A: '1' } }, { replicas: 1 }, { name: 'dev-db' }], mongo: [] })
    expect(instancesOf(spec, 'postgres').map(({ key, name, claim, dataPath }) => [key, name, claim, dataPath])).toEqual(
      [
        ['postgres', 'postgres', 'postgres-pvc', 'postgres'],
        ['postgres2', 'postgres2', 'postgres2-pvc', 'postgres2'],
        ['postgres3', 'dev-db', 'dev-db-pvc', 'dev-db'],
      ],
    )
    expect(instancesOf(spec, 'mongo')).toHaveLength(1)
    expect(instancesOf(spec, 'backupserver')).toEqual([])
  })

  it('share the claim that the spec names, each in its own directory', () => {
    const root = rootWith({ 'persistent-data-claim': 'persistent-data' })
    expect(Object.keys(componentsOf(root)).filter((key) => key.startsWith('claim-'))).toEqual(['claim-persistent-data'])
    const { workload } = objects(root, 'minio')
    expect(workload!.object.spec.template.spec.volumes[0]).toEqual({
      name: 'data',
      persistentVolumeClaim: { claimName: 'persistent-data' },
    })
    expect(workload!.object.spec.template.spec.containers[0].volumeMounts[0]).toEqual({
      name: 'data',
      mountPath: '/data',
      subPath: 'minio',
    })
  })

  it('have the objects of the original operator', () => {
    const { workload, service, exposure } = objects(
      rootWith({ labels: { a: 'b' }, cloudstorage: [{ labels: { a: 'c' }, env: { X: 'y' } }] }),
      'cloudstorage',
    )
    const [container] = workload!.object.spec.template.spec.containers
    expect(workload!.object.metadata).toMatchObject({
      name: 'my-root-cloudstorage',
      namespace: 'iot',
      labels: { a: 'c', component: 'cloudstorage' },
    })
    expect(container).toMatchObject({
      name: 'cloudstorage',
      image: 'quay.extrasys.it/red-eriot/cloudstorage:1.0.8-dev',
      imagePullPolicy: 'Always',
      ports: [{ name: 'cloudstorage', containerPort: 8080 }],
      env: [{ name: 'X', value: 'y' }],
      volumeMounts: [{ name: 'config', mountPath: '/deployments/config' }],
    })
    expect(workload!.object.spec.template.spec.restartPolicy).toBe('Always')
    expect(service!.object.spec).toMatchObject({
      type: 'ClusterIP',
      ports: [{ name: 'cloudstorage', port: 8080, targetPort: 'cloudstorage' }],
    })
    expect(exposure).toBeDefined()
  })

  it('do not share variables with each other', () => {
    const root = rootWith({ env: { ALL: '1' }, postgres: [{ env: { OWN: '1' } }] })
    const names = (key: string) =>
      objects(root, key)['workload']!.object.spec.template.spec.containers[0].env.map(
        (one: { name: string }) => one.name,
      )
    expect(names('postgres')).toContain('OWN')
    expect(names('mongo')).not.toContain('OWN')
    expect(names('mongo')).toContain('ALL')
  })

  it('have the dependencies of the original operator', () => {
    const needs = Object.fromEntries(Object.entries(componentsOf(rootWith())).map(([key, one]) => [key, one.needs]))
    expect(needs).toMatchObject({
      postgres: ['claim-postgres-pvc'],
      minio: ['claim-minio-pvc'],
      cloudstorage: ['minio'],
      cloudadmin: ['postgres', 'cloudstorage'],
      agentkeeper: ['claim-agentkeeper-pvc', 'mongo', 'cloudstorage', 'cloudadmin'],
      cloudadmingui: ['cloudadmin', 'agentkeeper'],
    })
  })

  it('recover from each crash in as many steps as the protocol model of the original', () => {
    const components = componentsOf(rootWith({ 'persistent-data-claim': 'shared' }))
    const { topology } = protocolFromNeeds(
      Object.fromEntries(Object.entries(components).map(([key, { needs }]) => [key, needs])),
    )
    const up = topology.state(Object.fromEntries(Object.keys(components).map((key) => [key, 'running'])))
    const lengths = recoveries(topology, up).map(({ faults, plan }) => [faults[0]!.node, plan.lines?.length])
    expect(Object.fromEntries(lengths)).toMatchObject({
      minio: 14,
      postgres: 11,
      cloudstorage: 11,
      mongo: 8,
      cloudadmin: 8,
      agentkeeper: 5,
      cloudadmingui: 2,
    })
  })

  it('are refused with duplicate names', () => {
    expect(() => componentsOf(rootWith({ postgres: [{ name: 'mongo' }] }))).toThrow(
      'Two components are called mongo. Give one of them another name.',
    )
  })

  it('are backed up to the repository in the variables of MinIO', () => {
    const root = rootWith({
      backup: true,
      minio: [{ env: { RESTIC_REPOSITORY: 's3:https://s3.example.dev/b', BACKUP_CRON: '0 30 6 * * *' } }],
    })
    const plan = componentsOf(root)['backup-minio']
    expect(plan).toMatchObject({
      type: 'cascade',
      needs: [],
      manifest: {
        object: {
          spec: {
            schedule: '30 6 * * *',
            repository: { url: 's3:https://s3.example.dev/b', secretName: 'my-root-backupserver' },
          },
        },
      },
    })
    expect(objects(root, 'minio')['workload']!.object.spec.template.metadata.labels).toMatchObject({
      'backup.kubewright.dev/plan': 'my-root-minio',
    })
    expect(scheduleOf('@daily')).toBe('@daily')
  })

  it('are backed up with the credentials in the variables of MinIO, or with generated ones', () => {
    const given = { AWS_ACCESS_KEY_ID: 'mine', AWS_SECRET_ACCESS_KEY: 'secret' }
    const secretsOf = (root: IotSnapRoot) => {
      const server = componentsOf(root)['backupserver']
      return server?.type === 'workload' ? server.settings.secrets : undefined
    }
    expect(
      secretsOf(rootWith({ backup: true, env: { AWS_ACCESS_KEY_ID: 'all' }, minio: [{ env: given }] })),
    ).toMatchObject(given)
    expect(secretsOf(rootWith({ backup: true }))).toMatchObject({
      AWS_ACCESS_KEY_ID: 'backup',
      AWS_SECRET_ACCESS_KEY: { '~generated': { length: 32 } },
    })
  })
})

describe('the spec of an IotSnapRoot', () => {
  it('requires at least one field for each listed instance', () => {
    expect(() => rootWith({ postgres: [{}] })).toThrow('spec.postgres[0] in body should have at least 1 properties')
  })

  it('may be empty', () => {
    expect(rootWith().spec).toEqual({ registry: 'quay.extrasys.it/red-eriot', backup: false, monitoring: false })
  })

  it.each([
    { spec: { backup: 'yes' } },
    { spec: { postgres: {} } },
    { spec: { postgres: [{ replicas: 0 }] } },
    { spec: { env: { A: 1 } } },
  ])('is refused with a wrong type: $spec', ({ spec }) => {
    expect(() => rootWith(spec as never)).toThrow('spec.')
  })
})
