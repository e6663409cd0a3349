/** Restricts a directory and the files in it to their owner. */
import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectory } from './make-directory.ts'

/** Failure: rejects if the directory cannot be created, or its mode cannot be changed because another user owns it. */
export async function makePrivate(path: string): Promise<void> {
  await makeDirectory(path, 0o700)
  if (process.platform === 'win32') return
  await chmod(path, 0o700)
  const entries = await readdir(path, { withFileTypes: true })
  await Promise.all(entries.filter((entry) => entry.isFile()).map(({ name }) => chmod(join(path, name), 0o600)))
}
