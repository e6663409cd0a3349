/** Replaces a file atomically: readers see the old text or the new one. */
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Ids, systemIds } from '@kubewright/core/random'

export interface ReplaceFileOptions {
  /** Permissions of the new file. @default 0o666, less the umask */
  readonly mode?: number
  readonly ids?: Ids
}

/**
 * The temporary file has an unguessable name and is opened exclusively, so that a planted symlink is never followed.
 *
 * Failure: rejects with the file system's error. The temporary file is removed, and the file is unchanged.
 */
export async function replaceFile(
  path: string,
  text: string,
  { mode = 0o666, ids = systemIds }: ReplaceFileOptions = {},
): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${ids.uuid()}.draft`)
  const file = await open(draft, 'wx', mode)
  try {
    try {
      await file.writeFile(text)
      await file.sync() // otherwise a power failure after the rename could leave an empty file
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined) // best effort: the first error is the one to report
    throw error
  }
}
