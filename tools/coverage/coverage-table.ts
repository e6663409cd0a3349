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

/** `paths` of the summary are absolute; `root` is what they start with. */
export function coverageTable(summary: CoverageSummary, root: string): string {
  const { total, ...files } = summary
  const groups = new Map<string, FileCoverage[]>()
  for (const [path, file] of Object.entries(files)) {
    const name = path
      .slice(root.length + 1)
      .split('/')
      .slice(0, 2)
      .join('/')
    groups.set(name, [...(groups.get(name) ?? []), file])
  }
  const names = [...groups.keys()].sort()
  const rows = names.map((name) => row(name, groups.get(name)!))
  return [
    `${''.padEnd(26)}${columns.map((column) => column.padStart(11)).join('')}`,
    ...rows,
    row('total', [total!]),
  ].join('\n')
}

function row(name: string, files: readonly FileCoverage[]): string {
  return `${name.padEnd(26)}${columns.map((column) => share(files.map((file) => file[column]))).join('')}`
}

function share(counts: readonly Count[]): string {
  const total = counts.reduce((sum, one) => sum + one.total, 0)
  const covered = counts.reduce((sum, one) => sum + one.covered, 0)
  return (total === 0 ? '-' : `${((100 * covered) / total).toFixed(1)} %`).padStart(11)
}
