/**
 * `npm run coverage`: how much of the code the unit tests, the examples of the documentation and the integration tests run. Writes
 * `coverage/`. `-- --project unit` measures one project.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { coverageTable, type CoverageSummary } from './coverage-table.ts'

const root = resolve(import.meta.dirname, '../..')
const given = process.argv.slice(2)
const projects = given.length > 0 ? given : ['unit', 'docs', 'integration'].flatMap((name) => ['--project', name])
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const args = [vitest, 'run', '--coverage', '--reporter', 'dot', ...projects]
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
const summary = JSON.parse(readFileSync(join(root, 'coverage/coverage-summary.json'), 'utf8')) as CoverageSummary
console.log(`\n${coverageTable(summary, root)}`)
process.exitCode = status ?? 1
