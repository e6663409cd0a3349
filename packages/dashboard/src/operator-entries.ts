/** The entries of the topics about an operator: the content of the Operators page. Part of the versioned API. */
import { isKubewrightError } from '@kubewright/core'
import { formatReason, type Reason } from '@kubewright/controller'
import { type ReconcileRecord, wakingReasons, type WrittenObject } from '@kubewright/controller/host'
import type { Manager } from '@kubewright/manager'
import type { ClusterState } from '@kubewright/manager/clusters'
import type { CheckResult } from '@kubewright/manager/health'
import type { ControllerDescription, ControllerState } from '@kubewright/manager/state'
import type { Source } from '@kubewright/cache'

/** Topic `program`, key `program`. */
export interface ProgramEntry {
  readonly phase: string
  readonly isActing: boolean
  /** The lease holder's identity, or empty. */
  readonly holder: string
  readonly hotLoops: readonly { readonly controller: string; readonly object: string; readonly reconciles: number }[]
  readonly missingPermissions: number
  readonly clusters: readonly { readonly name: string; readonly phase: string }[]
}

/** Topic `controllers`, by name; a multi-cluster controller has an entry per cluster. */
export interface ControllerEntry {
  readonly name: string
  /** Absent for the home cluster. */
  readonly cluster?: string
  readonly for: KindEntry
  readonly owns: readonly KindEntry[]
  readonly isWarm: boolean
  readonly isWorking: boolean
  readonly concurrency: number
  readonly waiting: number
  readonly delayed: number
  readonly running: number
}

/** Topic `clusters`, by name: the manager's clusters besides its own. */
export interface ManagedClusterEntry {
  readonly name: string
  /** `connecting`, `connected`, `away`, `unauthorized` or `refused`. */
  readonly phase: string
  /** The uid of its namespace `kube-system`, once it is known. */
  readonly identity?: string
  /** Why it is not connected. */
  readonly failure?: string
  /** The latency of the last successful request. */
  readonly latencyMs?: number
  readonly labels: readonly (readonly [string, string])[]
  readonly controllers: readonly string[]
}

