/**
 * Every guard of the protocol, and the source edit that removes it. A fleet without one of them must violate an invariant
 * within the first stories of its theme: a guard whose removal goes unnoticed is either not needed, or not tested.
 */
import type { ThemeName } from './story.ts'

export interface Omission {
  /** The defect of a fleet without the guard: completes "a fleet that …". */
  readonly name: string
  /** From the folder of the packages. */
  readonly file: string
  /** Occurs once in the file. */
  readonly from: string
  readonly to: string
}

export interface Guard extends Omission {
  /** Stories that reveal the defect. */
  readonly theme: ThemeName
}

export interface UnseenGuard extends Omission {
  /** Why no story shows it. */
  readonly unseen: string
  /** A file of this package, and the test in it that fails. */
  readonly test: string
}

const coordination = 'sharding/src/shard-coordination.ts'
const partition = 'sharding/src/shard/shard-partition.ts'
const ownership = 'sharding/src/shard/ownership.ts'
const ownObjects = 'sharding/src/shard/own-objects.ts'
const drainer = 'sharding/src/shard/drainer.ts'
const membership = 'sharding/src/shard/shard-membership.ts'
const state = 'sharding/src/ring/shard-state.ts'
const knownShards = 'sharding/src/sharder/known-shards.ts'
const observedShard = 'sharding/src/ring/observed-shard.ts'
const keeper = 'sharding/src/sharder/lease-keeper.ts'
const marks = 'sharding/src/ring/marks.ts'
const placement = 'sharding/src/ring/placement.ts'
const ownerInquiry = 'sharding/src/sharder/owner-inquiry.ts'
const sharder = 'sharding/src/sharder/sharder.ts'
const markWriter = 'sharding/src/sharder/mark-writer.ts'
const membershipOfRing = 'sharding/src/sharder/ring-membership.ts'
const childFollower = 'sharding/src/sharder/child-follower.ts'
const moment = 'lease/src/moment.ts'
const observation = 'lease/src/lease-observation.ts'

