/** The resource of the original: its names, its status and its permissions. */
import { defineNodeType, defineTopology, findPlan, formatStep } from '@kubewright/protocol'
import { enabledSteps, pendingFaults } from '@kubewright/protocol/semantics'
import { describe, expect, it } from 'vitest'
import { IotSnapRoot } from './iotsnap-root.ts'
import { preservedOf } from './stack.ts'

describe('the resource IotSnapRoot', () => {
  const { spec } = IotSnapRoot.crd()
  const [version] = spec.versions

  it('has the names of the original, and a status subresource', () => {
    expect(spec).toMatchObject({
      group: 'iotsnap.red.extrasys.it',
      scope: 'Namespaced',
      names: { kind: 'IotSnapRoot', plural: 'iotsnaproots' },
    })
    expect(version).toMatchObject({ name: 'v1', subresources: { status: {} } })
  })

  it('has the fields of the original, all optional', () => {
    const schema = version?.schema?.openAPIV3Schema?.properties?.['spec']
    expect(Object.keys(schema?.properties ?? {})).toEqual(
      expect.arrayContaining([
        'persistent-data-claim',
        'installation-data-version',
        'registry',
        'labels',
        'env',
        'backup',
        'monitoring',
        'backupserver',
        'telegrafmon',
        'influxdbmon',
        'postgres',
        'mongo',
        'minio',
        'cloudstorage',
        'cloudadmin',
        'agentkeeper',
        'cloudadmingui',
      ]),
    )
    expect((schema?.required ?? []).filter((field) => schema?.properties?.[field]?.default === undefined)).toEqual([])
  })

  it('shows copies of ConfigMaps in the order of the instances, without those of databases', () => {
    const root = IotSnapRoot.parse({
      metadata: { name: 'r', namespace: 'iot' },
      spec: { minio: [{ replicas: 1 }, { configmap: 'blue' }] },
    }) as unknown as IotSnapRoot
    const status = preservedOf(root, { preserved: { blue: { data: { a: 'b' } } } })
    expect(status).toMatchObject({ minio: [{}, { configmap: { a: 'b' } }], cloudstorage: [{}] })
    expect(Object.keys(status)).not.toEqual(expect.arrayContaining(['postgres']))
    expect(Object.keys(status)).not.toEqual(expect.arrayContaining(['mongo']))
  })
})

/** Claim, MinIO and backup service, as the original designed them. */
describe('the protocol model of backups', () => {
  const Claim = defineNodeType({
    name: 'Claim',
    capabilities: ['storage'],
    initial: 'unavailable',
    states: { unavailable: {}, available: { offers: ['storage'] } },
    operations: { create: { from: 'unavailable', to: 'available' }, delete: { from: 'available', to: 'unavailable' } },
  })
  const Minio = defineNodeType({
    name: 'Minio',
    requirements: ['storage'],
    capabilities: ['data'],
    initial: 'unavailable',
    states: { unavailable: {}, running: { needs: ['storage'], offers: ['data'] }, crashed: {} },
    operations: {
      run: { from: 'unavailable', to: 'running', needs: ['storage'] },
      delete: { from: ['running', 'crashed'], to: 'unavailable' },
    },
    faults: { running: 'crashed' },
  })
  const Backup = defineNodeType({
    name: 'Backup',
    requirements: ['data'],
    initial: 'idle',
    states: { idle: {}, active: {} },
    operations: {
      backup: [
        { from: 'idle', to: 'active', needs: ['data'] },
        { from: 'active', to: 'active', needs: ['data'] },
      ],
    },
  })
  const topology = defineTopology({
    nodes: { claim: Claim, minio: Minio, backup: Backup },
    bindings: { 'minio.storage': 'claim.storage', 'backup.data': 'minio.data' },
  })

  it('needs running MinIO to make a backup, but not to keep one', () => {
    expect(findPlan(topology, { to: { backup: 'active' } }).lines).toEqual([
      'claim.create',
      'minio.run',
      'backup.backup',
    ])
    // A finished backup stays recorded when MinIO fails; the next one waits.
    const lost = topology.state({ claim: 'available', minio: 'crashed', backup: 'active' })
    expect(pendingFaults(topology, lost)).toEqual([])
    expect(enabledSteps(topology, lost).map(formatStep)).not.toContain('backup.backup')
  })
})
