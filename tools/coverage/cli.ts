/**
 * `npm run coverage`: how much of the code the unit tests, the examples of the documentation and the integration tests run. Writes
 * `coverage/`.
 *
 *   npm run coverage -- --project unit             measures one project
 *   npm run coverage -- --write docs/coverage.md   also writes the table as a page
 *
 * Other arguments go to Vitest.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { coverageArguments } from './coverage-arguments.ts'
import { coveragePage } from './coverage-page.ts'
import { coverageTable, type CoverageSummary } from './coverage-table.ts'

const root = resolve(import.meta.dirname, '../..')
const { page, projects, rest } = coverageArguments(process.argv.slice(2))
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const selected = projects.flatMap((name) => ['--project', name])
const args = [vitest, 'run', '--coverage', '--reporter', 'dot', ...selected, ...rest]
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
const summary = JSON.parse(readFileSync(join(root, 'coverage/coverage-summary.json'), 'utf8')) as CoverageSummary
console.log(`\n${coverageTable(summary, root)}`)
if (page !== undefined)
  writeFileSync(resolve(root, page), coveragePage({ summary, root, projects, hasPassed: status === 0 }))
process.exitCode = status ?? 1