/** The group, version and kind of a controller's or cache's objects. */
export interface KindEntry {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** Topic `queue`, by controller and object: running and queued keys. */
export interface QueueEntry {
  readonly controller: string
  readonly cluster?: string
  readonly object: string
  readonly standing: 'running' | 'waiting' | 'delayed'
  /** When it started to run or wait; when it is due if it is delayed. Milliseconds since the epoch. */
  readonly at: number
  readonly reasons: readonly string[]
  readonly failures: number
}

/** Topic `history`, by the id of the reconcile. */
export interface HistoryEntry {
  readonly controller: string
  readonly cluster?: string
  readonly namespace?: string | undefined
  readonly name: string
  readonly startedAt: number
  readonly durationMs: number
  readonly reasons: readonly string[]
  readonly outcome: 'success' | 'again' | 'paused' | 'gone' | 'error'
  readonly afterMs?: number
  readonly writes: { readonly sent: number; readonly changed: number }
  readonly written: readonly WrittenObject[]
  readonly error?: ErrorEntry
  readonly notAwaited?: readonly string[]
}

/** The error of a failed reconcile. */
export interface ErrorEntry {
  readonly message: string
  /** `KW_…`, if it is a Kubewright error: `kubewright explain` describes it. */
  readonly code?: string
  readonly isTerminal: boolean
  readonly isTimeout: boolean
}

/** Topic `caches`, by kind and scope. */
export interface CacheEntry {
  readonly cluster?: string
  readonly kind: KindEntry
  readonly scope: string
  readonly objects: number
  readonly phase: string
  readonly isSynced: boolean
  readonly failure?: string
}

/** Topic `checks`, by name: readiness. */
export type CheckEntry = CheckResult

const longestMessage = 4_000

export function programEntry({ state }: Pick<Manager, 'state'>): ProgramEntry {
  const { phase, standing, hotLoops, missingPermissions = [], clusters } = state
  return {
    phase,
    isActing: standing.isActing,
    holder: holderOf(standing),
    hotLoops: hotLoops.map(({ controller, object, reconciles }) => ({ controller, object: keyOf(object), reconciles })),
    missingPermissions: missingPermissions.length,
    clusters: clusters.map(({ name, phase: at }) => ({ name, phase: at })),
  }
}

function holderOf(standing: object): string {
  const { holder } = standing as { readonly holder?: unknown }
  return typeof holder === 'string' ? holder : ''
}

export function managedClusterEntry(state: ClusterState): ManagedClusterEntry {
  const { name, phase, identity, failure, latencyMs, labels, controllers } = state
  const why = failure instanceof Error ? failure.message : String(failure)
  return {
    name,
    phase,
    ...(identity === undefined ? {} : { identity }),
    ...(failure === undefined ? {} : { failure: why.slice(0, longestMessage) }),
    ...(latencyMs === undefined ? {} : { latencyMs: Math.round(latencyMs * 10) / 10 }),
    labels: Object.entries(labels),
    controllers: controllers.map((one) => one.name),
  }
}

export function controllerEntry(state: ControllerState, description: ControllerDescription): ControllerEntry {
  const { queue, for: kind, owns, concurrency } = description
  const counts = { waiting: queue.waiting.count, delayed: queue.delayed.count, running: queue.running.count }
  return { ...state, for: kind, owns, concurrency, ...counts }
}

/** Times are absolute, by the server's clock, so that an unchanged entry stays equal to itself. */
export function queueEntries(
  controller: string,
  { queue }: ControllerDescription,
  now: number,
): ReadonlyMap<string, QueueEntry> {
  const entries = new Map<string, QueueEntry>()
  const add = (
    standing: QueueEntry['standing'],
    at: number,
    one: { key: string; reasons: readonly Reason[]; failures: number },
  ) =>
    entries.set(`${controller} ${one.key}`, {
      controller,
      object: one.key,
      standing,
      at: roundTime(at),
      reasons: reasonTexts(one.reasons),
      failures: one.failures,
    })
  for (const one of queue.delayed.items) add('delayed', now + one.dueInMs, one)
  for (const one of queue.waiting.items) add('waiting', now - one.forMs, one)
  for (const one of queue.running.items) add('running', now - one.forMs, one)
  return entries
}

const mostReasons = 5

/** Repeated reasons are collapsed, with a count. */
function reasonTexts(reasons: readonly Reason[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const reason of reasons) {
    const text = formatReason(reason)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts].slice(0, mostReasons).map(([text, count]) => (count === 1 ? text : `${text} ×${count}`))
}

/** Values computed from two clocks jitter by a few milliseconds. */
function roundTime(ms: number): number {
  return Math.round(ms / 100) * 100
}

export function historyEntry(record: ReconcileRecord): HistoryEntry {
  const {
    controller,
    cluster,
    object,
    startedAt,
    durationMs,
    reasons,
    result,
    writes,
    written = [],
    notAwaited,
  } = record
  const failed = result.type === 'error'
  return {
    controller,
    ...(cluster === undefined ? {} : { cluster }),
    ...object,
    startedAt,
    durationMs,
    reasons: reasonTexts(wakingReasons(reasons)),
    outcome: result.type === 'requeue_after' ? 'again' : result.type,
    ...(result.type === 'requeue_after' ? { afterMs: result.afterMs } : {}),
    writes,
    written,
    ...(failed ? { error: errorEntry(result.error, result) } : {}),
    ...(notAwaited === undefined ? {} : { notAwaited }),
  }
}

function errorEntry(error: unknown, result: { readonly isTerminal: boolean; readonly isTimeout: boolean }): ErrorEntry {
  const message = error instanceof Error ? error.message : String(error)
  const { isTerminal, isTimeout } = result
  const code = isKubewrightError(error) ? { code: error.code } : {}
  return { message: message.slice(0, longestMessage), isTerminal, isTimeout, ...code }
}

export function cacheEntry({ resource, scope, state, isSynced, size }: Source & { readonly size: number }): CacheEntry {
  const { group, version, kind } = resource
  const parts = [scope.namespace, scope.labels, scope.fields].filter((part) => part !== undefined && part !== '')
  return {
    kind: { group, version, kind },
    scope: parts.join(' '),
    objects: size,
    phase: state.phase,
    isSynced,
    ...(state.phase === 'failing' ? { failure: state.failure.message } : {}),
  }
}

export function keyOf({ namespace, name }: { readonly namespace?: string | undefined; readonly name: string }): string {
  return namespace === undefined ? name : `${namespace}/${name}`
}
