/**
 * `bench/results/peers`: numbers and a chart for each suite, and one Markdown file made of all of them. Suites may be run on their own:
 * each replaces its own files, and the Markdown file shows the stored results.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { medianTable, ratioTable } from './report.ts'
import { chartOf } from './result-plots.ts'
import type { SuiteRecord } from './suite-record.ts'

export const resultsFolder = resolve(import.meta.dirname, '../results/peers')

export function writeResults(folder: string, report: SuiteRecord): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${report.suite}.json`), `${JSON.stringify(report, null, 2)}\n`)
  const chart = chartOf(report)
  if (chart !== undefined) writeFileSync(join(folder, `${report.suite}.svg`), chart)
}

/** `order`: the names of the suites. */
export function writeSummary(folder: string, order: readonly string[]): void {
  const stored = new Set(existsSync(folder) ? readdirSync(folder) : [])
  const reports = order
    .filter((name) => stored.has(`${name}.json`))
    .map((name) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as SuiteRecord)
  if (reports.length > 0) writeFileSync(join(folder, 'README.md'), summaryOf(reports))
}

export function summaryOf(reports: readonly SuiteRecord[]): string {
  const intro = 'Written by `npm run bench -- peers`; what is measured, and how, is in [Benchmarks](../../README.md).'
  return `${['# Peers: results', intro, ...reports.map(sectionOf)].join('\n\n')}\n`
}

/** One suite as Markdown, for the file and for the terminal. */
export function sectionOf(report: SuiteRecord): string {
  const { suite, title, titles, failures, notes, missing } = report
  return [
    `## ${suite}: ${title}`,
    ...(report.circumstances.warning === undefined ? [] : [`**${report.circumstances.warning}**`]),
    medianTable(report, titles),
    ...(report.hasRatios === false ? [] : [ratioTable(report, titles)]),
    ...failures.map(({ contender, reason }) => `FAILED: ${titles[contender] ?? contender}: ${reason}`),
    ...Object.entries(missing).map(([name, why]) => `${name}: ${why}`),
    ...notes,
    footerOf(report),
  ].join('\n\n')
}

function footerOf({ circumstances, versions, titles, server, rounds, minutes }: SuiteRecord): string {
  const { date, machine, load, othersCores } = circumstances
  const of = Object.entries(versions).map(([name, version]) => `${titles[name]} ${version}`)
  return `Taken on ${date.slice(0, 10)}: ${machine}; ${server}; ${of.join(', ')}. Rounds: ${rounds}, in ${minutes} minutes. Load before ${load.before}, after ${load.after}; other programs used ${othersCores} cores.`
}
