/** The seven components of IotSnap Root as a stack, small enough for tests. */
import { component, defineStack, fromSecret, generated, preserved, stackStatus } from '@kubewright/stack'
import { defineResource, type ObjectOf } from '@kubewright/resource'
import { z } from 'zod'

export const IotSnap = defineResource({
  group: 'iot.example.dev',
  version: 'v1',
  kind: 'IotSnap',
  scope: 'Namespaced',
  spec: z.object({
    version: z.string().optional(),
    env: z.record(z.string(), z.string()).optional(),
    labels: z.record(z.string(), z.string()).optional(),
    replicas: z.int().optional(),
    gui: z.boolean().default(true),
    config: z.string().optional(),
    patience: z.string().optional(),
  }),
  status: z.object({ ...stackStatus }),
  conditions: ['Ready'],
})
export type IotSnap = ObjectOf<typeof IotSnap>

export const namespace = 'default'
export const root = { name: 'root', namespace }
export const names = ['postgres', 'mongo', 'minio', 'cloudstorage', 'cloudadmin', 'agentkeeper', 'gui'] as const
export type Name = (typeof names)[number]

export const needs: Readonly<Record<Name, readonly Name[]>> = {
  postgres: [],
  mongo: [],
  minio: [],
  cloudstorage: ['minio'],
  cloudadmin: ['postgres', 'cloudstorage'],
  agentkeeper: ['mongo', 'cloudstorage', 'cloudadmin'],
  gui: ['cloudadmin', 'agentkeeper'],
}

export const iotSnap = defineStack({
  for: IotSnap,
  name: 'iot-snap',
  defaults: ({ spec }) => ({
    env: spec.env,
    labels: spec.labels,
    replaceAfter: (spec.patience ?? '1m') as '1m',
    startWithin: '10m',
  }),
  components: ({ spec }, { versions }) => {
    const image = (name: Name) => `${name}:${versions[name]}`
    return {
      postgres: component({
        image: image('postgres'),
        port: 5432,
        secrets: { POSTGRES_USER: 'admin', POSTGRES_PASSWORD: generated() },
        storage: { size: '1Gi' },
      }),
      mongo: component({ image: image('mongo'), port: 27017, storage: { size: '1Gi' } }),
      minio: component({ image: image('minio'), port: 9000, storage: { size: '1Gi' }, network: 'needed' }),
      cloudstorage: component({
        image: image('cloudstorage'),
        port: 8080,
        needs: ['minio'],
        ...(spec.config === undefined ? {} : { config: preserved(spec.config) }),
        expose: true,
      }),
      cloudadmin: component({
        image: image('cloudadmin'),
        port: 8080,
        needs: ['postgres', 'cloudstorage'],
        replicas: spec.replicas,
        env: { PGPASSWORD: fromSecret('postgres', 'POSTGRES_PASSWORD') },
      }),
      agentkeeper: component({
        image: image('agentkeeper'),
        port: 8080,
        needs: ['mongo', 'cloudstorage', 'cloudadmin'],
        config: { files: { 'keeper.yaml': 'a: 1' } },
        sidecars: { log: { image: 'log:1' } },
      }),
      gui: spec.gui ? component({ image: image('gui'), port: 80, needs: ['cloudadmin', 'agentkeeper'] }) : undefined,
    }
  },
  versions: {
    '1.0': {},
    '1.1': {
      components: { mongo: '1.0' },
      upgrade: ['postgres', 'cloudstorage'],
      before: [{ name: 'migrate', image: 'migrate:1.1' }],
      after: [{ name: 'verify', image: 'verify:1.1' }],
    },
    '1.2': { components: { mongo: '1.0', cloudadmin: 'broken' }, from: ['1.1'], healthyWithin: '5m' },
    '1.3': { components: { mongo: '1.0' }, from: ['1.1'] },
  },
})
