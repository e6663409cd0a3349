/**
 * One builder at a time, across processes and containers that share a cache: the lock is a directory, and its holder
 * keeps touching it. A holder that stopped doing so is dead, and the next one sweeps its remains away.
 *
 * The lock saves work; it does not carry correctness. Should two builders hold it after all (one slept for minutes),
 * each works in a directory of its own and only whole results are ever moved into place.
 */
import { mkdir, rm, stat, utimes } from 'node:fs/promises'

const beatMs = 5_000
const deadAfterMs = 60_000

export interface BuildLock extends AsyncDisposable {
  /** Belongs to the holder, and goes with the lock. */
  readonly directory: string
}

/** Takes the lock, or resolves to `undefined` when a living holder has it. */
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
    if (hasCode(error, 'ENOENT')) return false // given back a moment ago
    throw error
  }
}

/** A holder whose directory was swept away learns it from its own writes; the beat has nobody to tell. */
async function touch(directory: string): Promise<void> {
  const now = new Date()
  await utimes(directory, now, now).catch(() => undefined)
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
