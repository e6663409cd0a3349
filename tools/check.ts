/**
 * `npm run check`, and with `--all` `npm test`: all checks before a change is merged, cheapest first. Needs only Node and the
 * installed packages.
 */
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { countTests, runSteps, type Stage, type Step } from './steps.ts'

const root = resolve(import.meta.dirname, '..')

/** Vitest leaves a core idle, which is half of a small machine. Many tests wait for child processes. */
const workers = Math.max(2, availableParallelism() - 1)

const vitest = (project: string): Step => ({
  name: project,
  command: ['vitest', 'run', '--reporter', 'dot', '--maxWorkers', String(workers), '--project', project],
  remark: countTests,
})

const replay: Step = {
  name: 'conformance',
  command: ['tsx', '--conditions=@kubewright/source', 'tools/conformance/cli.ts', '--replay'],
  remark: (output) => /^\d+ of \d+ agree.*$/m.exec(output)?.[0],
}
const isAll = process.argv.includes('--all')

const stages: Stage[] = [
  [
    { name: 'format', command: ['biome', 'format', '.'], repair: 'npm run fix' },
    { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  ],
  [
    { name: 'types', command: ['node', 'node_modules/typescript7/bin/tsc', '-p', 'tsconfig.json'] },
    { name: 'types of pages', command: ['node', 'node_modules/typescript7/bin/tsc', '-p', 'apps/dashboard/page'] },
  ],
  [
    { name: 'layers', command: ['tsx', 'tools/check-layers.ts'] },
    { name: 'generated', command: ['npm', 'run', '--silent', 'verify'], repair: 'npm run generate' },
    ...(isAll ? [replay] : []),
  ],
  vitest('unit'),
  vitest('docs'),
  ...(isAll ? [vitest('integration')] : []),
]
if (!(await runSteps(stages, { cwd: root }))) process.exitCode = 1
