/** Writes a kubeconfig that only its owner can read: it grants full access. */
import { existsSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { cliErrors } from '../errors.ts'
import { replaceFile } from '../project/replace-file.ts'
import { findKeeper, type Keeper, readKubeconfig } from './kubeconfig-in-place.ts'

/** The default folder of commands. It contains its own `.gitignore`. */
const ownFolder = '.kubewright'

/** A claimed, writable path for a kubeconfig. */
export interface KubeconfigPlace {
  /**
   * Replaces the file atomically.
   *
   * Failure: `KW_CLI_KUBECONFIG` if it cannot be written, or another cluster wrote it in the meantime.
   */
  write(text: string): Promise<void>
}

/**
 * Call before a cluster starts. A cluster with a data directory keeps the CA of its last run, so after its start its own answer
 * could not be distinguished from another cluster's.
 *
 * Failure: `KW_CLI_KUBECONFIG` if the file contains other clusters, or points to a cluster that is still running.
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

/** Only a regular file may be replaced: as root, a rename over /dev/null would remove it for the whole machine. */
function otherInPlace(path: string): Keeper | undefined {
  const found = existsSync(path) ? statSync(path) : undefined
  if (found === undefined || found.isFile()) return undefined
  if (found.isDirectory()) {
    return { why: 'it is a folder', next: `Use a file in it: --kubeconfig ${join(path, 'kubeconfig')}` }
  }
  return { why: 'it is a device or a pipe, not a file', next: 'Use a regular file: --kubeconfig FILE' }
}

function reasonOf({ code = '', message }: NodeJS.ErrnoException, folder: string): Keeper {
  const next = 'Use a file in a folder that you may write to: --kubeconfig FILE'
  if (code === 'ENOTDIR' || code === 'EEXIST') return { why: `${folder}, or a folder above it, is a file`, next }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return { why: `you may not write to ${folder}`, next }
  return { why: message, next }
}

/** Without `recursive`, which loops forever on a file system that takes no new entries, such as `/proc`. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return
  if (dirname(path) !== path) await makeFolder(dirname(path))
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || !statSync(path).isDirectory()) throw error // lost a race: the folder exists now
  })
}
