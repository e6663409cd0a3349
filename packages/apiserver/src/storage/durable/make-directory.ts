/** Makes a directory and those above it. Node's own way never ends where a file system takes no new entries, as `/proc` does not. */
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** One that is there already is fine. Failure: rejects as `mkdir` does. */
export async function makeDirectory(path: string, mode?: number): Promise<void> {
  const makeOne = () => mkdir(path, mode === undefined ? {} : { mode }).catch(unlessThere)
  try {
    await makeOne()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error
    await makeDirectory(dirname(path), mode)
    await makeOne() // what cannot be made in a directory that is there cannot be made
  }
}

function unlessThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EEXIST') throw error
  return undefined
}
