/**
 * Builds a directory of programs once per machine.
 *
 * Guarantees: the directory appears atomically; of several concurrent processes, one builds and the others wait.
 */
import { access, mkdir, mkdtemp, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasCode, takeBuildLock } from './build-lock.ts'
import { type Progress, type Report, startProgress } from './progress.ts'

export interface BuildOnceOptions {
  /** The name of the build, for reports. */
  readonly name: string
  readonly target: string
  readonly report: Report
}

/** @param build builds into an empty directory, which becomes the target */
export async function buildOnce(
  { name, target, report }: BuildOnceOptions,
  build: (directory: string) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  let waiting: Progress | undefined
  try {
    while (!(await isPresent(target))) {
      await using lock = await takeBuildLock(`${target}.lock`)
      if (lock && !(await isPresent(target))) {
        const fresh = await mkdtemp(join(lock.directory, 'bin-'))
        await build(fresh)
        await moveIntoPlace(fresh, target)
      }
      if (lock) continue
      waiting ??= startProgress(report, `waiting for another process that builds ${name}`)
      await sleep(500)
    }
  } finally {
    waiting?.[Symbol.dispose]()
  }
}

/** Losing the race to another builder is fine: the same sources make the same programs. */
async function moveIntoPlace(fresh: string, target: string): Promise<void> {
  try {
    await rename(fresh, target)
  } catch (error) {
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error
  }
}

async function isPresent(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
