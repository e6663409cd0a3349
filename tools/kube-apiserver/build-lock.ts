/**
 * One builder at a time, across processes and containers that share a cache. The lock is a directory whose holder updates its
 * modification time. A holder that stopped doing so is dead, and the next one removes its directory.
 *
 * The lock saves work; correctness does not depend on it. If two builders hold it after all (one slept for minutes), each works
 * in its own directory, and only complete results are moved into place.
 */
import { mkdir, rm, stat, utimes } from 'node:fs/promises'

const beatMs = 5_000
const deadAfterMs = 60_000

export interface BuildLock extends AsyncDisposable {
  /** Belongs to the holder and is removed with the lock. */
  readonly directory: string
}

/** Takes the lock, or resolves to `undefined` if a living holder has it. */
export async function takeBuildLock(directory: string): Promise<BuildLock | undefined> {
  if (!(await create(directory))) {
    if (await isAlive(directory)) return undefined
    await rm(directory, { recursive: true, force: true })
    if (!(await create(directory))) return undefined
  }
  const beat = setInterval(() => void touch(directory), beatMs)
  return {
    directory,
    async [Symbol.asyncDispose]() {
      clearInterval(beat)
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function create(directory: string): Promise<boolean> {
  try {
    await mkdir(directory)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

async function isAlive(directory: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(directory)).mtimeMs < deadAfterMs
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false // released a moment ago
    throw error
  }
}

/** A holder whose directory was removed notices it by its own writes, so the heartbeat ignores the error. */
async function touch(directory: string): Promise<void> {
  const now = new Date()
  await utimes(directory, now, now).catch(() => undefined)
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
