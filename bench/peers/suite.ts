/** The definition of a suite, and the order of its runs. */
import { randomInt } from 'node:crypto'
import type { BenchServer } from './bench-server.ts'
import type { Contender } from './contenders.ts'
import { progress } from './progress.ts'

export interface Metric {
  readonly name: string
  readonly title: string
  readonly unit: string
  readonly better: 'less' | 'more'
  /** Drawn as a chart. */
  readonly isPlotted?: boolean
}

/** Values by the name of their metric. */
export type Values = Readonly<Record<string, number>>

export interface Sample {
  readonly contender: string
  readonly values: Values
}

export interface Failure {
  readonly contender: string
  readonly reason: string
}

export interface SuiteOptions {
  readonly size: number
  readonly rounds: number
}

export interface SuiteResult {
  readonly samples: readonly Sample[]
  readonly failures: readonly Failure[]
  /** What the samples say beyond their medians. */
  readonly notes?: readonly string[]
}

export interface Suite {
  readonly name: string
  /** `size` for the title: `1,000 websites created at once`. */
  title(options: SuiteOptions): string
  /** Together with those of the other suites, it takes about an hour for all contenders. */
  readonly defaults: SuiteOptions
  /** With `--full`. */
  readonly full: SuiteOptions
  readonly smoke: SuiteOptions
  readonly metrics: readonly Metric[]
  /** For suites without an operator. @default true */
  readonly needsServer?: boolean
  /** The contenders it concerns. @default all */
  readonly only?: readonly string[]
  /** Whether its contenders do the same work with the same means, so that ratios between them are meaningful. @default true */
  readonly hasRatios?: boolean
  /** Notes for readers of its table. */
  readonly notes?: readonly string[]
  run(server: BenchServer, contenders: readonly Contender[], options: SuiteOptions): Promise<SuiteResult>
}

/** Measures one contender once. Failure: rejects if the result was wrong; the run does not count then. */
export type Measure = (contender: Contender, run: string) => Promise<Values>

/**
 * Measures every contender once per round, in a new random order in each round. A contender that failed has no further turn: a number
 * beside a failure would look like a result.
 */
export async function interleave(
  contenders: readonly Contender[],
  rounds: number,
  measure: Measure,
  { warmsUp = true } = {},
): Promise<SuiteResult> {
  const samples: Sample[] = []
  if (warmsUp) await warmUp(contenders, measure)
  const failures: Failure[] = []
  for (let round = 1; round <= rounds; round++) {
    for (const contender of shuffle(contenders)) {
      if (failures.some((failure) => failure.contender === contender.name)) continue
      try {
        const values = await measure(contender, `${contender.name}-${round}`)
        progress(`round ${round} of ${rounds}: ${contender.name}: ${describe(values)}`)
        samples.push({ contender: contender.name, values })
      } catch (error) {
        const reason = messageOf(error)
        progress(`round ${round} of ${rounds}: ${contender.name} FAILED: ${reason}`)
        failures.push({ contender: contender.name, reason })
      }
    }
  }
  const failed = new Set(failures.map(({ contender }) => contender))
  return { samples: samples.filter(({ contender }) => !failed.has(contender)), failures }
}

/** The first run after the start of a server is slower, so it is discarded. */
async function warmUp(contenders: readonly Contender[], measure: Measure): Promise<void> {
  const [contender] = shuffle(contenders)
  if (contender === undefined) return
  try {
    await measure(contender, 'warm-up')
    progress('warmed up')
  } catch (error) {
    // A contender that fails does so again in its own turn, where that counts.
    progress(`the warm-up failed: ${messageOf(error)}`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const describe = (values: Values) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${Number(value.toPrecision(3))}`)
    .join(', ')

function shuffle<T>(items: readonly T[]): readonly T[] {
  const shuffled = [...items]
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    ;[shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!]
  }
  return shuffled
}
