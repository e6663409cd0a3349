/**
 * The explorations of a project for the page of `kubewright dev`: files named `NAME.explore.ts`, each run in its own process.
 * See decision 0406.
 */
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { toMs } from '@kubewright/core'
import type { ExplorationSource } from '@kubewright/dashboard/exploration'
import type { Terminal } from '../terminal/terminal.ts'
import { runExploration } from './exploration-process.ts'

const named = /\.explore\.[cm]?[jt]sx?$/
const ignored: ReadonlySet<string> = new Set(['node_modules', '.git', '.kubewright', 'dist', 'coverage'])
/** Bounds the search, for example if a home folder was opened by mistake. */
const mostFolders = 2_000
/** How long an exploration may take to report its findings after it was stopped. */
const reportsWithinMs = toMs('20s')

export interface ProjectExplorationOptions {
  readonly folders: readonly string[]
  readonly terminal: Pick<Terminal, 'cwd' | 'environment' | 'clock' | 'signal'>
}

export function projectExplorations({ folders, terminal }: ProjectExplorationOptions): ExplorationSource {
  const { cwd, environment, clock, signal } = terminal
  return {
    find: async () => (await explorationsIn(folders)).map((path) => relative(cwd, path)),
    async run({ file, seed, budget, runs, strategies }, listener) {
      const end = new AbortController()
      let late: Disposable | undefined
      const stopped = () =>
        void (late = clock.schedule(reportsWithinMs, () => end.abort(new Error('it did not end in time'))))
      listener.signal.addEventListener('abort', stopped, { once: true })
      try {
        return await runExploration(
          resolve(cwd, file),
          {
            ...(seed === undefined ? {} : { seed }),
            ...(budget === undefined ? {} : { time: budget }),
            ...(runs === undefined ? {} : { runs }),
            ...(strategies === undefined ? {} : { strategies }),
          },
          {
            cwd,
            environment,
            clock,
            signal: AbortSignal.any([signal, end.signal]),
            stop: listener.signal,
            isInBackground: true,
            onProgress: (progress) => listener.progress(progress),
            onSilence: () => undefined, // the page shows how long the current run takes
          },
        )
      } finally {
        listener.signal.removeEventListener('abort', stopped)
        late?.[Symbol.dispose]()
      }
    },
  }
}

/** Sorted by path. Failure: rejects if one of the folders cannot be read. */
export async function explorationsIn(folders: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>()
  const waiting = folders.map((folder) => resolve(folder))
  const seen = new Set(waiting)
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    for (const entry of await entriesOf(folder, folders)) {
      const path = join(folder, entry.name)
      if (entry.isFile() && named.test(entry.name)) found.add(path)
      if (!entry.isDirectory() || ignored.has(entry.name) || seen.has(path) || seen.size >= mostFolders) continue
      seen.add(path)
      waiting.push(path)
    }
  }
  return [...found].sort()
}

/** A subfolder that disappears or is unreadable hides only its own files. */
async function entriesOf(folder: string, roots: readonly string[]): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (roots.some((root) => resolve(root) === folder)) throw error
    return []
  }
}
