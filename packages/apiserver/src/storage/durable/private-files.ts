/** A directory that only its owner can look into, with everything that is in it already. */
import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectory } from './make-directory.ts'

/** Failure: rejects if the directory cannot be made, or belongs to somebody else and is open to others. */
export async function makePrivate(path: string): Promise<void> {
  await makeDirectory(path, 0o700)
  if (process.platform === 'win32') return
  await chmod(path, 0o700)
  const entries = await readdir(path, { withFileTypes: true })
  await Promise.all(entries.filter((entry) => entry.isFile()).map(({ name }) => chmod(join(path, name), 0o600)))
}
