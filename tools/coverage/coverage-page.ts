/** `docs/coverage.md`: the table of `npm run coverage` as a page. */
import { coverageRows, type CoverageSummary } from './coverage-table.ts'

export interface CoveragePageInput {
  readonly summary: CoverageSummary
  readonly root: string
  /** The test projects that ran. */
  readonly projects: readonly string[]
}

export function coveragePage({ summary, root, projects }: CoveragePageInput): string {
  const selected = projects.flatMap((project) => ['--project', project])
  const lines = coverageRows(summary, root).map((cells) => `| ${cells.join(' | ')} |`)
  return `# Test coverage

How much of the code that ships and is written by hand runs in these projects of \`vitest.config.ts\`: ${projects.join(', ')}. Generated
code, tests and their fixtures do not count. Written by:

\`\`\`sh
npm run coverage -- ${selected.join(' ')} --write docs/coverage.md
\`\`\`

| Package | Lines | Branches | Functions |
|---|---:|---:|---:|
${lines.join('\n')}
`
}
