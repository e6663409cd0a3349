/** `docs/coverage.md`: the table of `npm run coverage` as a page. */
import { coverageRows, type CoverageSummary } from './coverage-table.ts'

export interface CoveragePageInput {
  readonly summary: CoverageSummary
  readonly root: string
  /** The test projects that ran. */
  readonly projects: readonly string[]
  /** Whether all tests passed. */
  readonly hasPassed: boolean
}

export function coveragePage({ summary, root, projects, hasPassed }: CoveragePageInput): string {
  const selected = projects.flatMap((project) => ['--project', project])
  const lines = coverageRows(summary, root).map((cells) => `| ${cells.join(' | ')} |`)
  return `# Test coverage

How much of the code that ships and is written by hand runs in these projects of \`vitest.config.ts\`: ${projects.join(', ')}. Generated
code, tests and their fixtures do not count. Written by:

\`\`\`sh
npm run coverage -- ${selected.join(' ')} --write docs/coverage.md
\`\`\`

${remarks(projects, hasPassed)}| Package | Lines | Branches | Functions |
|---|---:|---:|---:|
${lines.join('\n')}
`
}

function remarks(projects: readonly string[], hasPassed: boolean): string {
  const partial = 'The integration tests were not run, so code that only they run counts as not run.'
  const failed =
    'At least one test failed or took too long under the profiler. Code that only such tests run counts as not run.'
  const lines = [...(projects.includes('integration') ? [] : [partial]), ...(hasPassed ? [] : [failed])]
  return lines.map((line) => `${line}\n\n`).join('')
}
