/**
 * Checks every write to the server of a simulated fleet: an object moves only to where the ring wants it, once its shard has
 * released it or the sharder holds that shard's lease, and its children move with it.
 */
import { controllerOf, type KubeObject } from '@kubewright/core'
import { readMarks } from '../ring/marks.ts'
import { releasedNote, sharderHolder, shardLabel, shardLeaseName } from '../names.ts'
import { partitionKey } from '../ring/partition-key.ts'
import { holderOf, LeaseJudge } from './lease-judge.ts'
import type { Ledger } from './ledger.ts'
import { RingHistory } from './ring-history.ts'
import type { Logged, SimulatedApi } from './simulated-api.ts'
import { leaseNamespace, ownerOf, owners, ring } from './simulated-kinds.ts'

/** Maximum time from the decision for a request to its execution, including preceding requests. */
const usualLagMs = 10_000
/** A process that was cut off retries with back-off. */
const afterBlurMs = 40_000

export class WriteJudge {
  readonly #api: SimulatedApi
  readonly #ledger: Ledger
  readonly #history = new RingHistory()
  readonly #leases: LeaseJudge
  /** Periods in which some sharder may have a stale view. */
  readonly #blurs: { readonly from: number; readonly until: number }[] = []
  moves = 0

  constructor(api: SimulatedApi, ledger: Ledger) {
    this.#api = api
    this.#ledger = ledger
    this.#leases = new LeaseJudge(ledger, (shard) => this.#hasObjects(shard))
  }

  /** Some process may have a stale view during this period. */
  blur(from: number, until: number): void {
    this.#blurs.push({ from, until })
  }

  /** @param isByHand whether it was written by a client that does not know about rings, and may write anything */
  judge({ kind, before, after }: Logged, now: number, isByHand: boolean): void {
    if (kind === 'Lease') {
      this.#leases.judge(before, after, now, isByHand)
      this.#history.note(before, after, now)
    }
    if (after === undefined || isByHand) return
    if (owners.some((one) => one.kind === kind)) this.#judgeOwner(before, after, now)
    else if (kind in ownerOf) this.#judgeChild(before, after)
  }

  #judgeOwner(before: KubeObject | undefined, object: KubeObject, now: number): void {
    const { note } = readMarks(object, ring)
    const { uid, name } = object.metadata
    if (note === '' || note === releasedNote) return
    const was = before === undefined ? '' : readMarks(before, ring).note
    if (was !== '' && was !== releasedNote && was !== note && !this.#leases.isFreshlyTaken(was, now)) {
      this.#ledger.accuse(`${name} was given to ${note} while ${was} may act on it`)
    }
    const right = this.#ledger.rightOf(uid)
    if (note === right) return
    this.#ledger.give(uid, note)
    if (right !== undefined) this.moves++
    const kind = owners.find((one) => one.kind === object.kind)!
    if (this.#history.hasNamed(partitionKey(kind, object.metadata), note, this.#seenSince(now))) return
    this.#ledger.accuse(`${name} went from ${right ?? 'nobody'} to ${note}, which no ring required`)
  }

  #seenSince(now: number): number {
    const blurred = this.#blurs.filter(({ until }) => now <= until + afterBlurMs).map(({ from }) => from)
    return Math.min(now, ...blurred) - usualLagMs
  }

  /** A child follows its owner: it never moves to a shard while another may act on its owner. */
  #judgeChild(before: KubeObject | undefined, after: KubeObject): void {
    const [from, to] = [labelOf(before), labelOf(after)]
    if (before === undefined || to === '' || from === to) return
    const owner = this.#ownerOf(after)
    const note = owner && readMarks(owner, ring).note
    if (note === undefined || note === '' || note === releasedNote || note === to || this.#isTaken(note)) return
    this.#ledger.accuse(`${after.metadata.name} went to ${to} while ${note} may act on its owner`)
  }

  #ownerOf(child: KubeObject): KubeObject | undefined {
    const uid = controllerOf(child)?.uid
    return this.#api.list(ownerOf[child.kind]!.kind).find(({ metadata }) => metadata.uid === uid)
  }

  #hasObjects(shard: string): boolean {
    return owners.some(({ kind }) => this.#api.list(kind).some((object) => readMarks(object, ring).note === shard))
  }

  #isTaken(shard: string): boolean {
    const lease = this.#api.get('Lease', { namespace: leaseNamespace, name: shardLeaseName(ring, shard) })
    return lease !== undefined && holderOf(lease) === sharderHolder
  }
}

function labelOf(object: KubeObject | undefined): string {
  return object?.metadata.labels?.[shardLabel(ring)] ?? ''
}
