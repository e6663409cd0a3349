/**
 * Looks at every write to the server of a simulated fleet: an object goes only where the ring wants it, and what belongs to it
 * goes with it, once its shard has let go.
 */
import { controllerOf, type KubeObject } from '@kubewright/core'
import { readMarks } from '../marks.ts'
import { releasedNote, sharderHolder, shardLabel, shardLeaseName } from '../names.ts'
import { partitionKey } from '../partition-key.ts'
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
  /** Since when, and until when, some sharder may see what was. */
  readonly #blurs: { readonly from: number; readonly until: number }[] = []
  moves = 0

  constructor(api: SimulatedApi, ledger: Ledger) {
    this.#api = api
    this.#ledger = ledger
  }

  /** Somebody may not see what happens from now on, until then. */
  blur(from: number, until: number): void {
    this.#blurs.push({ from, until })
  }

  judge({ kind, before, after }: Logged, now: number): void {
    if (kind === 'Lease') return this.#history.note(before, after, now)
    if (after === undefined) return
    if (owners.some((one) => one.kind === kind)) this.#judgeOwner(after, now)
    else if (kind in ownerOf) this.#judgeChild(before, after)
  }

  #judgeOwner(object: KubeObject, now: number): void {
    const { note } = readMarks(object, ring)
    const { uid, name } = object.metadata
    const right = this.#ledger.rightOf(uid)
    if (note === '' || note === releasedNote || note === right) return
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

  #isTaken(shard: string): boolean {
    const lease = this.#api.get('Lease', { namespace: leaseNamespace, name: shardLeaseName(ring, shard) })
    return (lease as { spec?: { holderIdentity?: string } } | undefined)?.spec?.holderIdentity === sharderHolder
  }
}

function labelOf(object: KubeObject | undefined): string {
  return object?.metadata.labels?.[shardLabel(ring)] ?? ''
}
