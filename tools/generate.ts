/**
 * Writes all generated files of the repository; with `--check`, reports those that are out of date.
 *
 * `npm run generate` and `npm run verify` run this program.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type Decision, readDecision, withDecisionIndex } from './decisions/decision-index.ts'
import { statePages } from './external/state-diagram.ts'
import { listFiles } from './list-files.ts'
import { withLinesTable } from './lines/lines-table.ts'
import { type Pages, referencePages } from './reference/pages.ts'

const root = resolve(import.meta.dirname, '..')
const isCheck = process.argv.includes('--check')

function staleFiles(pages: Pages): string[] {
  const wrong = [...pages].filter(([path, text]) => readIfThere(path) !== text).map(([path]) => path)
  const orphans = listFiles(root, ['docs/reference'], /\.md$/).filter((path) => !pages.has(path))
  return [...wrong, ...orphans]
}

function readIfThere(path: string): string | undefined {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined
}

function write(path: string, text: string | undefined): void {
  if (text === undefined) return rmSync(join(root, path))
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function decisions(): readonly Decision[] {
  const files = listFiles(root, ['docs/decisions'], /\/\d{4}-[^/]*\.md$/).toSorted()
  return files.map((path) => readDecision(basename(path), readFileSync(join(root, path), 'utf8')))
}

/** Separate generators with the same flag and their own output. */
const generators = ['tools/kubernetes/generate.ts', 'tools/go-shapes/generate.ts']

function run(generator: string): boolean {
  const tsx = join(root, 'node_modules/.bin/tsx')
  try {
    execFileSync(tsx, [generator, ...(isCheck ? ['--check'] : [])], { cwd: root, stdio: 'inherit' })
    return true
  } catch {
    return false
  }
}

const areOthersFine = generators.map(run).every(Boolean)
const pages: Pages = new Map([
  ...(await referencePages(root)),
  ...statePages(),
  ['README.md', withLinesTable(readIfThere('README.md') ?? '')],
  ['docs/decisions/README.md', withDecisionIndex(readIfThere('docs/decisions/README.md') ?? '', decisions())],
])
const stale = staleFiles(pages)
if (isCheck) for (const path of stale) console.error(`${path} is out of date.`)
else for (const path of stale) write(path, pages.get(path))
if (isCheck && stale.length > 0) console.error('Repair: npm run generate')
if (!areOthersFine || (isCheck && stale.length > 0)) process.exitCode = 1
