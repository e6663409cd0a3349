/** The components of a stack, from its object. Pure: the same object always has the same components. See decision 0377. */
import { planLabel } from '@kubewright/backup'
import {
  type Component,
  type ComponentDefaults,
  type ComponentSettings,
  component,
  fromSecret,
  generated,
  preserved,
  volume,
} from '@kubewright/stack'
import { backupCredentials, backupPlanOf, planNameOf } from './backup.ts'
import { componentTable, type ComponentType } from './component-table.ts'
import { allInstances, type Instance, instancesOf } from './instances.ts'
import type { IotSnapRoot } from './iotsnap-root.ts'
import { policiesOf } from './metrics.ts'
import { monitoringLabelsOf, monitoringsOf } from './monitoring.ts'
import { configPath, dataPath, labelKeys, operatorName, operatorVersion } from './names.ts'

export type Components = Readonly<Record<string, Component>>

/**
 * @param versions current version of each component; they differ during an upgrade
 *
 * Failure: throws an `Error` if two instances would have objects of the same name.
 */
export function componentsOf(root: IotSnapRoot, versions: Readonly<Record<string, string>> = {}): Components {
  const instances = allInstances(root.spec, versions)
  assertDistinct(instances)
  const claims = new Set(instances.filter(({ type }) => componentTable[type].hasClaim).map(({ claim }) => claim))
  const volumes = [...claims].map((claim) => [volumeKey(claim), volume({ claim })] as const)
  const workloads = instances.map((instance) => [instance.key, component(settingsOf(root, instance))] as const)
  const plans = instancesOf(root.spec, 'minio').flatMap((instance) => backupPlanOf(root, instance))
  // Plans and monitorings are applied before the pods that refer to them: the sidecars need no second rollout.
  return Object.fromEntries([...volumes, ...plans, ...monitoringsOf(root), ...workloads])
}

/** Defaults of all components. */
export function defaultsOf({ metadata, spec }: IotSnapRoot): ComponentDefaults {
  return {
    labels: { ...spec.labels, ...operatorLabels(metadata) },
    env: spec.env ?? {},
    imagePullPolicy: 'Always',
    // Consumers of MinIO tolerate five minutes without it. A component that recovers within that time is not replaced.
    replaceAfter: '5m',
  }
}

function operatorLabels({ name, namespace }: IotSnapRoot['metadata']) {
  return {
    [labelKeys.operator]: operatorName,
    [labelKeys.version]: operatorVersion,
    [labelKeys.namespace]: namespace ?? '',
    [labelKeys.root]: name,
  }
}

export function volumeKey(claim: string): string {
  return `claim-${claim}`
}

function settingsOf(root: IotSnapRoot, instance: Instance): ComponentSettings<string> {
  const { type, name, image, replicas } = instance
  const { port, isExposed } = componentTable[type]
  return {
    image,
    name,
    replicas,
    port,
    labels: labelsOf(root, instance),
    expose: isExposed,
    needs: needsOf(root, instance),
    ...(componentTable[type].hasConfig ? { config: preserved(instance.configMap, { path: configPath }) } : {}),
    ...storageOf(instance),
    ...readinessOf(instance),
    ...programOf(root, instance),
    ...policiesOf(root, instance),
  }
}

function labelsOf(root: IotSnapRoot, instance: Instance) {
  const { metadata, spec } = root
  const { type, name, labels } = instance
  return {
    ...labels,
    ...operatorLabels(metadata),
    [labelKeys.resource]: `${metadata.name}-${name}`,
    [labelKeys.component]: name,
    ...monitoringLabelsOf(root, instance),
    ...(type === 'minio' && spec.backup ? { [planLabel]: planNameOf(metadata.name, instance) } : {}),
  }
}

function needsOf({ spec }: IotSnapRoot, { type, claim }: Instance): string[] {
  const { needs, hasClaim } = componentTable[type]
  const instances = needs.flatMap((needed) => instancesOf(spec, needed)).map(({ key }) => key)
  return hasClaim ? [volumeKey(claim), ...instances] : instances
}

