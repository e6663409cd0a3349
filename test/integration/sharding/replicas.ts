/** Shared helpers for tests of sharded managers: replicas of one operator on one cluster. */
import { type RecordedLog, recordedLog } from '@kubewright/core/testing'
import { type Controller, defineController, done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { manifest } from '@kubewright/resource'
import { assignmentAnnotation, drainLabel, shard, shardLabel, type ShardOptions } from '@kubewright/sharding'
import type { Cluster } from '@kubewright/testing'
import { managerOn, rest } from '../manager/managed.ts'

export const ring = 'maps'

export interface Replica {
  readonly name: string
  readonly manager: ReturnType<typeof managerOn>
  /** The reconciled objects, oldest first. */
  readonly reconciled: string[]
  readonly tokens: (string | undefined)[]
  /** Reconciles await this. */
  readonly waits: { until: Promise<void> | undefined }
  /** Resolves to the error of `run`, if it rejected. */
  readonly ended: Promise<unknown>
  readonly log: RecordedLog
  stop(): void
}

export interface ReplicaOptions extends Partial<ShardOptions> {
  readonly when?: () => boolean
  /** In addition to the controller of maps. */
  readonly controllers?: readonly Controller[]
}

export function replica(cluster: Cluster, name: string, options: ReplicaOptions = {}): Replica {
  const { when, controllers = [], ...sharding } = options
  const reconciled: string[] = []
  const tokens: (string | undefined)[] = []
  const waits: Replica['waits'] = { until: undefined }
  const maps = defineController({
    name: 'maps',
    for: ConfigMap,
    // Excludes the cluster's own map.
    scope: { fields: 'metadata.name!=kube-apiserver-legacy-service-account-token-tracking' },
    owns: [Secret],
    ...(when === undefined ? {} : { when }),
    async reconcile({ metadata }, { own, fencingToken, signal }) {
      tokens.push(fencingToken)
      reconciled.push(metadata.name)
      if (waits.until !== undefined) {
        await Promise.race([waits.until, new Promise((resolve) => signal.addEventListener('abort', resolve))])
      }
      await own({ secret: manifest(Secret, { metadata: { name: `${metadata.name}-child` }, stringData: { a: 'b' } }) })
      return done()
    },
  })
  const log = recordedLog()
  const manager = managerOn(cluster, {
    identity: name,
    controllers: [maps, ...controllers],
    coordination: shard({ ring, namespace: 'default', identity: name, ...sharding }),
    permissions: 'skip',
    log: log.log,
  })
  const stop = new AbortController()
  const ended = manager.run(stop.signal).then(
    () => undefined,
    (error: unknown) => error,
  )
  return { name, manager, reconciled, tokens, waits, ended, log, stop: () => stop.abort() }
}

export async function create(cluster: Cluster, ...names: readonly string[]): Promise<void> {
  for (const name of names) await cluster.client.create(ConfigMap, { metadata: { name, namespace: 'default' } })
}

export interface Place {
  readonly shard: string
  readonly note: string
  readonly isDraining: boolean
}

/** The placement of each map. */
export async function places(cluster: Cluster): Promise<Map<string, Place>> {
  const { items } = await cluster.client.list(ConfigMap, { namespace: 'default' })
  return new Map(
    items.map(({ metadata: { name, labels = {}, annotations = {} } }) => [
      name,
      {
        shard: labels[shardLabel(ring)] ?? '',
        note: annotations[assignmentAnnotation(ring)] ?? '',
        isDraining: labels[drainLabel(ring)] !== undefined,
      },
    ]),
  )
}

/** Advances the clock in small steps, so that all replicas make progress. */
export async function pass(cluster: Cluster, seconds: number, ...replicas: readonly Replica[]): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await cluster.advance('1s')
    await rest(cluster, ...replicas.map(({ manager }) => manager))
  }
}

export async function stopAll(cluster: Cluster, ...replicas: readonly Replica[]): Promise<void> {
  for (const one of replicas) one.stop()
  for (let turn = 0; turn < 20; turn++) await cluster.advance('1s')
  await Promise.all(replicas.map(({ ended }) => ended))
}
