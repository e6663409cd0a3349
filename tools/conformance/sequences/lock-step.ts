/** Sends random sequences to two servers at the same time and compares every answer and every watch event. See decision 0260. */
import { caseId, type Suite } from '../case.ts'
import { type Difference, findDifference } from '../difference.ts'
import { runCase, type Site } from '../run-case.ts'
import { setupId } from '../run-suites.ts'
import type { Target } from '../target.ts'
import { startWebhookHost } from '../webhook-host.ts'
import { randomSequence, type Sequence, withSteps } from './random-sequence.ts'
import { shrink } from './shrink.ts'

export interface LockStepOptions {
  /** The suite whose setup creates the definitions for sequences. */
  readonly suite: Suite
  readonly left: Target
  readonly right: Target
  readonly seeds: readonly number[]
  readonly length?: number
  /** How many differing sequences are shrunk; the others are only counted. @default 10 */
  readonly shrinkLimit?: number
  /** No further sequence starts once this returns true. */
  isOver?(): boolean
  /** Called after each sequence. */
  onProgress?(done: number, differing: number): void
  /** Called with each difference as soon as it is found and shrunk. */
  onDifference?(difference: Difference): void
}

export interface LockStepResult {
  /** How many sequences were sent. */
  readonly total: number
  /** By seed, in order. */
  readonly differing: readonly Difference[]
}

/** Sequences run concurrently, each in its own namespace. */
export async function runLockStep(options: LockStepOptions): Promise<LockStepResult> {
  await using host = await startWebhookHost()
  const sites = [options.left, options.right].map((target): Site => ({ target, host }))
  const suiteId = setupId(options.suite)
  const { setup: steps = [] } = options.suite
  const prepared = await Promise.all(sites.map((site) => runCase(site, { id: suiteId, suiteId, steps })))
  const failed = prepared.flat().find((seen) => seen !== null && 'failed' in seen)
  if (failed) throw new Error(`Cannot prepare the sequences: ${JSON.stringify(failed)}`)
  const { done, found } = await compareAll(options, new Comparer(sites, options.suite))
  return {
    total: done,
    differing: found.toSorted(([a], [b]) => a - b).map(([, difference]) => difference),
  }
}

type Found = readonly [seed: number, difference: Difference]

async function compareAll(
  options: LockStepOptions,
  comparer: Comparer,
): Promise<{ readonly done: number; readonly found: readonly Found[] }> {
  const { seeds, length, shrinkLimit = 10, left, right } = options
  const found: Found[] = []
  const waiting = seeds.values()
  let done = 0
  let shrunk = 0
  const work = async () => {
    for (const seed of waiting) {
      if (options.isOver?.()) return
      const sequence = randomSequence(seed, length)
      const difference = await comparer.compare(sequence)
      if (difference) {
        const shown = shrunk++ < shrinkLimit ? await comparer.shrink(sequence, difference) : difference
        found.push([seed, shown])
        options.onDifference?.(shown)
      }
      done++
      options.onProgress?.(done, found.length)
    }
  }
  const width = Math.min(left.pace.concurrency, right.pace.concurrency)
  await Promise.all(Array.from({ length: width }, work))
  return { done, found }
}

class Comparer {
  readonly #sites: readonly Site[]
  readonly #suite: Suite
  /** Numbers the runs, because each needs an unused namespace. */
  #runs = 0

  constructor(sites: readonly Site[], suite: Suite) {
    this.#sites = sites
    this.#suite = suite
  }

  async compare(sequence: Sequence): Promise<Difference | undefined> {
    const id = `${caseId(this.#suite, sequence)}, run ${++this.#runs}`
    const script = { ...sequence, id, suiteId: setupId(this.#suite) }
    const [real, ours] = await Promise.all(this.#sites.map((site) => runCase(site, script)))
    // Differences after the first are mostly consequences of it.
    return findDifference(script, real, ours, 1)
  }

  /** The same difference with the fewest steps. */
  async shrink(sequence: Sequence, difference: Difference): Promise<Difference> {
    let smallest = difference
    const steps = await shrink(sequence.middle, async (middle) => {
      const found = await this.compare(withSteps(sequence, middle))
      smallest = found ?? smallest
      return found !== undefined
    })
    return {
      ...smallest,
      text: [smallest.text, '    steps:', ...steps.map((step) => `      ${JSON.stringify(step)}`)].join('\n'),
    }
  }
}
