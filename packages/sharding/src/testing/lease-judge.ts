/**
 * Checks every lease of a simulated fleet. A lease changes hands only after its holder's time has passed. All checks of moves
 * depend on whether the sharder holds a lease so recently that its shard cannot be back.
 */
import type { KubeObject } from '@kubewright/core'
import { renewalsAnnotation, reservedAnnotation, sharderHolder, shardLeaseName } from '../names.ts'
import type { Ledger } from './ledger.ts'
import { ring } from './simulated-kinds.ts'

interface Held {
  readonly holder: string
  /** When its holder last wrote it. */
  readonly at: number
  /** How long it is reserved for its shard after a release. */
  readonly reservedMs: number
}

const durationMs = 15_000
/** Slightly above the fastest clock rate of a fleet. */
const fastest = 1.06
/**
 * Objects are reassigned during half of the sharder's hold, measured on the slowest clock from when it was sent; the last
 * request arrives within four seconds after that.
 */
const freshMs = 15_000 / 0.95 + 4_000

export class LeaseJudge {
  readonly #ledger: Ledger
  readonly #hasObjects: (shard: string) => boolean
  readonly #leases = new Map<string, Held>()
  /** When leases were deleted by hand, by name. */
  readonly #deletions = new Map<string, number[]>()

  /** @param hasObjects whether any object belongs to this shard */
  constructor(ledger: Ledger, hasObjects: (shard: string) => boolean) {
    this.#ledger = ledger
    this.#hasObjects = hasObjects
  }

  /** Whether objects of this shard may be reassigned. */
  isFreshlyTaken(shard: string, now: number): boolean {
    const held = this.#leases.get(shardLeaseName(ring, shard))
    return held?.holder === sharderHolder && now - held.at <= freshMs
  }

  /** @param isByHand whether it was written by a client outside the protocol: that neither renews nor ends a hold */
  judge(before: KubeObject | undefined, after: KubeObject | undefined, now: number, isByHand: boolean): void {
    const { name } = (after ?? before)!.metadata
    const known = this.#leases.get(name)
    if (isByHand) {
      if (after === undefined) this.#deletions.set(name, [...(this.#deletions.get(name) ?? []), now])
      return
    }
    if (after === undefined) return this.#judgeDeletion(name, known)
    const holder = holderOf(after)
    // A process that finds no lease and no objects of its name starts at once: no process acts under that name.
    const isFirst =
      before === undefined &&
      isProcess(holder) &&
      (!this.#hasObjects(name.slice(`${ring}.`.length)) || this.#isDeletedTwice(name, now))
    if (known !== undefined && known.holder !== holder && !isFirst) this.#judgeChange(name, known, holder, now)
    const isSign = known === undefined || known.holder !== holder || signOf(before) !== signOf(after)
    this.#leases.set(name, { holder, at: isSign ? now : known.at, reservedMs: reservedMsOf(after) })
  }

  /** A lease that was recreated and deleted again between two reads was missing all the time for a waiting process. */
  #isDeletedTwice(name: string, now: number): boolean {
    return (this.#deletions.get(name) ?? []).filter((at) => now - at < 2 * durationMs).length > 1
  }

  #judgeDeletion(name: string, known: Held | undefined): void {
    if (known !== undefined && isProcess(known.holder)) {
      this.#ledger.accuse(`somebody deleted ${name}, which ${known.holder} held`)
    }
    this.#leases.delete(name)
  }

  #judgeChange(name: string, held: Held, holder: string, now: number): void {
    const [ageMs, leastMs] = [now - held.at, leastAgeMs(held, holder) / fastest]
    if (ageMs >= leastMs) return
    const wait = `${Math.round(ageMs)} ms after ${held.holder || 'its shard'} last wrote it, not ${Math.round(leastMs)}`
    this.#ledger.accuse(`${holder} took ${name} ${wait}`)
  }
}

/** How old a lease has to be before it changes hands. A process may release its own lease at any time. */
function leastAgeMs(held: Held, holder: string): number {
  if (held.holder === '') return holder === sharderHolder ? held.reservedMs : 0
  if (holder === '') return 0
  return held.holder === sharderHolder || holder === sharderHolder ? 2 * durationMs : durationMs
}

function isProcess(holder: string): boolean {
  return holder !== '' && holder !== sharderHolder
}

/** The fields that a holder changes with every renewal. */
function signOf(lease: KubeObject | undefined): string {
  const { spec } = (lease ?? {}) as { spec?: { renewTime?: string } }
  return `${spec?.renewTime} ${lease?.metadata.annotations?.[renewalsAnnotation]}`
}

function reservedMsOf(lease: KubeObject): number {
  return Number(lease.metadata.annotations?.[reservedAnnotation] ?? 0) * 1_000
}

export function holderOf(lease: KubeObject): string {
  return (lease as { spec?: { holderIdentity?: string } }).spec?.holderIdentity ?? ''
}