export const guards: readonly Guard[] = [
  {
    name: 'begins a reconcile without checking its lease',
    file: partition,
    from: 'if (!membership.isHeld) throw',
    to: 'if (false) throw',
    theme: 'pauses',
  },
  {
    name: 'ignores that the wall clock advances while the machine sleeps',
    file: moment,
    from: 'return isSetBack ? Infinity : Math.max(elapsed, wall)',
    to: 'return isSetBack ? Infinity : elapsed',
    theme: 'pauses',
  },
  {
    name: 'acts on a newly assigned object without confirming its lease',
    file: partition,
    from: 'if (!(await membership.isConfirmed())) throw',
    to: 'if (false) throw',
    theme: 'twins',
  },
  {
    name: 'mistakes another process of the same shard name for itself',
    file: membership,
    from: 'holderOf(shard, host.ids.uuid())',
    to: `holderOf(shard, '')`,
    theme: 'twins',
  },
  {
    name: 'trusts a cache older than its own count of objects',
    file: ownership,
    from: 'return !count.versions.has(uid) && compareResourceVersions(resourceVersion, count.resourceVersion) <= 0',
    to: 'return false',
    theme: 'stale starts',
  },
  {
    name: 'acts on a cached object older than the counted version',
    file: ownership,
    from: "if (compareResourceVersions(resourceVersion, count.versions.get(uid) ?? '0') < 0) return 'behind'",
    to: '',
    theme: 'stale starts',
  },
  {
    name: 'trusts a cache older than its own release',
    file: ownership,
    from: 'if (released !== undefined && compareResourceVersions(resourceVersion, released) <= 0) return true',
    to: '',
    theme: 'stale caches',
  },
  {
    name: 'acts on an object with its label but another owner annotation',
    file: ownership,
    from: `if (note !== this.#shard) return 'mismarked'`,
    to: '',
    theme: 'edits',
  },
  {
    name: 'begins a reconcile of an object that is being drained',
    file: ownership,
    from: `return isDraining || this.#draining.has(uid) ? 'draining' : 'ours'`,
    to: `return 'ours'`,
    theme: 'slow requests',
  },
  {
    name: 'releases an object during its reconcile',
    file: drainer,
    from: 'await ownership.ended(uid)\n',
    to: '',
    theme: 'slow requests',
  },
  {
    name: 'releases an object when the first of two controllers has finished',
    file: ownership,
    from: 'if (--work.reconciles > 0) return',
    to: 'work.reconciles--',
    theme: 'slow requests',
  },
  {
    name: 'releases an object while an aborted request may still arrive',
    file: drainer,
    from: 'if (arrivesMs > 0) await',
    to: 'if (arrivesMs > 1e9) await',
    theme: 'slow requests',
  },
  {
    name: 'releases its lease while an aborted request may still arrive',
    file: coordination,
    from: 'await this.#own.allArrived(lost).catch',
    to: 'await Promise.resolve().catch',
    theme: 'slow requests',
  },
  {
    name: 'answers an owner inquiry during a reconcile',
    file: ownObjects,
    from: 'await Promise.all(strays.map((uid) => ownership.ended(uid)))',
    to: '',
    theme: 'new leaders',
  },
  {
    name: 'recreates a lease that was deleted while another process held it',
    file: membership,
    from: 'if (there === undefined && !(await hasObjects(signal))) return true',
    to: 'return true',
    theme: 'twins',
  },
  {
    name: 'treats an object whose marks were removed as new',
    file: placement,
    from: 'return isConfirmedFree ? releasedNote : undefined',
    to: 'return releasedNote',
    theme: 'new leaders',
  },
  {
    name: 'assigns objects before an owner inquiry is answered',
    file: ownerInquiry,
    from: 'if (round === undefined || ![...round.shards].every((shard) => this.#hasAnswered(shard, round))) return',
    to: 'if (round === undefined) return',
    theme: 'new leaders',
  },
  {
    name: 'measures lease age by the wall clock alone',
    file: moment,
    from: 'return isSetBack ? Infinity : Math.max(elapsed, wall)',
    to: 'return wall',
    theme: 'wrong clocks',
  },
  {
    name: 'trusts a clock that was set back',
    file: moment,
    from: 'return isSetBack ? Infinity : Math.max(elapsed, wall)',
    to: 'return Math.max(elapsed, wall)',
    theme: 'wrong clocks',
  },
  {
    name: 'answers an owner inquiry while an aborted request may still arrive',
    file: ownObjects,
    from: 'await this.allArrived(signal)\n',
    to: '',
    theme: 'new leaders',
  },
  {
    name: 'releases a lease that it has lost',
    file: membership,
    from: 'if (hasEnded && lost === undefined) await this.#release()',
    to: 'if (hasEnded) await this.#release()',
    theme: 'lost leases',
  },
  {
    name: 'reassigns the objects of a shard after one lease duration',
    file: state,
    from: `return lease.holder === '' ? [0, lease.reservedMs] : [duration, 2 * duration]`,
    to: `return lease.holder === '' ? [0, lease.reservedMs] : [duration / 2, duration]`,
    theme: 'late wakers',
  },
  {
    name: 'moves objects that are reserved for a restarting shard',
    file: state,
    from: `return lease.holder === '' ? [0, lease.reservedMs] : [duration, 2 * duration]`,
    to: `return lease.holder === '' ? [0, 0] : [duration, 2 * duration]`,
    theme: 'rolling updates',
  },
  {
    name: 'trusts a lease whose duration was shortened',
    file: knownShards,
    from: 'durationMs: Math.max(lease.durationMs, this.#options.durationMs)',
    to: 'durationMs: lease.durationMs',
    theme: 'leases',
  },
  {
    name: 'reassigns objects of a shard whose lease it took over too long ago',
    file: knownShards,
    from: 'return isFreshlyTaken(observed, clock.elapsed()) && ageOf(takeover, clock) < durationOf(observed) / 2',
    to: 'return isTaken(observed)',
    theme: 'lone sharders',
  },
  {
    name: 'reassigns objects of a shard whose lease another process took over at an unknown time',
    file: knownShards,
    from: 'if (takeover?.uid !== observed.lease.uid || takeover.renewTime !== observed.lease.renewTime) return false',
    to: 'if (takeover?.renewTime !== observed.lease.renewTime) return isFreshlyTaken(observed, clock.elapsed())',
    theme: 'blind leaders',
  },
  {
    name: 'considers a lease freshly taken over because the machine slept since',
    file: knownShards,
    from: 'ageOf(takeover, clock) <',
    to: 'clock.elapsed() - takeover.elapsed <',
    theme: 'lone sharders',
  },
  {
    name: 'reassigns objects of a shard soon after its lease was deleted',
    file: state,
    from: 'if (isMissing || lease === undefined) return [0, 2 * duration]',
    to: 'if (isMissing || lease === undefined) return [0, 500]',
    theme: 'leases',
  },
  {
    name: 'marks an object without checking its resourceVersion',
    file: marks,
    from: '      uid,\n      resourceVersion,\n      labels:',
    to: '      uid,\n      labels:',
    theme: 'lost moves',
  },
  {
    name: 'treats every object as new before the first complete list',
    file: sharder,
    from: 'const isNew = this.#lister.isListed(resource) &&',
    to: 'const isNew =',
    theme: 'new leaders',
  },
  {
    name: 'treats objects that a webhook may have assigned as new',
    file: sharder,
    from: ' && !this.#options.sharded.isAssignedOnCreate(resource)',
    to: '',
    theme: 'assigned at birth',
  },
  {
    name: 'releases an object by a decision made before its children were moved',
    file: markWriter,
    from: "if (!mayAct() || now.do !== what || !('marks' in now) || now.marks.label !== marks.label) return",
    to: 'if (false) return',
    theme: 'lone sharders',
  },
  {
    name: 'takes a lease before it has expired',
    file: observation,
    from: 'return this.#clock.elapsed() - this.#since >= Math.max(this.#leastMs(this.#seen.holder), this.#seen.durationMs)',
    to: 'return this.#clock.elapsed() - this.#since >= Math.max(this.#leastMs(this.#seen.holder), this.#seen.durationMs) / 8',
    theme: 'twins',
  },
  {
    name: 'does not move children with their owner',
    file: childFollower,
    from: `if (child.placed.label !== label) {`,
    to: `if (child.placed.label === '') {`,
    theme: 'children',
  },
]

