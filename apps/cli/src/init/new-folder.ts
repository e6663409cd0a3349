/** Creates a folder with its files: all or nothing. */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { cliErrors } from '../errors.ts'

export interface NewFolderOptions {
  /** Files to copy: source path by path in the folder. */
  readonly copies: ReadonlyMap<string, string>
  readonly signal: AbortSignal
}

/** Failure: `KW_CLI_FOLDER` if it is not empty or not a folder. A `.git` is ignored. */
export async function assertEmpty(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  if (!(await stat(folder)).isDirectory())
    throw folderError(folder, 'it is a file', 'Use a folder that is empty or does not exist yet.')
  const [first] = (await readdir(folder)).filter((name) => name !== '.git')
  if (first === undefined) return
  throw folderError(folder, `it is not empty: ${first} is in it`, 'Use a folder that is empty or does not exist yet.')
}

/**
 * Writes the files to a temporary folder and moves them into place at the end.
 *
 * Failure: `KW_CLI_FOLDER`, or the signal's reason. Nothing is left behind then.
 */
export async function writeProject(
  folder: string,
  files: ReadonlyMap<string, string>,
  { copies, signal }: NewFolderOptions,
): Promise<void> {
  const isNew = !existsSync(folder)
  // An existing folder is kept, because it may be the working directory of the shell. The temporary folder is inside it then.
  const draft = isNew
    ? join(dirname(folder), `.${basename(folder)}.${process.pid}`)
    : join(folder, `.draft.${process.pid}`)
  try {
    await writeAll(draft, files, { copies, signal })
    if (isNew) await rename(draft, folder)
    else await moveUp(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined) // best effort: the first error is the one to report
    signal.throwIfAborted()
    throw folderError(folder, (error as Error).message, 'Use a folder that you may write to.', error)
  }
}

async function writeAll(
  draft: string,
  files: ReadonlyMap<string, string>,
  { copies, signal }: NewFolderOptions,
): Promise<void> {
  // In two steps: with `recursive`, Node loops forever if a folder cannot be created in an existing parent, as in /proc.
  await mkdir(dirname(draft), { recursive: true })
  await mkdir(draft)
  for (const [path, text] of files) {
    signal.throwIfAborted()
    await mkdir(dirname(join(draft, path)), { recursive: true })
    await writeFile(join(draft, path), text)
  }
  for (const [path, source] of copies) {
    signal.throwIfAborted()
    await mkdir(dirname(join(draft, path)), { recursive: true })
    await copyFile(source, join(draft, path))
  }
}

async function moveUp(draft: string, folder: string): Promise<void> {
  const names = await readdir(draft)
  const moved: string[] = []
  try {
    for (const name of names) {
      await rename(join(draft, name), join(folder, name))
      moved.push(name)
    }
    await rm(draft, { recursive: true })
  } catch (error) {
    for (const name of moved) await rm(join(folder, name), { recursive: true, force: true })
    throw error
  }
}

function folderError(folder: string, why: string, next: string, cause?: unknown): Error {
  return cliErrors('KW_CLI_FOLDER', { what: `create a project in ${folder}`, why, next, details: { folder }, cause })
}
