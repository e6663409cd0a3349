/**
 * Runs the suites, each on a fresh server, and prints and stores the measurements. A run counts only if the end state was right; a
 * contender that failed has no numbers, and the benchmark ends with an error.
 */
import { writeFileSync } from 'node:fs'
import { type BenchServer, noServer, startBenchServer } from './bench-server.ts'
import { buildPrograms, versionOf } from './build-programs.ts'
import { MachineWatch, machine } from './circumstances.ts'
import type { Contender } from './contenders.ts'
import { parseOptions } from './options.ts'
import { elapsedMs, progress } from './progress.ts'
import { resultsOf } from './report.ts'
import { sectionOf, writeResults, writeSummary } from './results-folder.ts'
import { printSmoke, storeSmoke } from './smoke.ts'
import type { Suite, SuiteOptions, SuiteResult } from './suite.ts'
import type { SuiteRecord } from './suite-record.ts'
import { suites } from './suites/index.ts'

const options = parseOptions(process.argv.slice(2), suites)

const isConcerned = (suite: Suite, { name, suites: only }: Contender) =>
  (suite.only?.includes(name) ?? true) && (only?.includes(suite.name) ?? true)

const wanted = options.contenders.filter((one) => options.suites.some((suite) => isConcerned(suite, one)))
const { contenders, missing } = buildPrograms(wanted, { onlyExisting: options.isSmoke })

async function runSuite(suite: Suite): Promise<SuiteRecord> {
  const chosen = chooseOptions(suite)
  progress(`suite ${suite.name}: size ${chosen.size}, rounds: ${chosen.rounds}`)
  const concerned = contenders.filter((one) => isConcerned(suite, one))
  const [begunMs, watch] = [elapsedMs(), new MachineWatch()]
  const { server, samples, failures, notes = [] } = await runOn(suite, (one) => suite.run(one, concerned, chosen))
  return {
    suite: suite.name,
    title: suite.title(chosen),
    rounds: chosen.rounds,
    minutes: Number(((elapsedMs() - begunMs) / 60_000).toFixed(1)),
    metrics: suite.metrics,
    ...(suite.hasRatios !== undefined && { hasRatios: suite.hasRatios }),
    results: resultsOf(suite.metrics, samples),
    failures,
    notes: [...notes, ...(suite.notes ?? [])],
    titles: Object.fromEntries(concerned.map(({ name, title }) => [name, title])),
    versions: Object.fromEntries(concerned.map(({ name, program }) => [name, versionOf(program)])),
    server,
    missing: Object.fromEntries(Object.entries(missing).filter(([name]) => isMissed(suite, name))),
    circumstances: watch.read(),
  }
}

const isMissed = (suite: Suite, name: string) => wanted.some((one) => one.name === name && isConcerned(suite, one))

function chooseOptions(suite: Suite): SuiteOptions {
  const { size, rounds } = suite[options.profile]
  return { size: options.size ?? size, rounds: options.rounds ?? rounds }
}

/** Each suite has a fresh server, so that none starts with objects of another. */
async function runOn(suite: Suite, run: (server: BenchServer) => Promise<SuiteResult>) {
  if (suite.needsServer === false) return { server: 'no server', ...(await run(noServer)) }
  const server = await startBenchServer()
  try {
    return { server: server.version, ...(await run(server)) }
  } finally {
    await server[Symbol.asyncDispose]()
  }
}

console.log(machine())
const records: SuiteRecord[] = []
for (const suite of options.suites) {
  const record = await runSuite(suite)
  records.push(record)
  console.log(`\n${sectionOf(record)}`)
  // After each suite: an interrupted run keeps its results.
  if (options.results !== undefined) {
    writeResults(options.results, record)
    writeSummary(
      options.results,
      suites.map(({ name }) => name),
    )
    progress(`wrote the results of ${suite.name} to ${options.results}`)
  }
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(records, null, 2)}\n`)
}
for (const { suite, circumstances } of records) {
  if (circumstances.warning !== undefined) console.log(`\n${suite}: ${circumstances.warning}`)
}
if (options.isSmoke) printSmoke(records)
const isRight = records.every(({ failures }) => failures.length === 0)
if (options.stores && isRight) storeSmoke(records)
if (!isRight) process.exitCode = 1
