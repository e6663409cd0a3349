/** Replaces a file in one step: readers see the old text or the new one, never half of it. */
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Ids, systemIds } from '@kubewright/core'

export interface ReplaceFileOptions {
  /** Permissions of the new file. @default 0o666, less the umask */
  readonly mode?: number
  readonly ids?: Ids
}

/**
 * The draft has a name that nobody can guess and is opened exclusively: a link that waits under its name is never followed.
 *
 * Failure: rejects with the file system's error; the draft is gone, and the file is as it was.
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
      await file.sync() // a rename that survives a power failure must not name an empty file
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined) // the first failure is the one to report
    throw error
  }
}
