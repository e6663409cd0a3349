/** Compares generated files with the disk, and writes the difference. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cliErrors } from '../errors.ts'
import { writeError } from '../project/write-error.ts'
import type { GeneratedFiles } from './generated-files.ts'
import { isMarked } from './marked-text.ts'

export interface StaleFile {
  readonly path: string
  readonly state: 'missing' | 'changed' | 'orphaned'
}

/** The differences, sorted by path. Only marked files count as orphans. */
export async function findStale(
  root: string,
  files: GeneratedFiles,
  folders: readonly string[],
): Promise<readonly StaleFile[]> {
  const stale: StaleFile[] = []
  for (const [path, text] of files) {
    const found = await readIfThere(join(root, path))
    if (found !== text) stale.push({ path, state: found === undefined ? 'missing' : 'changed' })
  }
  for (const path of await markedFilesIn(root, folders)) {
    if (!files.has(path)) stale.push({ path, state: 'orphaned' })
  }
  return stale.sort((one, two) => (one.path < two.path ? -1 : 1))
}

/**
 * Failure: `KW_CLI_NOT_OURS`, before anything is written, if a handwritten file is in the way; `KW_CLI_WRITE` if one cannot be
 * written. Files written by then stay: they are correct, and the next run writes the rest.
 */
export async function writeStale(root: string, files: GeneratedFiles, stale: readonly StaleFile[]): Promise<void> {
  for (const { path, state } of stale) if (state === 'changed') await assertOurs(root, path)
  for (const { path, state } of stale) {
    try {
      await (state === 'orphaned' ? rm(join(root, path)) : writeInto(join(root, path), files.get(path)!))
    } catch (error) {
      throw writeError(path, error)
    }
  }
}

async function writeInto(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

async function assertOurs(root: string, path: string): Promise<void> {
  if (isMarked(await readFile(join(root, path), 'utf8'))) return
  throw cliErrors('KW_CLI_NOT_OURS', {
    what: `write ${path}`,
    why: 'the file exists and was not generated, and it would be overwritten',
    next: 'Move or remove it. Put your changes into a kustomize overlay or kubewright.config.ts.',
    details: { path },
  })
}

async function markedFilesIn(root: string, folders: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const folder of folders.filter((one) => existsSync(join(root, one)))) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (entry.isFile() && isMarked(await readFile(join(root, path), 'utf8'))) found.push(path)
    }
  }
  return found
}

async function readIfThere(path: string): Promise<string | undefined> {
  return existsSync(path) ? readFile(path, 'utf8') : undefined
}