/** Guards whose removal the simulated stories reveal rarely or never. A unit test covers each. */
export const unseen: readonly UnseenGuard[] = [
  {
    name: 'assigns objects to a shard under whose name two processes may act',
    file: membershipOfRing,
    from: 'const target = owner !== undefined && this.#isSettled(owner) ? owner : undefined',
    to: 'const target = owner',
    unseen: 'a shard checks its lease before it acts on an assigned object: one story in a thousand gets past that',
    test: 'sharder/sharder.test.ts: is not assigned to a shard under whose name two processes may act',
  },
  {
    name: 'releases objects while its lease is uncertain',
    file: drainer,
    from: 'if (!mayAct()) throw',
    to: 'if (false) throw',
    unseen:
      'a process has to resume in the middle of a drain, under a name that another process has by then, with the object unchanged: no story of thousands has that',
    test: 'shard/drainer.test.ts: waits silently while the lease is uncertain',
  },
  {
    name: 'forgets the owner of an object when its marks are removed',
    file: marks,
    from: `remembered: marks.note === '' ? known : ''`,
    to: `remembered: ''`,
    unseen: 'all shards would be asked, which is as safe and slower',
    test: 'ring/marks.test.ts: is kept after the marks were removed, however often the object is read without them',
  },
  {
    name: 'mistakes the lease state that the sharder wrote for a renewal',
    file: observedShard,
    from: `'acquireTime', 'renewals'] as const`,
    to: `'acquireTime', 'renewals', 'resourceVersion'] as const`,
    unseen: 'a shard would be given up later, and the bound of the stories has room for that',
    test: 'ring/shard-state.test.ts: restarts with every renewal, but not with a write of the sharder',
  },
  {
    name: 'takes over the leases of all shards when no other shard is ready',
    file: keeper,
    from: 'this.#hasSuccessor(shard)) {',
    to: 'true) {',
    unseen: 'in the stories the leader is a shard too, so that one is always ready',
    test: 'sharder/lease-keeper.test.ts: is not taken over if no other shard is ready',
  },
  {
    name: 'moves children before their owner has moved',
    file: childFollower,
    from: `nextStep(owner.placed, viewOf(owner)).do !== 'nothing'`,
    to: 'owner.placed.note !== owner.placed.label',
    unseen: 'the next resync would move them back, moments later',
    test: 'sharder/sharder.test.ts: keeps its shard while its owner is still moving',
  },
  {
    name: 'takes over a lease without checking its resourceVersion',
    file: keeper,
    from: `const metadata = { uid, resourceVersion, labels: { [stateLabel]: 'dead' } }`,
    to: `const metadata = { uid, labels: { [stateLabel]: 'dead' } }`,
    unseen: 'a renewal and a takeover have to cross within moments: one story in hundreds has that',
    test: 'sharder/lease-keeper.test.ts: is taken over after two durations if another shard is ready',
  },
  {
    name: 'holds a released lease too briefly after taking it over',
    file: keeper,
    from: ': 2 * Math.max(durationOf(observed), this.#options.durationMs)',
    to: ': 2 * Math.max(durationOf(observed), 1_000)',
    unseen: 'a process that waits for a lease of the sharder waits for two durations, whatever the lease says',
    test: 'sharder/lease-keeper.test.ts: a released lease is taken over for the full duration',
  },
  {
    name: 'sends an owner inquiry only to shards that the lease watch has delivered',
    file: ownerInquiry,
    from: 'await keeper.list(signal)',
    to: '',
    unseen:
      'two shards have to join and all marks to be removed while the next leader gets no events of leases: no story has all of it',
    test: 'sharder/owner-inquiry.test.ts: a shard is queried even if the lease watch has not delivered it yet',
  },
]
