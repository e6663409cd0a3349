/** The form of the options of `shard`. */
import { type Form, form, formatProblems } from '@kubewright/core/input'
import { timingForms } from '@kubewright/lease'
import { shardingErrors } from '../errors.ts'
import type { ShardOptions } from './shard-options.ts'

const { anything, flag, count, duration, fields } = form

const known = {
  ...timingForms,
  // Names and modes are validated where they are used.
  ring: anything,
  namespace: anything,
  identity: anything,
  mode: anything,
  drainWithin: duration,
  reserveFor: duration,
  namespaceSelector: anything,
  concurrentMoves: count,
  syncEvery: duration,
  resource: flag,
} satisfies Record<keyof ShardOptions, Form>

const shard = fields({}, known, 'the options of shard()')

/** Failure: `KW_SHARDING_OPTION`, with every problem. */
export function assertShardForm(options: unknown): void {
  const problems = shard(options, '')
  if (problems.length === 0) return
  throw shardingErrors('KW_SHARDING_OPTION', {
    what: 'shard the controllers',
    why: formatProblems(problems),
    next: "Correct these options. The required ones are: shard({ ring: 'websites', namespace: 'web-system', identity: hostname() }).",
    details: { problems },
  })
}
