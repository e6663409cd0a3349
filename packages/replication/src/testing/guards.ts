/** Every guard of replication, and how it looks when it is left out: the simulation has to notice. */
import type { Incident } from './story.ts'

export interface Guard {
  /** What a replicator does without it. */
  readonly name: string
  /** From the folder of the sources. */
  readonly file: string
  /** Occurs once in the file. */
  readonly from: string
  readonly to: string
  /** The first seed that is played. @default 1 */
  readonly first?: number
  /** Where it is missed soonest. @default any story */
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
    name: 'creates a replica before its original is held',
    file: 'decide.ts',
    from: '  if (!holds(home, peer)) return next(finalizersPatch(home, [',
    to: '  if (false) return next(finalizersPatch(home, [',
  },
  {
    name: 'lets an original go before its replica is gone',
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
    name: 'trusts that a content once sent is still there',
    file: 'replica.ts',
    from: 'const isThere = deepEqual(wanted.content, stored) || isSettled(wanted.content, stored, settled)',
    to: 'const isThere = true',
  },
  {
    name: 'patches a replica that changed since it was read',
    file: 'replica.ts',
    from: 'metadata: { uid, resourceVersion, ...metadata }',
    to: 'metadata: { uid, ...metadata }',
    only: ['edit-replica', 'outage', 'slow'],
  },
  {
    name: 'deletes a replica that changed since it was read',
    file: 'replica-run.ts',
    from: 'const preconditions = { uid, resourceVersion }',
    to: 'const preconditions = { uid }',
    first: 859,
  },
  {
    name: 'forgets originals that wait for a peer to come back',
    file: 'peer-session.ts',
    from: '    this.#enqueueAll()\n',
    to: '',
  },
  {
    name: 'keeps a status that was forged at home',
    file: 'status-return.ts',
    from: 'const status = reported ?? current',
    to: 'const status = { ...current, ...reported }',
  },
  {
    name: 'ignores that a peer is to leave',
    file: 'peer-work.ts',
    from: 'peer.isLeaving !== true && (home.destinations',
    to: '(home.destinations',
  },
  {
    name: 'does not try again what failed',
    file: 'peer-work.ts',
    from: '      repeat(task, error)\n      this.#failed',
    to: '      this.#failed',
  },
]
