/** Writes a kubeconfig that nobody else can read: it lets its holder do everything. */
import { existsSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { cliErrors } from '../errors.ts'
import { replaceFile } from '../project/replace-file.ts'
import { findKeeper, type Keeper, readKubeconfig } from './kubeconfig-in-place.ts'

/** The folder that commands use when they are not told another one; it keeps itself out of version control. */
const ownFolder = '.kubewright'

/** A place for a kubeconfig that may be written to. */
export interface KubeconfigPlace {
  /**
   * Replaces the file at once, so that nobody ever reads half of it.
   *
   * Failure: `KW_CLI_KUBECONFIG` if it cannot be written, or another cluster took the place meanwhile.
   */
  write(text: string): Promise<void>
}

/**
 * Asked before a cluster starts: a cluster with a data directory has the authority of its last run, so that afterwards its own
 * answer could not be told from that of another cluster.
 *
 * Failure: `KW_CLI_KUBECONFIG` if the file holds clusters of others, or leads to a cluster that still runs.
 */
export async function claimKubeconfig(path: string): Promise<KubeconfigPlace> {
  const found = await readKubeconfig(path)
  await assertFree(path, found)
  return {
    async write(text) {
      const now = await readKubeconfig(path)
      if (now !== found) await assertFree(path, now)
      await writeKubeconfig(path, text)
    },
  }
}

async function assertFree(path: string, text: string): Promise<void> {
  const keeper = otherInPlace(path) ?? (await findKeeper(text))
  if (keeper !== undefined) throw cannotWrite(path, keeper)
}

async function writeKubeconfig(path: string, text: string): Promise<void> {
  try {
    await makeFolder(dirname(path))
    if (basename(dirname(path)) === ownFolder) await writeFile(join(dirname(path), '.gitignore'), '*\n')
    await replaceFile(path, text, { mode: 0o600 })
  } catch (error) {
    throw cannotWrite(path, reasonOf(error as NodeJS.ErrnoException, dirname(path)), error)
  }
}

function cannotWrite(path: string, { why, next }: Keeper, cause?: unknown): Error {
  return cliErrors('KW_CLI_KUBECONFIG', { what: `write the kubeconfig ${path}`, why, next, details: { path }, cause })
}

/** What is no file cannot be replaced by one: a program of root's would take /dev/null away from everybody. */
function otherInPlace(path: string): Keeper | undefined {
  const found = existsSync(path) ? statSync(path) : undefined
  if (found === undefined || found.isFile()) return undefined
  if (found.isDirectory()) {
    return { why: 'it is a folder', next: `Name a file in it: --kubeconfig ${join(path, 'kubeconfig')}` }
  }
  return { why: 'it is a device or a pipe, and no file', next: 'Name a file with --kubeconfig.' }
}

function reasonOf({ code = '', message }: NodeJS.ErrnoException, folder: string): Keeper {
  const next = 'Name another file with --kubeconfig, in a folder you may write to.'
  if (code === 'ENOTDIR' || code === 'EEXIST') return { why: `${folder} is, or lies below, a file and no folder`, next }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return { why: `you may not write to ${folder}`, next }
  return { why: message, next }
}

/** Not with `recursive`: where a file system takes no new entries, as `/proc` does not, that never ends. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return
  if (dirname(path) !== path) await makeFolder(dirname(path))
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || !statSync(path).isDirectory()) throw error // somebody made it meanwhile
  })
}
