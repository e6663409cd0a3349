/**
 * Metrics of a ring, from every replica. The names are public:
 *
 * - `kubewright_shard_held` {ring, shard}: whether this process holds its shard lease.
 * - `kubewright_shard_drained_total` {ring, shard}: objects this process released.
 * - `kubewright_ring_refused_deeds` {ring}: operations the ring needs and the server denies this process; the log and
 *   readiness name them, and what to grant.
 * - `kubewright_ring_leader` {ring}: whether this process leads; only the leader exports the metrics below.
 * - `kubewright_ring_shard_state` {ring, shard, state}: the state of each shard; 1 for the current state.
 * - `kubewright_ring_share` {ring, shard}: each shard's fraction of the ring.
 * - `kubewright_ring_assigned_objects` {ring, shard}: objects each shard may act on.
 * - `kubewright_ring_moving_objects` {ring}: objects whose shard was asked to release them.
 * - `kubewright_ring_astray_objects` {ring}: misplaced objects, whatever they wait for.
 * - `kubewright_ring_oldest_move_timestamp_seconds` {ring}: since when the first of them has been misplaced; 0 if there are
 *   none.
 * - `kubewright_ring_pending_objects` {ring}: objects that wait to be evaluated.
 * - `kubewright_ring_unlisted_kinds` {ring}: kinds that currently cannot be listed; the log and the ring's status have the
 *   reason.
 * - `kubewright_ring_assignments_total`, `_moves_total`, `_drains_total`, `_restores_total`, `_takeovers_total`, `_lists_total` {ring}.
 */
import { gaugeOf, type MetricFamily, type MetricSource, type NumberSample } from '@kubewright/core/metrics'
import type { Drainer } from '../shard/drainer.ts'
import type { MissingPermissions } from '../missing-permissions.ts'
import type { KnownShards } from '../sharder/known-shards.ts'
import type { ResolvedShardOptions } from '../shard/shard-options.ts'
import { shardStates } from '../ring/shard-state.ts'
import type { Sharder } from '../sharder/sharder.ts'

export interface Measured {
  readonly drainer: Drainer
  readonly isHeld: () => boolean
  readonly permissions: MissingPermissions
  readonly shards: () => KnownShards | undefined
  readonly sharder: () => Sharder | undefined
}

export function shardingMetrics(
  { ring, shard, isShard }: Pick<ResolvedShardOptions, 'ring' | 'shard' | 'isShard'>,
  measured: Measured,
): MetricSource {
  return {
    collect: () => [
      ...(isShard ? ofShard(ring, shard, measured) : []),
      gaugeOf(head('kubewright_ring_leader', 'Whether this process is the sharder: 0 or 1.', ['ring']), [
        [[ring], measured.sharder() === undefined ? 0 : 1],
      ]),
      gaugeOf(
        head('kubewright_ring_refused_deeds', 'Permissions that sharding needs and the API server denies.', ['ring']),
        [[[ring], measured.permissions.size]],
      ),
      ...ofRing(ring, measured),
    ],
  }
}

function ofShard(ring: string, shard: string, { drainer, isHeld }: Measured): readonly MetricFamily[] {
  const labels = ['ring', 'shard']
  return [
    gaugeOf(head('kubewright_shard_held', 'Whether this process holds its shard lease: 0 or 1.', labels), [
      [[ring, shard], isHeld() ? 1 : 0],
    ]),
    counterOf(head('kubewright_shard_drained_total', 'Objects that this process released.', labels), [
      { labels: { ring, shard }, value: drainer.drained },
    ]),
  ]
}

function ofRing(ring: string, { shards: shardsOf, sharder: sharderOf }: Measured): readonly MetricFamily[] {
  const [shards, sharder] = [shardsOf(), sharderOf()]
  if (shards === undefined || sharder === undefined) return []
  const [ofShards, ofAll] = [['ring', 'shard'], ['ring']]
  const { counts, misplaced } = sharder.mover
  const totals = {
    assignments: counts.assignments,
    moves: counts.moves,
    drains: counts.drains,
    restores: counts.restores,
    takeovers: sharder.keeper.takeovers,
    lists: sharder.lists,
  }
  const states = shards.names.flatMap((shard) =>
    shardStates.map((state) => [[ring, shard, state], shards.assess(shard)?.state === state ? 1 : 0] as const),
  )
  return [
    gaugeOf(
      head('kubewright_ring_shard_state', 'The state of each shard: 1 for the current state.', [...ofShards, 'state']),
      states,
    ),
    gaugeOf(
      head('kubewright_ring_share', 'The share of the ring of each shard, from 0 to 1.', ofShards),
      shards.names.map((shard) => [[ring, shard], sharder.ring.shareOf(shard)] as const),
    ),
    gaugeOf(
      head('kubewright_ring_assigned_objects', 'Objects that each shard may act on.', ofShards),
      shards.names.map((shard) => [[ring, shard], sharder.objects.heldBy(shard)] as const),
    ),
    gaugeOf(head('kubewright_ring_moving_objects', 'Objects that are being drained.', ofAll), [
      [[ring], sharder.mover.draining],
    ]),
    gaugeOf(head('kubewright_ring_astray_objects', 'Objects that are not on their shard.', ofAll), [
      [[ring], misplaced.length],
    ]),
    gaugeOf(
      head(
        'kubewright_ring_oldest_move_timestamp_seconds',
        'Start time of the oldest unfinished move, in seconds since the Unix epoch; 0 if there is none.',
        ofAll,
      ),
      [[[ring], (misplaced[0]?.since ?? 0) / 1_000]],
    ),
    gaugeOf(head('kubewright_ring_pending_objects', 'Objects in the queue of the sharder.', ofAll), [
      [[ring], sharder.mover.pending],
    ]),
    gaugeOf(head('kubewright_ring_unlisted_kinds', 'Kinds that the sharder cannot list.', ofAll), [
      [[ring], sharder.problems.length],
    ]),
    ...Object.entries(totals).map(([what, value]) =>
      counterOf(
        head(`kubewright_ring_${what}_total`, `Number of ${what} since this process became the sharder.`, ofAll),
        [{ labels: { ring }, value }],
      ),
    ),
  ]
}

function head(name: string, help: string, labelNames: readonly string[]) {
  return { name, help, labelNames }
}

function counterOf(family: ReturnType<typeof head>, samples: readonly NumberSample[]): MetricFamily {
  return { ...family, type: 'counter', samples }
}
