/** Every guard of the division of clusters, and how it looks when it is left out: a division without it has to get into trouble. */
import type { DivisionTheme } from './division-story.ts'
import type { Omission } from './guards.ts'

export interface DivisionGuard extends Omission {
  /** Stories in which it is missed. */
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
    name: 'sends a write without a look at the lease',
    file: term,
    from: 'return !this.#hasEnded && this.#options.holder.isHeld && this.#currentHold === this.#hold',
    to: 'return !this.#hasEnded',
    theme: 'pauses',
  },
  {
    name: 'goes on where another process has been in between',
    file: term,
    from: 'return `${metadata?.uid} ${spec?.leaseTransitions}`',
    to: 'return `${metadata?.uid !== undefined || spec !== undefined}`',
    theme: 'pauses',
  },
  {
    name: 'goes on with a lease it has lost',
    file: term,
    from: 'this.#stop.abort(this.#lost)\n      this.#kill.abort(this.#lost)\n      return',
    to: 'this.#lost = undefined\n      continue',
    theme: 'partitions',
  },
  {
    name: 'hands over while a write without an answer is on its way',
    file: sent,
    from: 'return this.#pending.size === 0 && !(this.#leftMs > 0)',
    to: 'return this.#pending.size === 0',
    theme: 'slow requests',
  },
  {
    name: 'hands over in the middle of a reconcile',
    file: term,
    from: 'const ended = await Promise.race([acting, this.#stuck(acting)])',
    to: 'await new Promise<void>((resolve) => onAbort(this.#stop.signal, resolve))\n    const ended = true as boolean | string',
    theme: 'slow requests',
  },
  {
    name: 'makes a lease anew that somebody deleted from under its holder',
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
    name: 'takes a process of the same name for itself',
    file: shared,
    from: 'holderOf(settings.shard, settings.ids.uuid())',
    to: `holderOf(settings.shard, '')`,
    theme: 'twins',
  },
  {
    name: 'forgets that the wall’s clock goes on while the machine sleeps',
    file: moment,
    from: 'return isSetBack ? Infinity : Math.max(elapsed, wall)',
    to: 'return isSetBack ? Infinity : elapsed',
    theme: 'pauses',
  },
  {
    name: 'takes a lease before its holder has had its time',
    file: observation,
    from: 'return this.#clock.elapsed() - this.#since >= Math.max(this.#leastMs(this.#seen.holder), this.#seen.durationMs)',
    to: 'return this.#clock.elapsed() - this.#since >= Math.max(this.#leastMs(this.#seen.holder), this.#seen.durationMs) / 8',
    theme: 'pauses',
  },
  {
    name: 'writes a lease whatever happened to it since it was read',
    file: holder,
    from: '    const metadata = {\n      resourceVersion,\n      uid,',
    to: '    void resourceVersion\n    const metadata = {\n      uid,',
    theme: 'everything',
  },
  {
    name: 'keeps a cluster that it does not reach',
    file: shared,
    from: 'if (now - since >= longestMs) this.#shares',
    to: 'if (now - since >= 1e9) this.#shares',
    theme: 'cut links',
  },
  {
    name: 'takes a cluster that it does not reach',
    file: shared,
    from: 'isReachable: share.cluster.isReachable() && isHere',
    to: 'isReachable: isHere',
    theme: 'cut links',
  },
  {
    name: 'asks for nothing when it joins',
    file: plan,
    from: 'ask: take.length > 0 ? [] : asks(self, clusters, counts)',
    to: 'ask: []',
    theme: 'membership',
  },
  {
    name: 'leaves the leases of removed clusters behind',
    file: leases,
    from: 'if (isKnown(name) || !this.isStale(name, staleAfterMs)) continue',
    to: 'continue',
    theme: 'everything',
  },
]
