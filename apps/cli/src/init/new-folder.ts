/** Makes a folder with files in it: all of them, or nothing. */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { cliErrors } from '../errors.ts'

export interface NewFolderOptions {
  /** Files to copy: from where, by path in the folder. */
  readonly copies: ReadonlyMap<string, string>
  readonly signal: AbortSignal
}

/** Failure: `KW_CLI_FOLDER` if something is in it, or it is no folder. A `.git` does not count. */
export async function assertEmpty(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  if (!(await stat(folder)).isDirectory()) throw folderError(folder, 'it is a file', 'Name another folder.')
  const [first] = (await readdir(folder)).filter((name) => name !== '.git')
  if (first === undefined) return
  throw folderError(folder, `it is not empty: ${first} is in it`, 'Name a folder that is empty or does not exist yet.')
}

/**
 * Files are written beside the folder and moved there at the end.
 *
 * Failure: `KW_CLI_FOLDER`, or the signal's reason. Then everything is as it was before.
 */
export async function writeProject(
  folder: string,
  files: ReadonlyMap<string, string>,
  { copies, signal }: NewFolderOptions,
): Promise<void> {
  const isNew = !existsSync(folder)
  // In a folder that exists, which may be the one the shell is in, the draft lies inside: the folder itself stays.
  const draft = isNew
    ? join(dirname(folder), `.${basename(folder)}.${process.pid}`)
    : join(folder, `.draft.${process.pid}`)
  try {
    await writeAll(draft, files, { copies, signal })
    if (isNew) await rename(draft, folder)
    else await moveUp(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined) // what matters is why it failed
    signal.throwIfAborted()
    throw folderError(folder, (error as Error).message, 'Name a folder you may write to.', error)
  }
}

async function writeAll(
  draft: string,
  files: ReadonlyMap<string, string>,
  { copies, signal }: NewFolderOptions,
): Promise<void> {
  // In two steps: where a folder cannot be made although its parent is there, as in /proc, Node tries for ever by itself.
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
  return cliErrors('KW_CLI_FOLDER', { what: `make a project in ${folder}`, why, next, details: { folder }, cause })
}
