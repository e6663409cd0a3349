/**
 * Every guard of the protocol, and how it looks when it is left out. A fleet with one of them left out has to get into trouble
 * within the first stories of its theme: a guard nobody misses is either not needed, or not tested.
 */
import type { ThemeName } from './story.ts'

export interface Omission {
  /** What a fleet does without it. */
  readonly name: string
  /** From the folder of the packages. */
  readonly file: string
  /** Occurs once in the file. */
  readonly from: string
  readonly to: string
}

export interface Guard extends Omission {
  /** Stories in which it is missed. */
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
    name: 'begins a reconcile without a look at its lease',
    file: partition,
    from: 'if (!membership.isHeld) throw',
    to: 'if (false) throw',
    theme: 'pauses',
  },
  {
    name: 'forgets that the wall’s clock goes on while the machine sleeps',
    file: moment,
    from: 'return isSetBack ? Infinity : Math.max(elapsed, wall)',
    to: 'return isSetBack ? Infinity : elapsed',
    theme: 'pauses',
  },
  {
    name: 'acts on what it was given without a look at its lease',
    file: partition,
    from: 'if (!(await membership.isConfirmed())) throw',
    to: 'if (false) throw',
    theme: 'twins',
  },
  {
    name: 'takes a process of the same name for itself',
    file: membership,
    from: 'holderOf(shard, host.ids.uuid())',
    to: `holderOf(shard, '')`,
    theme: 'twins',
  },
  {
    name: 'believes a cache that lags behind its count',
    file: ownership,
    from: 'return !count.versions.has(uid) && compareResourceVersions(resourceVersion, count.resourceVersion) <= 0',
    to: 'return false',
    theme: 'stale starts',
  },
  {
    name: 'acts on what a cache shows older than it was counted',
    file: ownership,
    from: "if (compareResourceVersions(resourceVersion, count.versions.get(uid) ?? '0') < 0) return 'behind'",
    to: '',
    theme: 'stale starts',
  },
  {
    name: 'believes a cache that lags behind its letting go',
    file: ownership,
    from: 'if (released !== undefined && compareResourceVersions(resourceVersion, released) <= 0) return true',
    to: '',
    theme: 'stale caches',
  },
  {
    name: 'acts on what bears its label',
    file: ownership,
    from: `if (note !== this.#shard) return 'mismarked'`,
    to: '',
    theme: 'edits',
  },
  {
    name: 'begins what it was asked to let go of',
    file: ownership,
    from: `return isDraining || this.#draining.has(uid) ? 'draining' : 'ours'`,
    to: `return 'ours'`,
    theme: 'slow requests',
  },
  {
    name: 'lets go in the middle of a reconcile',
    file: drainer,
    from: 'await ownership.ended(uid)\n',
    to: '',
    theme: 'slow requests',
  },
  {
    name: 'lets go when the first of two controllers is done',
    file: ownership,
    from: 'if (--work.reconciles > 0) return',
    to: 'work.reconciles--',
    theme: 'slow requests',
  },
  {
    name: 'lets go while a request that was given up is on its way',
    file: drainer,
    from: 'if (arrivesMs > 0) await',
    to: 'if (arrivesMs > 1e9) await',
    theme: 'slow requests',
  },
  {
    name: 'lets its lease go while a request that was given up is on its way',
    file: coordination,
    from: 'await this.#own.allArrived(lost).catch',
    to: 'await Promise.resolve().catch',
    theme: 'slow requests',
  },
  {
    name: 'answers an owner inquiry in the middle of a reconcile',
    file: ownObjects,
    from: 'await Promise.all(strays.map((uid) => ownership.ended(uid)))',
    to: '',
    theme: 'new leaders',
  },
  {
    name: 'takes a lease that somebody deleted from under another process',
    file: membership,
    from: 'if (there === undefined && !(await hasObjects(signal))) return true',
    to: 'return true',
    theme: 'twins',
  },
  {
    name: 'takes an object without marks for a new one',
    file: placement,
    from: 'return isConfirmedFree ? releasedNote : undefined',
    to: 'return releasedNote',
    theme: 'new leaders',
  },
  {
    name: 'does not wait for the answers to an owner inquiry',
    file: ownerInquiry,
    from: 'if (round === undefined || ![...round.shards].every((shard) => this.#hasAnswered(shard, round))) return',
    to: 'if (round === undefined) return',
    theme: 'new leaders',
  },
  {
    name: 'goes by the wall’s clock alone',
    file: moment,
    from: 'return isSetBack ? Infinity : Math.max(elapsed, wall)',
    to: 'return wall',
    theme: 'wrong clocks',
  },
  {
    name: 'believes a clock that was set back',
    file: moment,
    from: 'return isSetBack ? Infinity : Math.max(elapsed, wall)',
    to: 'return Math.max(elapsed, wall)',
    theme: 'wrong clocks',
  },
  {
    name: 'answers an owner inquiry while a request that was given up is on its way',
    file: ownObjects,
    from: 'await this.allArrived(signal)\n',
    to: '',
    theme: 'new leaders',
  },
  {
    name: 'lets a lease go that it has lost',
    file: membership,
    from: 'if (hasEnded && lost === undefined) await this.#release()',
    to: 'if (hasEnded) await this.#release()',
    theme: 'lost leases',
  },
  {
    name: 'gives a shard up after one duration',
    file: state,
    from: `return lease.holder === '' ? [0, lease.reservedMs] : [duration, 2 * duration]`,
    to: `return lease.holder === '' ? [0, lease.reservedMs] : [duration / 2, duration]`,
    theme: 'late wakers',
  },
  {
    name: 'moves what is reserved for a shard that starts anew',
    file: state,
    from: `return lease.holder === '' ? [0, lease.reservedMs] : [duration, 2 * duration]`,
    to: `return lease.holder === '' ? [0, 0] : [duration, 2 * duration]`,
    theme: 'rolling updates',
  },
  {
    name: 'believes a lease that somebody shortened',
    file: knownShards,
    from: 'durationMs: Math.max(lease.durationMs, this.#options.durationMs)',
    to: 'durationMs: lease.durationMs',
    theme: 'leases',
  },
  {
    name: 'gives away what is a shard’s whose lease it took long ago',
    file: knownShards,
    from: 'return isFreshlyTaken(observed, clock.elapsed()) && ageOf(takeover, clock) < durationOf(observed) / 2',
    to: 'return isTaken(observed)',
    theme: 'lone sharders',
  },
  {
    name: 'gives away what is a shard’s whose lease somebody took at some time',
    file: knownShards,
    from: 'if (takeover?.uid !== observed.lease.uid || takeover.renewTime !== observed.lease.renewTime) return false',
    to: 'if (takeover?.renewTime !== observed.lease.renewTime) return isFreshlyTaken(observed, clock.elapsed())',
    theme: 'blind leaders',
  },
  {
    name: 'thinks a lease freshly taken because it has slept since',
    file: knownShards,
    from: 'ageOf(takeover, clock) <',
    to: 'clock.elapsed() - takeover.elapsed <',
    theme: 'lone sharders',
  },
  {
    name: 'soon gives away what is a shard’s whose lease was deleted',
    file: state,
    from: 'if (isMissing || lease === undefined) return [0, 2 * duration]',
    to: 'if (isMissing || lease === undefined) return [0, 500]',
    theme: 'leases',
  },
  {
    name: 'marks an object whatever happened to it since',
    file: marks,
    from: '      uid,\n      resourceVersion,\n      labels:',
    to: '      uid,\n      labels:',
    theme: 'lost moves',
  },
  {
    name: 'takes everything it sees for new before it has listed all',
    file: sharder,
    from: 'const isNew = this.#lister.isListed(resource) &&',
    to: 'const isNew =',
    theme: 'new leaders',
  },
  {
    name: 'takes for new what a webhook may have assigned',
    file: sharder,
    from: ' && !this.#options.sharded.isAssignedOnCreate(resource)',
    to: '',
    theme: 'assigned at birth',
  },
  {
    name: 'gives away what was right before children were brought',
    file: markWriter,
    from: "if (!mayAct() || now.do !== what || !('marks' in now) || now.marks.label !== marks.label) return",
    to: 'if (false) return',
    theme: 'lone sharders',
  },
  {
    name: 'takes a lease before whoever holds it has had its time',
    file: observation,
    from: 'return this.#clock.elapsed() - this.#since >= Math.max(this.#leastMs(this.#seen.holder), this.#seen.durationMs)',
    to: 'return this.#clock.elapsed() - this.#since >= Math.max(this.#leastMs(this.#seen.holder), this.#seen.durationMs) / 8',
    theme: 'twins',
  },
  {
    name: 'leaves children behind',
    file: childFollower,
    from: `if (child.placed.label !== label) {`,
    to: `if (child.placed.label === '') {`,
    theme: 'children',
  },
]

