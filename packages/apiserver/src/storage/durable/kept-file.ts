/** Small files that are written atomically and are readable only by their owner. */
import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The text of a file, or `undefined` if it does not exist. */
export async function readKeptFile(directory: string, name: string): Promise<string | undefined> {
  try {
    return await readFile(join(directory, name), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** When this resolves, the file survives a power failure. */
export async function writeKeptFile(directory: string, name: string, text: string): Promise<void> {
  const path = join(directory, name)
  const unfinished = `${path}.new`
  await rm(unfinished, { force: true }) // left by an interrupted start, or a symlink planted by another user
  await withFile(unfinished, 'wx', async (file) => {
    await file.writeFile(text)
    await file.sync()
  })
  await rename(unfinished, path)
  await syncDirectory(dirname(path))
}

/** A rename is durable only once the directory is synced; Windows neither supports nor needs it. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return
  await withFile(path, 'r', (directory) => directory.sync())
}

async function withFile(
  path: string,
  flags: string,
  use: (file: Awaited<ReturnType<typeof open>>) => Promise<void>,
): Promise<void> {
  const file = await open(path, flags, 0o600)
  try {
    await use(file)
  } finally {
    await file.close()
  }
}
