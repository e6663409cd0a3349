/** Creates a directory and its parents. Node's recursive `mkdir` never ends where no entries can be created, as in `/proc`. */
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** An existing directory is not an error. Failure: rejects as `mkdir` does. */
export async function makeDirectory(path: string, mode?: number): Promise<void> {
  const makeOne = () => mkdir(path, mode === undefined ? {} : { mode }).catch(unlessThere)
  try {
    await makeOne()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error
    await makeDirectory(dirname(path), mode)
    await makeOne() // the parent exists now, so another failure is final
  }
}

function unlessThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EEXIST') throw error
  return undefined
}
