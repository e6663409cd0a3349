/**
 * `npm run fuzz`: sends hostile requests to our server, until time is up or it fails.
 *
 *   npm run fuzz                              for a minute, from a random seed
 *   npm run fuzz -- --seconds 3600            for an hour
 *   npm run fuzz -- --seed S                  the same requests as the run that printed S
 *   npm run fuzz -- --replay FILE             only the requests in FILE, one a line
 *   npm run fuzz -- --keep-going              shows each failure once, and continues
 *   npm run fuzz -- --errors                  shows the responses with status 500 at the end
 *   npm run fuzz -- --growth 3600             searches for requests whose cost grows too fast, for an hour instead of half a minute
 */
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '@kubewright/core'
import { seededRandom, systemIds } from '@kubewright/core/random'
import { loadSuites } from '../conformance/load-suites.ts'
import { type BatchFailure, type BatchResult, runBatch } from './batch.ts'
import {
  addBatch,
  emptyTotals,
  type FuzzTotals,
  generated,
  isConfirmed,
  LeakWatch,
  listed,
  shrinkFailure,
} from './fuzz.ts'
import { formatRequest, parseRequest } from './fuzz-request.ts'
import { findGrowth } from './growth.ts'
import { fieldGrowths } from './growth-fields.ts'
import { growthCases } from './growth-requests.ts'
import { fuzzOverHttps } from './https-batch.ts'

const foundPath = resolve(import.meta.dirname, '../../test/fuzz/found.jsonl')
const requestsInBatch = 400

/** The current activity, printed if the program ends unexpectedly. */
let activity = 'starting'

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string' },
      replay: { type: 'string' },
      'keep-going': { type: 'boolean', default: false },
      errors: { type: 'boolean', default: false },
      growth: { type: 'string', default: '30' },
    },
  })
  if (values.replay !== undefined) return report('replay', await replay(values.replay))
  const totals = emptyTotals()
  const seed = values.seed ?? systemIds.uuid().slice(0, 8)
  console.log(`seed ${seed}`)
  const options = { seed, seconds: Number(values.seconds), keepsGoing: values['keep-going'] }
  const isWell =
    (await report('found', await replay(foundPath))) &&
    (await grow(seed, Number(values.growth))) &&
    (await fuzz(options, totals))
  if (values.errors) for (const text of totals.internalErrors) console.log(text)
  console.log(summaryOf(totals))
  return isWell
}

async function replay(file: string): Promise<BatchResult> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  return runBatch('replay', listed(lines.map(parseRequest)))
}

/** Different cases each time, in an order given by the seed: all of them take some minutes. */
async function grow(seed: string, seconds: number): Promise<boolean> {
  activity = 'growth'
  const random = seededRandom(`${seed} growth`)
  const cases = [...growthCases, ...fieldGrowths()]
    .map((one) => [random.next(), one] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, one]) => one)
  const end = systemClock.elapsed() + seconds * 1_000
  const { problems, tried } = await findGrowth(cases, () => systemClock.elapsed() >= end)
  console.log(`${tried} of ${cases.length} fields grown`)
  for (const problem of problems) fail(`a cost grows too fast: ${problem}`)
  return problems.length === 0
}

interface FuzzOptions {
  readonly seed: string
  readonly seconds: number
  readonly keepsGoing: boolean
}

async function fuzz({ seed, seconds, keepsGoing }: FuzzOptions, totals: FuzzTotals): Promise<boolean> {
  const suites = await loadSuites()
  const leaks = new LeakWatch()
  const problems = new Set<string>()
  const end = systemClock.elapsed() + seconds * 1_000
  for (let batch = 0; batch === 0 || systemClock.elapsed() < end; batch++) {
    // The first batch uses the seed itself, so that a failed batch can be repeated by its seed.
    const batchSeed = batch === 0 ? seed : `${seed}.${batch}`
    activity = `batch ${batchSeed}`
    const result = await runBatch(batchSeed, generated(batchSeed, suites, requestsInBatch))
    addBatch(totals, result)
    const isKnown = result.failure && problems.has(result.failure.problem)
    if (!isKnown && !(await report(batchSeed, result))) {
      if (!keepsGoing) return false
      problems.add(result.failure!.problem)
    }
    const leaked = leaks.afterBatch()
    if (leaked !== undefined) return fail(`${leaked} bytes more are held than after the first batches`)
    if (batch % 4 !== 0) continue
    activity = `HTTPS batch ${batchSeed}`
    const problem = await fuzzOverHttps(batchSeed, generated(`${batchSeed} https`, suites, requestsInBatch / 4))
    if (problem === undefined || problems.has(problem)) continue
    fail(`over HTTPS: ${problem}\nagain: npm run fuzz -- --seconds 0 --seed ${batchSeed}`)
    if (!keepsGoing) return false
    problems.add(problem)
  }
  return problems.size === 0
}

function fail(text: string): false {
  console.log(`✗ ${text}`)
  return false
}

async function report(seed: string, { failure }: BatchResult): Promise<boolean> {
  if (failure === undefined || !(await isConfirmed(seed, failure))) return true
  console.log(`✗ ${failure.problem}\n${failure.detail}\n`)
  await showSmaller(seed, failure)
  console.log(`again: npm run fuzz -- --seconds 0 --seed ${seed}`)
  return false
}

const shownLength = 2_000

async function showSmaller(seed: string, failure: BatchFailure): Promise<void> {
  const lines = (await shrinkFailure(seed, failure)).map(formatRequest)
  const file = join(tmpdir(), `kubewright-fuzz-${seed}.jsonl`)
  await writeFile(file, `${lines.join('\n')}\n`)
  for (const line of lines) console.log(line.length > shownLength ? `${line.slice(0, shownLength)}…` : line)
  console.log(`these requests alone: npm run fuzz -- --replay ${file}`)
}

function summaryOf({ batches, sent, statuses, slowestMs, slowest }: FuzzTotals): string {
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  return `${sent} requests in ${batches} batches; slowest ${slowestMs.toFixed(0)} ms of processor time (${slowest}); ${counts.join(', ')}`
}

// An await that never settles would end the program silently, with exit code 0.
process.exitCode = 1
process.once('exit', (code) => code === 0 || console.log(`ended with ${code} during: ${activity}`))

main().then(
  (passed) => process.exit(passed ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof Error ? (error.stack ?? error.message) : error)
    process.exit(1)
  },
)
