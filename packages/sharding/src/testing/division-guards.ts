/** Every guard of the division of clusters, and the source edit that removes it: a division without it must violate an invariant. */
import type { DivisionTheme } from './division-story.ts'
import type { Omission } from './guards.ts'

export interface DivisionGuard extends Omission {
  /** Stories that reveal the defect. */
  readonly theme: DivisionTheme
}

const term = 'sharding/src/clusters/cluster-term.ts'
const held = 'sharding/src/clusters/held-cluster.ts'
const leases = 'sharding/src/clusters/cluster-leases.ts'
const shared = 'sharding/src/clusters/shared-clusters.ts'
const plan = 'sharding/src/clusters/division-plan.ts'
const sent = 'sharding/src/clusters/sent-writes.ts'
const moment = 'lease/src/moment.ts'
const observation = 'lease/src/lease-observation.ts'
const holder = 'lease/src/lease-holder.ts'

export const divisionGuards: readonly DivisionGuard[] = [
  {
    name: 'sends a write without checking the lease',
    file: term,
    from: 'return !this.#hasEnded && this.#options.holder.isHeld && this.#currentHold === this.#hold',
    to: 'return !this.#hasEnded',
    theme: 'pauses',
  },
  {
    name: 'continues after another process held the lease in between',
    file: term,
    from: 'return `${metadata?.uid} ${spec?.leaseTransitions}`',
    to: 'return `${metadata?.uid !== undefined || spec !== undefined}`',
    theme: 'pauses',
  },
  {
    name: 'continues after it lost the lease',
    file: term,
    from: 'this.#stop.abort(this.#lost)\n      this.#kill.abort(this.#lost)\n      return',
    to: 'this.#lost = undefined\n      continue',
    theme: 'partitions',
  },
  {
    name: 'hands over while a write without a response may still arrive',
    file: sent,
    from: 'return this.#pending.size === 0 && !(this.#leftMs > 0)',
    to: 'return this.#pending.size === 0',
    theme: 'slow requests',
  },
  {
    name: 'hands over during a reconcile',
    file: term,
    from: 'const ended = await Promise.race([acting, this.#stuck(acting)])',
    to: 'await new Promise<void>((resolve) => onAbort(this.#stop.signal, resolve))\n    const ended = true as boolean | string',
    theme: 'slow requests',
  },
  {
    name: 'recreates at once a lease that was deleted while a process held it',
    file: leases,
    from: 'return clock.elapsed() - missingSince >= timing.durationMs',
    to: 'return missingSince <= Infinity',
    theme: 'leases',
  },
  {
    name: 'lets two connections of one process share a lease',
    file: held,
    from: 'if (before !== undefined) await this.#wait(before, stop, kill)',
    to: 'void before',
    theme: 'new connections',
  },
  {
    name: 'mistakes another process of the same shard name for itself',
    file: shared,
    from: 'holderOf(settings.shard, settings.ids.uuid())',
    to: `holderOf(settings.shard, '')`,
    theme: 'twins',
  },
  {
    name: 'ignores that the wall clock advances while the machine sleeps',
    file: moment,
    from: 'return isSetBack ? Infinity : Math.max(elapsed, wall)',
    to: 'return isSetBack ? Infinity : elapsed',
    theme: 'pauses',
  },
  {
    name: 'takes a lease before it has expired',
    file: observation,
    from: 'return this.#clock.elapsed() - this.#since >= Math.max(this.#leastMs(this.#seen.holder), this.#seen.durationMs)',
    to: 'return this.#clock.elapsed() - this.#since >= Math.max(this.#leastMs(this.#seen.holder), this.#seen.durationMs) / 8',
    theme: 'pauses',
  },
  {
    name: 'writes a lease without checking its resourceVersion',
    file: holder,
    from: '    const metadata = {\n      resourceVersion,\n      uid,',
    to: '    void resourceVersion\n    const metadata = {\n      uid,',
    theme: 'everything',
  },
  {
    name: 'keeps a cluster that it cannot reach',
    file: shared,
    from: 'if (now - since >= longestMs) this.#shares',
    to: 'if (now - since >= 1e9) this.#shares',
    theme: 'cut links',
  },
  {
    name: 'takes a cluster that it cannot reach',
    file: shared,
    from: 'isReachable: share.cluster.isReachable() && isHere',
    to: 'isReachable: isHere',
    theme: 'cut links',
  },
  {
    name: 'requests no clusters when it joins',
    file: plan,
    from: 'ask: take.length > 0 ? [] : asks(self, clusters, counts)',
    to: 'ask: []',
    theme: 'membership',
  },
  {
    name: 'does not delete the leases of removed clusters',
    file: leases,
    from: 'if (isKnown(name) || !this.isStale(name, staleAfterMs)) continue',
    to: 'continue',
    theme: 'everything',
  },
]
