/** Every guard of replication, and the source edit that removes it: the simulation must detect the removal. */
import type { Incident } from './story.ts'

export interface Guard {
  /** The defect of a replicator without the guard. */
  readonly name: string
  /** From the folder of the sources. */
  readonly file: string
  /** Occurs once in the file. */
  readonly from: string
  readonly to: string
  /** The first seed that is played. @default 1 */
  readonly first?: number
  /** The incidents that reveal the defect soonest. @default any story */
  readonly only?: readonly Incident['do'][]
}

export const guards: readonly Guard[] = [
  {
    name: 'changes objects whatever their origin',
    file: 'decide.ts',
    from: 'if (replica !== undefined && originOf(replica) !== origin) return',
    to: 'if (false) return',
  },
  {
    name: 'creates a replica before its original has the finalizer',
    file: 'decide.ts',
    from: '  if (!holds(home, peer)) return next(finalizersPatch(home, [',
    to: '  if (false) return next(finalizersPatch(home, [',
  },
  {
    name: 'removes the finalizer of an original before its replica is gone',
    file: 'decide.ts',
    from: 'return replica.metadata.deletionTimestamp === undefined ? deletion(replica) : rest(terminating(replica))',
    to: 'return next(finalizersPatch(home, []))',
  },
  {
    name: 'replicates replicas',
    file: 'origin.ts',
    from: 'return isTenantNamespace(object.metadata.namespace) || originOf(object) !== undefined',
    to: 'return false',
  },
  {
    name: 'deletes a replica to change it',
    file: 'decide.ts',
    from: "if (patch !== undefined) return next({ do: 'patch-replica', patch })",
    to: 'if (patch !== undefined) return deletion(replica)',
  },
  {
    name: 'assumes that content once sent is still in the replica',
    file: 'replica.ts',
    from: 'const isThere = deepEqual(wanted.content, stored) || isSettled(wanted.content, stored, settled)',
    to: 'const isThere = true',
  },
  {
    name: 'patches a replica without checking its resourceVersion',
    file: 'replica.ts',
    from: 'metadata: { uid, resourceVersion, ...metadata }',
    to: 'metadata: { uid, ...metadata }',
    only: ['edit-replica', 'outage', 'slow'],
  },
  {
    name: 'deletes a replica without checking its resourceVersion',
    file: 'replica-run.ts',
    from: 'const preconditions = { uid, resourceVersion }',
    to: 'const preconditions = { uid }',
    first: 859,
  },
  {
    name: 'does not resume originals when their peer reconnects',
    file: 'peer-session.ts',
    from: '    this.#enqueueAll()\n',
    to: '',
  },
  {
    name: 'keeps status fields that were written in the home cluster',
    file: 'status-return.ts',
    from: 'const status = reported ?? current',
    to: 'const status = { ...current, ...reported }',
  },
  {
    name: 'continues replicating to a peer that is being removed',
    file: 'peer-work.ts',
    from: 'peer.isLeaving !== true && (home.destinations',
    to: '(home.destinations',
  },
  {
    name: 'does not retry failed work',
    file: 'peer-work.ts',
    from: '      repeat(task, error)\n      this.#failed',
    to: '      this.#failed',
  },
]
