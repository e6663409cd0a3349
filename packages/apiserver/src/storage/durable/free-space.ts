/** Checks for free disk space before a write. */
import { statfs } from 'node:fs/promises'

/** The minimum free space. A write appends a record, and sometimes the storage engine writes a whole file. */
const leastBytes = 1024 * 1024

/** Failure: rejects if the disk is full, or its free space cannot be read. */
export async function refuseFullDisk(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(path)
  if (bavail * bsize < leastBytes) throw new Error('no space left on device')
}
