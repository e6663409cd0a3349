/** An operator as the dashboard sees it: its topics, and a way to trigger reconciles. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ReconcileRecord } from '@kubewright/controller/host'
import { type Clock, isKubewrightError, type Ref } from '@kubewright/core'
import { formatGroupResource } from '@kubewright/core/object'
import type { Manager } from '@kubewright/manager'
import { queueChannel, reconcileChannel } from '@kubewright/manager/diagnostics'
import type { ControllerDescription, ControllerState } from '@kubewright/manager/state'
import { every, replaceAll } from './collecting.ts'
import {
  cacheEntry,
  controllerEntry,
  historyEntry,
  managedClusterEntry,
  programEntry,
  queueEntries,
} from './operator-entries.ts'
import type { OpenTopic, Publisher, TopicSource } from './topic.ts'

/** An object to reconcile now, and the controller that reconciles it. */
export interface ReconcileRequest extends Ref {
  readonly controller: string
  readonly cluster?: string
}

/** An operator whose state the dashboard shows, in this process or in another one. */
export interface Operator {
  readonly topics: TopicSource
  /** Triggers a reconcile. Failure: rejects if there is no such controller, or no operator is connected. */
  reconcile(request: ReconcileRequest): Promise<void>
}

/** Poll interval, while there are viewers, for numbers without change events. Local: no request is sent. */
const lookMs = 1_000
/** Debounce: queues change with every reconcile, so they are read this long after the first change. */
const queueMs = 150
const mostHistory = 500

/** The operator of a manager in this process. Nothing is collected without viewers. */
export function operatorOf(manager: Manager, clock: Clock): Operator {
  const topics: Readonly<Record<string, OpenTopic>> = {
    program: sampled(clock, () => new Map([['program', programEntry(manager)]])),
    controllers: queued(clock, () => controllerEntries(manager)),
    queue: queued(clock, () => allQueueEntries(manager, clock.now())),
    caches: sampled(clock, () => cacheEntries(manager)),
    checks: sampled(clock, async () => {
      const results = await manager.checks.ready.run()
      return new Map(results.map((one) => [one.name, one]))
    }),
    clusters: sampled(
      clock,
      () => new Map(manager.clusters.states.map((state) => [state.name, managedClusterEntry(state)])),
    ),
    history: (publisher) => historyTopic(manager, publisher),
  }
  return {
    topics: (name, parameter) => (parameter === '' && Object.hasOwn(topics, name) ? topics[name] : undefined),
    async reconcile({ controller, cluster, ...ref }) {
      manager.trigger(controller, ref, 'the dashboard', cluster)
    },
  }
}

interface Worker {
  readonly state: ControllerState
  readonly description: ControllerDescription
  /** Absent for the home cluster. */
  readonly cluster?: string
}

/** Every controller, once per cluster: home first. */
function workersOf(manager: Manager): readonly Worker[] {
  const { controllers, clusters } = manager.state
  return [
    ...controllers.map((state) => ({ state, description: manager.describe(state.name) })),
    ...clusters.flatMap(({ name: cluster, controllers: there }) =>
      there.flatMap((state) => {
        const description = describedIn(manager, state.name, cluster)
        return description === undefined ? [] : [{ state, description, cluster }]
      }),
    ),
  ]
}

/** A cluster may be removed after its state was read. */
function describedIn(manager: Manager, controller: string, cluster: string): ControllerDescription | undefined {
  try {
    return manager.describe(controller, cluster)
  } catch (error) {
    if (isKubewrightError(error)) return undefined
    throw error
  }
}

function controllerEntries(manager: Manager): ReadonlyMap<string, unknown> {
  return new Map(
    workersOf(manager).map(({ state, description, cluster }) => [
      placed(state.name, cluster),
      { ...controllerEntry(state, description), ...inCluster(cluster) },
    ]),
  )
}

function allQueueEntries(manager: Manager, now: number): ReadonlyMap<string, unknown> {
  return new Map(
    workersOf(manager).flatMap(({ state: { name }, description, cluster }) =>
      [...queueEntries(name, description, now)].map(
        ([key, entry]) => [placed(key, cluster), { ...entry, ...inCluster(cluster) }] as const,
      ),
    ),
  )
}

function cacheEntries(manager: Manager): ReadonlyMap<string, unknown> {
  const { home } = manager.clusters
  return new Map(
    manager.clusters.list().flatMap(({ name, cache }) =>
      cache.sources.map((source) => {
        const cluster = name === home.name ? undefined : name
        const entry = { ...cacheEntry(source), ...inCluster(cluster) }
        return [placed(`${formatGroupResource(source.resource)} ${entry.scope}`, cluster), entry] as const
      }),
    ),
  )
}

function placed(key: string, cluster: string | undefined): string {
  return cluster === undefined ? key : `${key} @${cluster}`
}

function inCluster(cluster: string | undefined): { readonly cluster?: string } {
  return cluster === undefined ? {} : { cluster }
}

function sampled(
  clock: Clock,
  read: () => ReadonlyMap<string, unknown> | Promise<ReadonlyMap<string, unknown>>,
): OpenTopic {
  return (publisher) => {
    const known = new Set<string>()
    return every(clock, lookMs, async () => {
      replaceAll(publisher, known, await read())
      publisher.ready()
    })
  }
}

/** Read soon after a queue has changed, and polled in addition. */
function queued(clock: Clock, read: () => ReadonlyMap<string, unknown>): OpenTopic {
  return (publisher) => {
    const known = new Set<string>()
    let soon: Disposable | undefined
    const look = () => {
      soon = undefined
      replaceAll(publisher, known, read())
      publisher.ready()
    }
    const hear = () => {
      soon ??= clock.schedule(queueMs, look)
    }
    subscribe(queueChannel, hear)
    const regular = every(clock, lookMs, look)
    return {
      [Symbol.dispose]() {
        unsubscribe(queueChannel, hear)
        regular[Symbol.dispose]()
        soon?.[Symbol.dispose]()
      },
    }
  }
}

/** Past reconciles come from the history of the controllers; later ones are added as they end. */
function historyTopic(manager: Manager, publisher: Publisher): Disposable {
  const shown = new Set<string>()
  const add = (record: ReconcileRecord) => {
    publisher.put(record.id, historyEntry(record))
    shown.add(record.id)
    const [oldest] = shown
    if (shown.size <= mostHistory) return
    shown.delete(oldest!)
    publisher.remove(oldest!)
  }
  const hear = (message: unknown) => add(message as ReconcileRecord)
  for (const record of manager.history().slice(0, mostHistory).reverse()) add(record)
  subscribe(reconcileChannel, hear)
  publisher.ready()
  return { [Symbol.dispose]: () => void unsubscribe(reconcileChannel, hear) }
}
