/** The table of `npm run coverage`: one row for each package and program, and the total. */

interface Count {
  readonly total: number
  readonly covered: number
}

/** One file in the `json-summary` of Istanbul. */
export interface FileCoverage {
  readonly lines: Count
  readonly branches: Count
  readonly functions: Count
}

export type CoverageSummary = Readonly<Record<string, FileCoverage>>

const columns = ['lines', 'branches', 'functions'] as const

const nameWidth = 26
const columnWidth = 11

/** The rows of `coverageRows` below a head, as aligned text. */
export function coverageTable(summary: CoverageSummary, root: string): string {
  return [['', ...columns], ...coverageRows(summary, root)].map(aligned).join('\n')
}

/** A name and a share for each column: one row for each package, then the total. `root` is what the paths of the summary start with. */
export function coverageRows(summary: CoverageSummary, root: string): string[][] {
  const { total, ...files } = summary
  const groups = new Map<string, FileCoverage[]>()
  for (const [path, file] of Object.entries(files)) {
    const name = path
      .slice(root.length + 1)
      .split(/[\\/]/)
      .slice(0, 2)
      .join('/')
    groups.set(name, [...(groups.get(name) ?? []), file])
  }
  const names = [...groups.keys()].sort()
  return [...names.map((name) => row(name, groups.get(name)!)), row('total', [total!])]
}

function aligned([name = '', ...cells]: readonly string[]): string {
  return [name.padEnd(nameWidth), ...cells.map((cell) => cell.padStart(columnWidth))].join('')
}

function row(name: string, files: readonly FileCoverage[]): string[] {
  return [name, ...columns.map((column) => share(files.map((file) => file[column])))]
}

function share(counts: readonly Count[]): string {
  const total = counts.reduce((sum, one) => sum + one.total, 0)
  const covered = counts.reduce((sum, one) => sum + one.covered, 0)
  return total === 0 ? '-' : `${((100 * covered) / total).toFixed(1)} %`
}