function storageOf({ type, claim, claimIsShared, dataPath: subPath }: Instance): Pick<ComponentSettings, 'storage'> {
  if (!componentTable[type].hasClaim) return {}
  const path = type === 'agentkeeper' ? '/deployments/temp' : dataPath
  return { storage: { claim, subPath, path, ...(claimIsShared ? { accessModes: ['ReadWriteMany'] } : {}) } }
}

function readinessOf({ type }: Instance): Pick<ComponentSettings, 'probes'> {
  const { health: path, port } = componentTable[type]
  const periodSeconds = 2
  if (path === undefined)
    return { probes: type === 'telegrafmon' ? {} : { readiness: { tcpSocket: { port }, periodSeconds } } }
  return { probes: { readiness: { httpGet: { path, port }, periodSeconds, timeoutSeconds: 6 } } }
}

type Program = Partial<Pick<ComponentSettings<string>, 'args' | 'env' | 'secrets' | 'init'>>

const postgresData = `${dataPath}/pgdata`
const databaseUser = 'iotsnap'

/** The differences between types. Variables of the object override those set here. */
function programOf(root: IotSnapRoot, instance: Instance): Program {
  const { type, env, image } = instance
  const given = programs[type]?.(root, instance) ?? {}
  const init = Object.fromEntries(
    Object.entries(given.init ?? {}).map(([name, step]) => [
      name,
      { ...step, image, env: { ...step.env, ...root.spec.env, ...env } },
    ]),
  )
  return { ...given, ...(given.init === undefined ? {} : { init }), env: { ...given.env, ...root.spec.env, ...env } }
}

const objectStore = (): Program => ({
  args: ['server', dataPath],
  env: { MINIO_CONFIG_ENV_FILE: `${configPath}/minio.env` },
})

/** Telegraf has no credentials for MinIO. While it is monitored, its metrics are readable without authentication. */
function monitoredStore({ spec }: IotSnapRoot): Program {
  const { args, env } = objectStore()
  return { args: args!, env: { ...env, ...(spec.monitoring ? { MINIO_PROMETHEUS_AUTH_TYPE: 'public' } : {}) } }
}

const programs: Partial<Record<ComponentType, (root: IotSnapRoot, instance: Instance) => Program>> = {
  postgres(_root, { key, image }) {
    const login = { POSTGRES_USER: databaseUser, POSTGRES_DB: databaseUser, PGDATA: postgresData }
    const password = { POSTGRES_PASSWORD: fromSecret(key, 'POSTGRES_PASSWORD') }
    return {
      env: login,
      secrets: { POSTGRES_PASSWORD: generated() },
      init: { initdb: { image, args: ['initdb'], env: { ...login, ...password }, sharesStorage: true } },
    }
  },
  mongo(_root, { key, image }) {
    const login = { MONGO_INITDB_ROOT_USERNAME: databaseUser }
    const password = { MONGO_INITDB_ROOT_PASSWORD: fromSecret(key, 'MONGO_INITDB_ROOT_PASSWORD') }
    return {
      env: login,
      secrets: { MONGO_INITDB_ROOT_PASSWORD: generated() },
      init: { initdb: { image, args: ['initdb'], env: { ...login, ...password }, sharesStorage: true } },
    }
  },
  minio: monitoredStore,
  backupserver(root, { key }) {
    const { args, env } = objectStore()
    const login = {
      MINIO_ROOT_USER: fromSecret(key, 'AWS_ACCESS_KEY_ID'),
      MINIO_ROOT_PASSWORD: fromSecret(key, 'AWS_SECRET_ACCESS_KEY'),
    }
    return { args: args!, env: { ...env, ...login }, secrets: backupCredentials(root) }
  },
  cloudadmin: () => ({ env: { POSTGRES_PASSWORD: fromSecret('postgres', 'POSTGRES_PASSWORD') } }),
  agentkeeper: () => ({ env: { MONGO_PASSWORD: fromSecret('mongo', 'MONGO_INITDB_ROOT_PASSWORD') } }),
  telegrafmon: () => ({ env: { POSTGRES_PASSWORD: fromSecret('postgres', 'POSTGRES_PASSWORD') } }),
}

function assertDistinct(instances: readonly Instance[]): void {
  const names = instances.map(({ name }) => name)
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  if (twice === undefined) return
  throw new Error(`Two components are called ${twice}. Give one of them another name.`)
}
