/**
 * `npm run conformance`: the same questions to a real kube-apiserver and to ours.
 *
 *   npm run conformance                     asks both, compares, then tests the packages against the real one
 *   npm run conformance -- --record         asks the real one only and keeps its answers
 *   npm run conformance -- --replay         asks ours only, in this process, and compares with what was kept
 *   npm run conformance -- --only TEXT      only cases whose name has TEXT in it; with --record, whole suites are kept
 *   npm run conformance -- --coverage       only counts: cases and rules by section
 */
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { caseId, type Suite } from './case.ts'
import { compareBoth, record, replay } from './conformance.ts'
import { formatCoverage, measureCoverage, type Rules } from './coverage.ts'
import { conformanceRoot, loadSuites } from './load-suites.ts'
import { formatVerdict, hasPassed, type KnownDifference } from './verdict.ts'

const { values, tokens } = parseArgs({
  strict: false,
  tokens: true,
  options: {
    record: { type: 'boolean' },
    replay: { type: 'boolean' },
    coverage: { type: 'boolean' },
    only: { type: 'string' },
  },
})

async function main(): Promise<boolean> {
  const all = await loadSuites()
  const only = typeof values.only === 'string' ? values.only : undefined
  const suites = only === undefined ? all : choose(all, only)
  if (values.coverage) return printCoverage(all)
  if (values.record) return recordAll(suites, all)
  const known = (await readJson<KnownDifference[]>('known-differences.json')).filter(
    (entry) => only === undefined || entry.case.includes(only),
  )
  const verdict = await (values.replay ? replay(suites, known) : compareBoth(suites, known))
  await printCoverage(all)
  for (const line of formatVerdict(verdict)) console.log(line)
  return hasPassed(verdict) && (values.replay === true || only !== undefined || testPackages())
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

/** The suites that hold our packages against the real server; what this program does not know is meant for them. */
function testPackages(): boolean {
  const theirs = tokens.flatMap((token) => {
    if (token.kind === 'option' && !(token.name in { record: 0, replay: 0, only: 0, coverage: 0 })) {
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
