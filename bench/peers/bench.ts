/**
 * Runs the suites, each on a fresh server, and prints what was measured. A run counts only if the end state was right; a contender that
 * failed has no numbers, and the benchmark ends with an error.
 */
import { writeFileSync } from 'node:fs'
import { type BenchServer, noServer, startBenchServer } from './bench-server.ts'
import { buildPrograms, versionOf } from './build-programs.ts'
import { circumstances, machine } from './circumstances.ts'
import { parseOptions } from './options.ts'
import { progress } from './progress.ts'
import { medianTable, ratioTable, resultsOf, type SuiteReport } from './report.ts'
import { drawReports } from './result-plots.ts'
import { printSmoke, storeSmoke } from './smoke.ts'
import type { Suite, SuiteOptions, SuiteResult } from './suite.ts'
import { suites } from './suites/index.ts'

const options = parseOptions(process.argv.slice(2), suites)
const { contenders, missing } = buildPrograms(options.contenders, { onlyExisting: options.isSmoke })
const titles = Object.fromEntries(contenders.map(({ name, title }) => [name, title]))
const versions = Object.fromEntries(contenders.map(({ name, program }) => [name, versionOf(program)]))

async function runSuite(suite: Suite): Promise<SuiteReport> {
  const chosen = { ...(options.isSmoke ? suite.smoke : suite.defaults), ...given() }
  progress(`suite ${suite.name}: size ${chosen.size}, rounds: ${chosen.rounds}`)
  const concerned = contenders.filter(
    (one) => (suite.only?.includes(one.name) ?? true) && (one.suites?.includes(suite.name) ?? true),
  )
  const { samples, failures } = await runOn(suite, (server) => suite.run(server, concerned, chosen))
  const results = resultsOf(suite.metrics, samples)
  return { suite: suite.name, title: suite.title(chosen), metrics: suite.metrics, results, failures }
}

/** Each suite has a fresh server, so that none starts on what another left behind. */
async function runOn(suite: Suite, run: (server: BenchServer) => Promise<SuiteResult>): Promise<SuiteResult> {
  if (suite.needsServer === false) return run(noServer)
  const server = await startBenchServer()
  serverVersion = server.version
  try {
    return await run(server)
  } finally {
    await server[Symbol.asyncDispose]()
  }
}

const given = (): Partial<SuiteOptions> => ({
  ...(options.size !== undefined && { size: options.size }),
  ...(options.rounds !== undefined && { rounds: options.rounds }),
})

function print(report: SuiteReport): void {
  console.log(`\n### ${report.title}\n\n${medianTable(report, titles)}\n\n${ratioTable(report, titles)}`)
  for (const { contender, reason } of report.failures) console.log(`\nFAILED: ${contender}: ${reason}`)
}

let serverVersion = 'none'
const before = circumstances()
console.log(machine())
const reports: SuiteReport[] = []
for (const suite of options.suites) {
  reports.push(await runSuite(suite))
  print(reports.at(-1)!)
}
const record = { machine: machine(), before, after: circumstances(), server: serverVersion, versions, missing, reports }
console.log(
  `\nLoad before ${before.load}, after ${record.after.load}. Server: ${serverVersion}. Versions: ${JSON.stringify(versions)}`,
)
for (const [name, why] of Object.entries(missing)) console.log(`${name}: ${why}`)
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(record, null, 2)}\n`)
if (options.plots) drawReports(reports, titles)
if (options.isSmoke) printSmoke(reports)
const isRight = reports.every(({ failures }) => failures.length === 0)
if (options.stores && isRight) storeSmoke(reports)
if (!isRight) process.exitCode = 1
