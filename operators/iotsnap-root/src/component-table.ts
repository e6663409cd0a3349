/** The properties of each component type: the table of the original, as data. */

interface ComponentFacts {
  readonly port: number
  /** The types whose instances must all be ready first. */
  readonly needs: readonly ComponentType[]
  readonly hasClaim: boolean
  /** Whether its ConfigMap is kept in status and restored. The databases have none. */
  readonly hasConfig: boolean
  readonly isExposed: boolean
  /** The option of the IotSnapRoot that enables the component; absent for a component that is always deployed. */
  readonly when?: 'backup' | 'monitoring'
  /** The path of the health check, which includes all dependencies. Without one, an open connection is enough. */
  readonly health?: string
}

export type ComponentType =
  | 'postgres'
  | 'mongo'
  | 'minio'
  | 'cloudstorage'
  | 'cloudadmin'
  | 'agentkeeper'
  | 'cloudadmingui'
  | 'backupserver'
  | 'telegrafmon'
  | 'influxdbmon'

const service = { port: 8080, hasClaim: false, hasConfig: true, isExposed: true, health: '/health' } as const
const database = { needs: [], hasClaim: true, hasConfig: false, isExposed: false } as const

export const componentTable: Readonly<Record<ComponentType, ComponentFacts>> = {
  postgres: { ...database, port: 5432 },
  mongo: { ...database, port: 27017 },
  minio: { port: 9000, needs: [], hasClaim: true, hasConfig: true, isExposed: false, health: '/minio/health/ready' },
  cloudstorage: { ...service, needs: ['minio'] },
  cloudadmin: { ...service, needs: ['postgres', 'cloudstorage'] },
  agentkeeper: { ...service, needs: ['mongo', 'cloudstorage', 'cloudadmin'], hasClaim: true },
  cloudadmingui: { ...service, needs: ['cloudadmin', 'agentkeeper'] },
  backupserver: {
    port: 9000,
    needs: [],
    hasClaim: true,
    hasConfig: true,
    isExposed: false,
    when: 'backup',
    health: '/minio/health/ready',
  },
  influxdbmon: {
    port: 8086,
    needs: [],
    hasClaim: false,
    hasConfig: true,
    isExposed: false,
    when: 'monitoring',
    health: '/ping',
  },
  telegrafmon: {
    port: 8094,
    needs: ['influxdbmon'],
    hasClaim: false,
    hasConfig: true,
    isExposed: false,
    when: 'monitoring',
  },
}

export const componentTypes = Object.keys(componentTable) as ComponentType[]

export function hasPreservedConfig(type: ComponentType): boolean {
  return componentTable[type].hasConfig
}
