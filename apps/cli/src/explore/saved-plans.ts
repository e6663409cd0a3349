/** Writes the plans of failures into a folder. A file that is there keeps what it holds: it may be a test by now. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExploredFailure } from './exploration-answer.ts'

type Saved = Pick<ExploredFailure, 'oracle' | 'planFile'>

/** Rules may be named by the code that is explored: no name leads out of the folder, or means something to a shell. */
function plainName(oracle: string): string {
  const name = oracle
    .replace(/[^\w-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 60)
  return name === '' ? 'plan' : name
}

/** Returns where each is. */
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
