/** Shards that a program runs itself, such as those of a demo: a viewer may kill one and watch the failover. */
import type { Clock } from '@kubewright/core'
import type { JsonObject } from '@kubewright/core/json'
import { every, replaceAll } from './collecting.ts'
import { dashboardErrors } from './errors.ts'
import type { OpenTopic } from './topic.ts'

/** Implemented by a program that runs shards as child processes. */
export interface ShardControl {
  list(): readonly ShardProcessEntry[]
  /** Kills it without warning, like a lost node. */
  kill(shard: string): void
  /** Starts a stopped shard. */
  start(shard: string): void
}

/** Topic `shard-processes`, by name. */
export interface ShardProcessEntry {
  readonly shard: string
  readonly isRunning: boolean
}

const lookMs = 500

export function shardProcessTopic(control: ShardControl, clock: Clock): OpenTopic {
  return (publisher) => {
    const known = new Set<string>()
    return every(clock, lookMs, () => {
      replaceAll(publisher, known, new Map(control.list().map(({ shard, isRunning }) => [shard, { shard, isRunning }])))
      publisher.ready()
    })
  }
}

/** Failure: `KW_DASHBOARD_REQUEST` if there is no such shard, or it is already in that state. */
export function controlShard(control: ShardControl | undefined, action: 'kill' | 'start', { shard }: JsonObject): void {
  const found = control?.list().find((one) => one.shard === shard)
  const why =
    control === undefined
      ? 'this program runs no shards of its own'
      : found === undefined
        ? `this program runs no shard ${JSON.stringify(shard ?? null)}`
        : found.isRunning === (action === 'kill')
          ? undefined
          : `${found.shard} ${found.isRunning ? 'is running already' : 'is not running'}`
  if (why === undefined) return control![action](found!.shard)
  throw dashboardErrors('KW_DASHBOARD_REQUEST', {
    what: `${action} a shard`,
    why,
    next: 'Kill a running shard, or start a stopped one.',
    details: { action: `${action}-shard` },
  })
}
