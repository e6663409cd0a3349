/**
 * Looks at every lease of a simulated fleet. It changes hands only once its holder has had its time; and whether the sharder holds
 * one so lately that its shard cannot be back is what every other question about moves comes down to.
 */
import type { KubeObject } from '@kubewright/core'
import { renewalsAnnotation, reservedAnnotation, sharderHolder, shardLeaseName } from '../names.ts'
import type { Ledger } from './ledger.ts'
import { ring } from './simulated-kinds.ts'

interface Held {
  readonly holder: string
  /** When its holder last wrote it. */
  readonly at: number
  /** For how long it waits for its shard, once that has let it go. */
  readonly reservedMs: number
}

const durationMs = 15_000
/** The fastest clock of a fleet is a little slower than this. */
const fastest = 1.06
/**
 * For half of the sharder's hold objects are given away, on the slowest clock, from when it was sent; and the last request of that
 * arrives within four seconds.
 */
const freshMs = 15_000 / 0.95 + 4_000

export class LeaseJudge {
  readonly #ledger: Ledger
  readonly #hasObjects: (shard: string) => boolean
  readonly #leases = new Map<string, Held>()
  /** When somebody deleted them, by name. */
  readonly #deletions = new Map<string, number[]>()

  /** @param hasObjects whether some object is this shard's */
  constructor(ledger: Ledger, hasObjects: (shard: string) => boolean) {
    this.#ledger = ledger
    this.#hasObjects = hasObjects
  }

  /** Whether objects of this shard may be given to others. */
  isFreshlyTaken(shard: string, now: number): boolean {
    const held = this.#leases.get(shardLeaseName(ring, shard))
    return held?.holder === sharderHolder && now - held.at <= freshMs
  }

  /** @param isByHand whether somebody wrote it who has no business here: that is no sign of life, nor does it end a hold */
  judge(before: KubeObject | undefined, after: KubeObject | undefined, now: number, isByHand: boolean): void {
    const { name } = (after ?? before)!.metadata
    const known = this.#leases.get(name)
    if (isByHand) {
      if (after === undefined) this.#deletions.set(name, [...(this.#deletions.get(name) ?? []), now])
      return
    }
    if (after === undefined) return this.#judgeDeletion(name, known)
    const holder = holderOf(after)
    // A process that finds no lease and no objects of its name begins at once: nobody has anything to do under that name.
    const isFirst =
      before === undefined &&
      isProcess(holder) &&
      (!this.#hasObjects(name.slice(`${ring}.`.length)) || this.#isDeletedTwice(name, now))
    if (known !== undefined && known.holder !== holder && !isFirst) this.#judgeChange(name, known, holder, now)
    const isSign = known === undefined || known.holder !== holder || signOf(before) !== signOf(after)
    this.#leases.set(name, { holder, at: isSign ? now : known.at, reservedMs: reservedMsOf(after) })
  }

  /** One that is made anew and deleted again between two looks of who waits for it, nobody sees: to him it was gone all the time. */
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

/** How old a lease has to be before it changes hands: a process lets go of its own whenever it likes. */
function leastAgeMs(held: Held, holder: string): number {
  if (held.holder === '') return holder === sharderHolder ? held.reservedMs : 0
  if (holder === '') return 0
  return held.holder === sharderHolder || holder === sharderHolder ? 2 * durationMs : durationMs
}

function isProcess(holder: string): boolean {
  return holder !== '' && holder !== sharderHolder
}

/** What its holder changes with every renewal. */
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
