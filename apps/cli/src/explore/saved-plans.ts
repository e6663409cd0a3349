/** Writes the plans of failures into a folder. Existing files are never overwritten: one may be part of a test. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExploredFailure } from './exploration-answer.ts'

type Saved = Pick<ExploredFailure, 'oracle' | 'planFile'>

/** Rules may be named by the explored code, so their names are untrusted: no path traversal, no shell metacharacters. */
function plainName(oracle: string): string {
  const name = oracle
    .replace(/[^\w-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 60)
  return name === '' ? 'plan' : name
}

/** Returns the path of each. */
export function savePlans(failures: readonly Saved[], folder: string): readonly string[] {
  return failures.map(({ oracle, planFile }) => {
    for (let number = 1; ; number++) {
      const path = join(folder, `${plainName(oracle)}-${number}.json`)
      const isFree = !existsSync(path)
      if (isFree) writeFileSync(path, planFile)
      if (isFree || readFileSync(path, 'utf8') === planFile) return path
    }
  })
}
