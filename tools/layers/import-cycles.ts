/** Cycles in the run-time import graph. In a cycle, one module sees another half-initialized. */
import type { Package } from '../workspace.ts'
import { targetOf } from './import-target.ts'
import type { Problem } from './problem.ts'
import type { SourceFile } from './source-file.ts'

interface Edge {
  readonly to: string
  readonly line: number
}

export type ImportGraph = ReadonlyMap<string, readonly Edge[]>

/** Every run-time import between files of the repository. Type-only imports load nothing. */
export function importGraph(files: readonly SourceFile[], packages: readonly Package[]): ImportGraph {
  return new Map(
    files.map(({ path, imports }) => [
      path,
      imports.flatMap(({ specifier, line, isTypeOnly }) => {
        const target = targetOf(path, specifier, packages)
        return isTypeOnly || !('path' in target) || target.path === undefined ? [] : [{ to: target.path, line }]
      }),
    ]),
  )
}

/** One problem for each import that closes a cycle. */
export function findCycles(graph: ImportGraph): Problem[] {
  const problems: Problem[] = []
  const done = new Set<string>()
  const trail: string[] = []

  const visit = (path: string) => {
    trail.push(path)
    for (const { to, line } of graph.get(path) ?? []) {
      const start = trail.indexOf(to)
      if (start >= 0) problems.push(circle(path, line, trail.slice(start)))
      else if (!done.has(to)) visit(to)
    }
    trail.pop()
    done.add(path)
  }
  for (const path of graph.keys()) if (!done.has(path)) visit(path)
  return problems
}

function circle(path: string, line: number, members: readonly string[]): Problem {
  const round = [...members, members[0]].join(' → ')
  return { path, line, rule: 'cycle', text: `Run-time import circle: ${round}. Move what both need into a third file.` }
}
