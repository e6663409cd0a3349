/** Our own numbers of a short run beside stored ones. Information only: times differ between machines. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { machine } from './circumstances.ts'
import { format, ours, type SuiteReport } from './report.ts'
import { resultsFolder } from './results-folder.ts'

/** By suite, then by metric: medians of a run with `--smoke`. */
type Stored = Readonly<Record<string, Readonly<Record<string, number>>>>

const path = join(dirname(resultsFolder), 'smoke.json')

export function printSmoke(reports: readonly SuiteReport[]): void {
  if (!existsSync(path))
    return console.log('\nThere are no stored numbers in bench/results/smoke.json to compare with.')
  const stored = (JSON.parse(readFileSync(path, 'utf8')) as { medians: Stored }).medians
  console.log('\nBeside the stored numbers of bench/results/smoke.json (information only):\n')
  for (const line of compareWithStored(reports, stored)) console.log(line)
}

/** Replaces the stored numbers. For a quiet machine: later runs are compared with them. */
export function storeSmoke(reports: readonly SuiteReport[]): void {
  mkdirSync(dirname(path), { recursive: true })
  const record = { machine: machine(), date: new Date().toISOString(), medians: mediansOf(reports) }
  writeFileSync(path, `${JSON.stringify(record, null, 2)}\n`)
}

export function mediansOf(reports: readonly SuiteReport[]): Stored {
  return Object.fromEntries(
    reports.map(({ suite, results }) => {
      const own = Object.entries(results[ours] ?? {}).map(([name, { median }]) => [name, Number(median.toPrecision(3))])
      return [suite, Object.fromEntries(own) as Record<string, number>]
    }),
  )
}

export function compareWithStored(reports: readonly SuiteReport[], stored: Stored): readonly string[] {
  return reports.flatMap(({ suite, metrics, results }) =>
    metrics.flatMap(({ name, title, unit }) => {
      const [now, before] = [results[ours]?.[name]?.median, stored[suite]?.[name]]
      if (now === undefined || before === undefined) return []
      const ratio = before === 0 ? '' : `, ${(now / before).toFixed(2)}×`
      return [`  ${suite}: ${title}: ${format(now)} ${unit}`.trimEnd() + `, stored ${format(before)}${ratio}`]
    }),
  )
}
