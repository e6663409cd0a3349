/** The status of a `ControllerRing`, computed from the state of the leading sharder. Pure. */
import { type Condition, no, setCondition, type Verdict, yes } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import { formatTime } from '@kubewright/core/time'
import type { StatusOf } from '@kubewright/resource'
import type { ControllerRing } from '../ring/controller-ring.ts'
import type { ShardState } from '../ring/shard-state.ts'
import type { PendingMove } from '../sharder/pending-moves.ts'

type Written = NonNullable<StatusOf<typeof ControllerRing>>

export interface RingFacts {
  readonly leader: string
  readonly shards: readonly ShardFacts[]
  readonly objects: number
  /** Whether everything was listed since this process leads. */
  readonly isComplete: boolean
  /** Why some kinds currently cannot be listed. */
  readonly unlisted: readonly string[]
  /** Why objects of some kinds currently cannot be marked. */
  readonly refused: readonly string[]
  /** Which shards reconcile which kinds, once they have differed for a while. */
  readonly unlike: string | undefined
  /** Misplaced objects, the longest waiting first. */
  readonly moves: readonly PendingMove[]
  /** Why the spec is not in force. */
  readonly problem: string | undefined
}

export interface ShardFacts {
  readonly name: string
  readonly state: ShardState
  /** From 0 to 1. */
  readonly share: number
  readonly objects: number
}

const movesShown = 20
/** Objects are usually assigned within moments: faster moves are not worth a condition. */
const worthTellingMs = 5_000

export interface Before {
  readonly status?: Written | undefined
  readonly generation: number | undefined
}

/** The new status; `undefined` if it has not changed. */
export function ringStatus(facts: RingFacts, { status, generation }: Before, now: number): Written | undefined {
  const late = facts.moves.filter(({ since }) => now - since >= worthTellingMs)
  const next: Written = {
    leader: facts.leader,
    shards: facts.shards.map(({ name, state, share, objects }) => ({ name, state, share: percent(share), objects })),
    readyShards: facts.shards.filter(({ state }) => state === 'ready').length,
    objects: facts.objects,
    moving: late.length,
    moves: late.slice(0, movesShown).map(moveOf),
    conditions: conditionsOf(facts, late.length, { status, generation }, now) as never,
    ...(generation === undefined ? {} : { observedGeneration: generation }),
  }
  return status !== undefined && deepEqual(next as never, status as never) ? undefined : next
}

function conditionsOf(facts: RingFacts, late: number, { status, generation }: Before, now: number) {
  const verdicts = { Ready: ready(facts), Balanced: balanced(facts, late), Configured: configured(facts) }
  return Object.entries(verdicts).reduce<readonly Condition[]>(
    (conditions, [type, verdict]) =>
      setCondition(conditions, { type, ...verdict, observedGeneration: generation }, now),
    (status?.conditions ?? []) as readonly Condition[],
  )
}

function ready({ shards, isComplete, unlisted, refused, unlike }: RingFacts): Verdict {
  const count = shards.filter(({ state }) => state === 'ready').length
  if (count === 0) return no('NoShards', 'No shard is ready: nothing is reconciled.')
  if (unlisted.length > 0)
    return no(
      'CannotList',
      `Objects of some kinds are not assigned, because the sharder cannot list them: ${unlisted.join('; ')}`,
    )
  if (refused.length > 0)
    return no(
      'CannotMark',
      `Objects of some kinds are not assigned, because the sharder may not label them: ${refused.join('; ')}`,
    )
  if (unlike !== undefined) return no('MismatchedShards', unlike)
  if (!isComplete) return no('Listing', 'The sharder has not finished its initial list.')
  return yes('Sharing', `${count === 1 ? '1 shard is' : `${count} shards are`} ready.`)
}

function balanced({ isComplete }: RingFacts, late: number): Verdict {
  if (!isComplete) return no('Listing', 'The sharder has not finished its initial list.')
  if (late > 0) return no('Moving', 'Objects are being moved to other shards.')
  return yes('AllInPlace', 'Every object is on its shard.')
}

function configured({ problem }: RingFacts): Verdict {
  if (problem !== undefined)
    return no('InvalidSpec', `The spec cannot be applied, the last valid configuration stays in force: ${problem}`)
  return yes('InForce', '')
}

function moveOf({ kind, namespace, name, from, to, since }: PendingMove) {
  return {
    kind,
    ...(namespace === undefined ? {} : { namespace }),
    name,
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
    since: formatTime(since),
  }
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))}%`
}
