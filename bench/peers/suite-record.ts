/** The stored record of a suite: its numbers, and everything that they depend on. */
import type { Circumstances } from './circumstances.ts'
import type { SuiteReport } from './report.ts'

export interface SuiteRecord extends SuiteReport {
  readonly rounds: number
  /** @default true */
  readonly hasRatios?: boolean
  readonly minutes: number
  /** Notes for readers of the table. */
  readonly notes: readonly string[]
  /** Titles of the contenders, by name, in the order of the columns. */
  readonly titles: Readonly<Record<string, string>>
  /** Versions of the frameworks, by the name of the contender. */
  readonly versions: Readonly<Record<string, string>>
  readonly server: string
  /** By the name of the contender: why it is not measured. */
  readonly missing: Readonly<Record<string, string>>
  readonly circumstances: Circumstances
}
