/**
 * `npm run conformance`: sends the same requests to a real kube-apiserver and to ours.
 *
 *   npm run conformance                     runs both, compares, then tests the packages against the real one
 *   npm run conformance -- --record         runs the real one only and records its responses
 *   npm run conformance -- --replay         runs ours only, in this process, and compares with the recording
 *   npm run conformance -- --only TEXT      only cases whose name contains TEXT; --record then records complete suites only
 *   npm run conformance -- --coverage       only counts: cases and rules by section
 *   npm run conformance -- --sequences 1000 sends only random sequences, this many, to both
 *        --seed 17                          from this seed on (for one: --sequences 1 --seed 17)
 *        --length 60                        of this many operations
 *        --real                             two real servers against each other: shows that sequences are deterministic
 */
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { caseId, type Suite } from './case.ts'
import { compareBoth, lockStep, record, replay } from './conformance.ts'
import { formatCoverage, measureCoverage, type Rules } from './coverage.ts'
import { conformanceRoot, loadSuites } from './load-suites.ts'
import { defaultLength } from './sequences/random-sequence.ts'
import { formatVerdict, hasPassed, type KnownDifference } from './verdict.ts'

const options = {
  record: { type: 'boolean' },
  replay: { type: 'boolean' },
  coverage: { type: 'boolean' },
  only: { type: 'string' },
  sequences: { type: 'string' },
  seed: { type: 'string' },
  length: { type: 'string' },
  real: { type: 'boolean' },
} as const
const { values, tokens } = parseArgs({ strict: false, tokens: true, options })

const ownOptions: ReadonlySet<string> = new Set(Object.keys(options))

/** How many random sequences a full run sends to both servers. */
const usualSequences = 1_000
/** The time after which no further sequence starts. */
const sequenceMinutes = 45

async function main(): Promise<boolean> {
  const all = await loadSuites()
  const only = typeof values.only === 'string' ? values.only : undefined
  const suites = only === undefined ? all : choose(all, only)
  if (values.coverage) return printCoverage(all)
  if (values.record) return recordAll(suites, all)
  if (values.sequences !== undefined) return compareSequences(all)
  const known = (await readJson<KnownDifference[]>('known-differences.json')).filter(
    (entry) => only === undefined || entry.case.includes(only),
  )
  const verdict = await (values.replay ? replay(suites, known) : compareBoth(suites, known))
  await printCoverage(all)
  for (const line of formatVerdict(verdict)) console.log(line)
  const isPart = values.replay === true || only !== undefined
  return hasPassed(verdict) && (isPart || ((await compareSequences(all)) && testPackages()))
}

async function compareSequences(suites: readonly Suite[]): Promise<boolean> {
  const count = numberOf('sequences', usualSequences)
  const first = numberOf('seed', 1)
  const start = performance.now()
  const { total, differing } = await lockStep(suites, {
    seeds: Array.from({ length: count }, (_, at) => first + at),
    length: numberOf('length', defaultLength),
    isSelfCheck: values.real === true,
    isOver: () => performance.now() - start > sequenceMinutes * 60_000,
    onDifference: ({ text }) => console.log(`✗ ${text}\n`),
    onProgress: (done, bad) => done % 100 === 0 && console.log(`${done} of ${count} sequences, ${bad} differ`),
  })
  const seconds = Math.round((performance.now() - start) / 1000)
  console.log(`${total - differing.length} of ${total} random sequences agree (${seconds} s)`)
  if (total < count) console.log(`✗ stopped after ${sequenceMinutes} minutes: ${count - total} sequences were not sent`)
  return differing.length === 0 && total === count
}

function numberOf(name: 'sequences' | 'seed' | 'length', otherwise: number): number {
  const text = values[name]
  if (text === undefined) return otherwise
  if (typeof text !== 'string' || !/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name} needs a whole number.`)
  return Number(text)
}

async function recordAll(suites: readonly Suite[], all: readonly Suite[]): Promise<boolean> {
  const failures = await record(suites, all)
  for (const failure of failures) console.log(`✗ ${failure}`)
  console.log(`recorded ${suites.reduce((sum, { cases }) => sum + cases.length, 0)} cases`)
  return failures.length === 0
}

function choose(suites: readonly Suite[], only: string): readonly Suite[] {
  return suites
    .map((suite) => ({ ...suite, cases: suite.cases.filter((one) => caseId(suite, one).includes(only)) }))
    .filter(({ cases }) => cases.length > 0)
}

async function printCoverage(suites: readonly Suite[]): Promise<boolean> {
  for (const line of formatCoverage(measureCoverage(suites, await readJson<Rules>('rules.json')))) console.log(line)
  return true
}

/** Tests of our packages against the real server. Unknown options are passed on to them. */
function testPackages(): boolean {
  const theirs = tokens.flatMap((token) => {
    if (token.kind === 'option' && !ownOptions.has(token.name)) {
      return token.value === undefined ? [token.rawName] : [`${token.rawName}=${token.value}`]
    }
    return token.kind === 'positional' ? [token.value] : []
  })
  const run = (project: string) =>
    spawnSync('npx', ['vitest', 'run', '--project', project, ...theirs], { stdio: 'inherit' }).status === 0
  return ['conformance', 'plays'].map(run).every(Boolean)
}

async function readJson<Value>(name: string): Promise<Value> {
  return JSON.parse(await readFile(join(conformanceRoot, name), 'utf8')) as Value
}

main().then(
  (passed) => process.exit(passed ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof Error ? (error.stack ?? error.message) : error)
    process.exit(1)
  },
)
