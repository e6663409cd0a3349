/**
 * Looks at every write to the server of a simulated fleet: an object goes only where the ring wants it, once its shard has let go
 * or the sharder holds that shard's lease, and what belongs to it goes with it.
 */
import { controllerOf, type KubeObject } from '@kubewright/core'
import { readMarks } from '../marks.ts'
import { releasedNote, sharderHolder, shardLabel, shardLeaseName } from '../names.ts'
import { partitionKey } from '../partition-key.ts'
import { holderOf, LeaseJudge } from './lease-judge.ts'
import type { Ledger } from './ledger.ts'
import { RingHistory } from './ring-history.ts'
import type { Logged, SimulatedApi } from './simulated-api.ts'
import { leaseNamespace, ownerOf, owners, ring } from './simulated-kinds.ts'

/** How long a request takes from being judged right to being carried out, with what goes before it. */
const usualLagMs = 10_000
/** Who was cut off tries again later and later. */
const afterBlurMs = 40_000

export class WriteJudge {
  readonly #api: SimulatedApi
  readonly #ledger: Ledger
  readonly #history = new RingHistory()
  readonly #leases: LeaseJudge
  /** Since when, and until when, some sharder may see what was. */
  readonly #blurs: { readonly from: number; readonly until: number }[] = []
  moves = 0

  constructor(api: SimulatedApi, ledger: Ledger) {
    this.#api = api
    this.#ledger = ledger
    this.#leases = new LeaseJudge(ledger, (shard) => this.#hasObjects(shard))
  }

  /** Somebody may not see what happens from now on, until then. */
  blur(from: number, until: number): void {
    this.#blurs.push({ from, until })
  }

  /** @param isByHand whether somebody wrote it who knows nothing of rings, and may write what he likes */
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

  /** A child follows its owner: it is never brought to a shard while another may act on that. */
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