/** Guards whose absence the stories do not show, or hardly ever: a unit test holds each. */
export const unseen: readonly UnseenGuard[] = [
  {
    name: 'gives objects to a shard under whose name two processes may act',
    file: membershipOfRing,
    from: 'const target = owner !== undefined && this.#isSettled(owner) ? owner : undefined',
    to: 'const target = owner',
    unseen: 'a shard checks its lease before it acts on an assigned object: one story in a thousand gets past that',
    test: 'sharder/sharder.test.ts: is not assigned to a shard under whose name two processes may act',
  },
  {
    name: 'lets go of objects when its lease is not certain',
    file: drainer,
    from: 'if (!mayAct()) throw',
    to: 'if (false) throw',
    unseen:
      'a process has to resume in the middle of a drain, under a name that another process has by then, with the object unchanged: no story of thousands has that',
    test: 'shard/drainer.test.ts: waits silently while the lease is uncertain',
  },
  {
    name: 'forgets whose an object was when its marks are removed',
    file: marks,
    from: `remembered: marks.note === '' ? known : ''`,
    to: `remembered: ''`,
    unseen: 'all shards would be asked, which is as safe and slower',
    test: 'ring/marks.test.ts: is kept after the marks were removed, however often the object is read without them',
  },
  {
    name: 'takes the state it wrote itself for a sign of life',
    file: observedShard,
    from: `'acquireTime', 'renewals'] as const`,
    to: `'acquireTime', 'renewals', 'resourceVersion'] as const`,
    unseen: 'a shard would be given up later, and the bound of the stories has room for that',
    test: 'ring/shard-state.test.ts: restarts with every renewal, but not with a write of the sharder',
  },
  {
    name: 'takes the leases of all shards when nobody is left',
    file: keeper,
    from: 'this.#hasSuccessor(shard)) {',
    to: 'true) {',
    unseen: 'in the stories the leader is a shard too, so that one is always ready',
    test: 'sharder/lease-keeper.test.ts: is not taken over if no other shard is ready',
  },
  {
    name: 'brings children to where their owner is not yet',
    file: childFollower,
    from: `nextStep(owner.placed, viewOf(owner)).do !== 'nothing'`,
    to: 'owner.placed.note !== owner.placed.label',
    unseen: 'the next resync would move them back, moments later',
    test: 'sharder/sharder.test.ts: keeps its shard while its owner is still moving',
  },
  {
    name: 'acquires a lease whatever happened to it since',
    file: keeper,
    from: `const metadata = { uid, resourceVersion, labels: { [stateLabel]: 'dead' } }`,
    to: `const metadata = { uid, labels: { [stateLabel]: 'dead' } }`,
    unseen: 'a renewal and a takeover have to cross within moments: one story in hundreds has that',
    test: 'sharder/lease-keeper.test.ts: is taken over after two durations if another shard is ready',
  },
  {
    name: 'takes a lease that was let go for a moment only',
    file: keeper,
    from: ': 2 * Math.max(durationOf(observed), this.#options.durationMs)',
    to: ': 2 * Math.max(durationOf(observed), 1_000)',
    unseen: 'a process that waits for a lease of the sharder waits for two durations, whatever the lease says',
    test: 'sharder/lease-keeper.test.ts: a released lease is taken over for the full duration',
  },
  {
    name: 'asks only those shards that it has heard of',
    file: ownerInquiry,
    from: 'await keeper.list(signal)',
    to: '',
    unseen:
      'two shards have to join and all marks to be removed while the next leader gets no events of leases: no story has all of it',
    test: 'sharder/owner-inquiry.test.ts: a shard is asked even if the lease watch has not delivered it yet',
  },
]
