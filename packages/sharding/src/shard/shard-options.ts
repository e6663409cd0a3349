/** The options of a shard, and their defaults. */
import { type Duration, toMs } from '@kubewright/core'
import { type AnyLabelSelector, formatLabelSelector } from '@kubewright/core/selectors'
import { type LeaseTiming, type LeaseTimingOptions, leaseTiming } from '@kubewright/lease'
import { shardingErrors } from '../errors.ts'
import { assertNamespace, assertRingName, assertShardName } from '../names.ts'
import { type RingConfiguration, shortestSyncMs } from '../ring/ring-configuration.ts'
import { assertShardForm } from './shard-form.ts'

/** Options of `shard`. */
export interface ShardOptions extends LeaseTimingOptions {
  /** Name of the ring, in labels and leases: the same for all replicas, and used by no other program. */
  readonly ring: string
  /** Namespace of the leases. */
  readonly namespace: string
  /** The name of this shard: `hostname()`. Two processes with the same name never act at once. */
  readonly identity: string
  /**
   * The role of this process: `shard` reconciles its part of the objects, `sharder` distributes them (one sharder leads),
   * `both` does both.
   *
   * @default 'both'
   */
  readonly mode?: 'shard' | 'sharder' | 'both'
  /** How long a reconcile may continue once its object is to move to another shard; then it is aborted. @default '30s' */
  readonly drainWithin?: Duration
  /**
   * How long the objects of a stopped shard are reserved for a shard of the same name, as in a rolling update of a
   * StatefulSet. If it returns in time, no object moves.
   *
   * @default '0s', they go to others at once
   */
  readonly reserveFor?: Duration
  /** The namespaces to shard, as a label selector. @default all */
  readonly namespaceSelector?: AnyLabelSelector
  /** How many objects may move concurrently. @default 100 */
  readonly concurrentMoves?: number
  /** How often everything is listed, even without changes. @default '5m' */
  readonly syncEvery?: Duration
  /**
   * Whether a `ControllerRing` shows the state of the ring and can configure it, if that kind is installed.
   *
   * @default true
   */
  readonly resource?: boolean
}

export interface ResolvedShardOptions extends RingConfiguration {
  readonly ring: string
  readonly namespace: string
  readonly shard: string
  readonly isShard: boolean
  readonly isSharder: boolean
  readonly timing: LeaseTiming
  readonly hasResource: boolean
}

/** May come from the environment, where types are not checked. */
const modes: readonly string[] = ['shard', 'sharder', 'both']

/** Failure: `KW_SHARDING_NAME`, `KW_SHARDING_OPTION`, `KW_LEASE_OPTION`. */
export function resolveShardOptions(options: ShardOptions): ResolvedShardOptions {
  assertShardForm(options)
  const { ring, namespace, identity, mode = 'both', namespaceSelector } = options
  const { drainWithin = '30s', reserveFor = '0s', concurrentMoves = 100, syncEvery = '5m' } = options
  assertRingName(ring)
  assertNamespace(namespace)
  assertShardName(identity)
  if (!modes.includes(mode)) throw noMode(mode)
  if (!Number.isInteger(concurrentMoves) || concurrentMoves < 1) throw outOfRange('concurrentMoves', concurrentMoves)
  if (!(toMs(syncEvery) >= shortestSyncMs)) throw outOfRange('syncEvery', syncEvery)
  return {
    ring,
    namespace,
    shard: identity,
    isShard: mode !== 'sharder',
    isSharder: mode !== 'shard',
    timing: leaseTiming(options),
    drainWithinMs: toMs(drainWithin),
    reservedMs: toMs(reserveFor),
    namespaceSelector: namespaceSelector === undefined ? undefined : formatLabelSelector(namespaceSelector),
    concurrentMoves,
    syncEveryMs: toMs(syncEvery),
    hasResource: options.resource ?? true,
  }
}

function noMode(given: unknown): Error {
  return shardingErrors('KW_SHARDING_OPTION', {
    what: `use the mode ${JSON.stringify(given)} for a shard`,
    why: 'there is no such mode',
    next: `Choose one of ${modes.join(', ')}; left out, it is both.`,
    details: { option: 'mode', given },
  })
}

function outOfRange(option: string, given: unknown): Error {
  return shardingErrors('KW_SHARDING_OPTION', {
    what: `use ${option} ${JSON.stringify(given)} for a shard`,
    why: option === 'syncEvery' ? 'it is less than a second' : 'it is not a whole number above zero',
    next: "Leave it out: the defaults are `concurrentMoves: 100` and `syncEvery: '5m'`.",
    details: { option, given },
  })
}
