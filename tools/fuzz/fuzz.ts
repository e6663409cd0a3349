/** Runs batch after batch until time is up or one fails. */
import { seededRandom } from '@kubewright/core/random'
import type { Suite } from '../conformance/case.ts'
import { type BatchFailure, type BatchResult, type RequestSource, runBatch } from './batch.ts'
import { heldBytes } from './cost.ts'
import { Dice } from './dice.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import { RequestGenerator } from './generator.ts'
import { shrink } from './shrink.ts'

/** A generator that stops after `count` requests. */
export function generated(seed: string, suites: readonly Suite[], count: number): RequestSource {
  const generator = new RequestGenerator(new Dice(seededRandom(seed)), suites)
  let left = count
  return {
    next: () => (left-- > 0 ? generator.next() : undefined),
    hear: (body) => generator.hear(body),
  }
}

export function listed(requests: readonly FuzzRequest[]): RequestSource {
  const left = [...requests]
  return { next: () => left.shift() }
}

/** Anything may be slow once on a busy machine or before it is compiled. Only a request that is slow every time counts. */
export async function isConfirmed(seed: string, failure: BatchFailure): Promise<boolean> {
  if (!isAboutCost(failure)) return true
  for (let round = 0; round < 2; round++) {
    const again = await runBatch(seed, listed(failure.requests))
    if (again.failure?.problem !== failure.problem) return false
  }
  return true
}

function isAboutCost({ problem }: BatchFailure): boolean {
  return problem.startsWith('a request takes too')
}

/** The shortest sequence with the same failure. */
export function shrinkFailure(seed: string, { problem, requests }: BatchFailure): Promise<readonly FuzzRequest[]> {
  return shrink(requests, async (some) => (await runBatch(seed, listed(some))).failure?.problem === problem)
}

/** Detects memory leaks across batches: a stopped server must be garbage collected. */
export class LeakWatch {
  #baseline: number | undefined
  #batches = 0

  /** @returns the leaked bytes, once there is enough evidence */
  afterBatch(): number | undefined {
    this.#batches++
    if (this.#batches % 5 !== 0) return undefined
    const held = heldBytes()
    if (this.#baseline === undefined) {
      this.#baseline = held
      return undefined
    }
    const grown = held - this.#baseline
    return grown > leakLimit ? grown : undefined
  }
}

const leakLimit = 150 * 1024 * 1024

export interface FuzzTotals {
  batches: number
  sent: number
  slowestMs: number
  slowest: string
  readonly statuses: Map<number, number>
  readonly internalErrors: Set<string>
}

export function emptyTotals(): FuzzTotals {
  return { batches: 0, sent: 0, slowestMs: 0, slowest: '', statuses: new Map(), internalErrors: new Set() }
}

export function addBatch(totals: FuzzTotals, result: BatchResult): void {
  const { sent, slowestMs, statuses, internalErrors } = result
  totals.batches++
  totals.sent += sent
  if (slowestMs > totals.slowestMs) Object.assign(totals, { slowestMs, slowest: result.slowest })
  for (const [status, count] of statuses) totals.statuses.set(status, (totals.statuses.get(status) ?? 0) + count)
  for (const text of internalErrors) totals.internalErrors.add(text)
}
