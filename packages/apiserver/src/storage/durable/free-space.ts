/** Whether there is room for another write. */
import { statfs } from 'node:fs/promises'

/** A write needs a record, and now and then a whole file of the engine. */
const leastBytes = 1024 * 1024

/** Failure: rejects if the disk is full, or cannot be asked. */
export async function refuseFullDisk(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(path)
  if (bavail * bsize < leastBytes) throw new Error('no space left on device')
}
