/** The workflows of GitHub run every suite of `.ci/run`. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Workflow {
  readonly jobs: { readonly suites: { readonly strategy: { readonly matrix: { readonly suites: readonly string[] } } } }
}

it('ci.yml runs every suite of .ci/run once; `npm test` is a job of its own', () => {
  const known = /^known=" (.+) "$/m.exec(read('.ci/run'))![1]!.split(' ')
  const { matrix } = (parse(read('.github/workflows/ci.yml')) as Workflow).jobs.suites.strategy
  // Several suites need the programs, which one of them builds.
  const run = matrix.suites.flatMap((suites) => suites.split(' ')).filter((suite) => suite !== 'programs')
  expect(['test', 'programs', ...run].toSorted()).toEqual(known.toSorted())
})
