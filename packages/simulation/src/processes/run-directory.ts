/** The directory of one run of the process runtime: its ownership, and the cleanup of abandoned ones. */
import { lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import type { Logger } from '@kubewright/core'
import { simulationErrors } from '../errors.ts'
import { endOrphans, prepareMarks } from './orphans.ts'
import { isAlive, readProcess } from './process-table.ts'

export interface RunDirectory extends AsyncDisposable {
  readonly path: string
}

/**
 * Failure: `KW_SIMULATION_DIRECTORY` if another simulation uses it, or it belongs to another user.
 *
 * @param given the path; by default a new directory that is removed at the end
 */
export async function openRunDirectory(given: string | undefined, log: Logger): Promise<RunDirectory> {
  return given === undefined ? openTemporary(log) : openKept(resolve(given), log)
}

/** The contents are kept, except for those of pods, which are restarted. */
async function openKept(path: string, log: Logger): Promise<RunDirectory> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (await isOwned(path)) throw inUse(path)
  await clean(path, log)
  await claim(path)
  return {
    path,
    async [Symbol.asyncDispose]() {
      await forgetPods(path)
      await rm(ownerIn(path), { force: true })
    },
  }
}

async function openTemporary(log: Logger): Promise<RunDirectory> {
  const root = join(tmpdir(), `kubewright-${userInfo().uid}`)
  await mkdir(root, { recursive: true, mode: 0o700 })
  const { uid } = await lstat(root)
  if (uid !== userInfo().uid && userInfo().uid !== -1) throw notOurs(root)
  for (const name of await readdir(root)) if (name.startsWith('run-')) await removeAbandoned(join(root, name), log)
  // Renamed only after it has an owner, so that it is not taken for an abandoned one.
  const made = await mkdtemp(join(root, 'new-'))
  await claim(made)
  const path = made.replace(/new-([^/]*)$/, 'run-$1')
  await rename(made, path)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

async function removeAbandoned(path: string, log: Logger): Promise<void> {
  if (await isOwned(path)) return
  await clean(path, log)
  await rm(path, { recursive: true, force: true })
}

async function clean(path: string, log: Logger): Promise<void> {
  const ended = await endOrphans(path)
  if (ended > 0)
    log.warn('terminated processes left over from a killed simulation', { directory: path, processes: ended })
  await forgetPods(path)
}

async function forgetPods(path: string): Promise<void> {
  for (const name of ['pods', 'processes', 'hosts']) await rm(join(path, name), { recursive: true, force: true })
}

const ownerIn = (path: string) => join(path, 'owner.json')

async function claim(path: string): Promise<void> {
  await prepareMarks(path)
  const { pid } = process
  const start = (await readProcess(pid))?.start ?? ''
  await writeFile(ownerIn(path), JSON.stringify({ pid, start }), { mode: 0o600 })
}

async function isOwned(path: string): Promise<boolean> {
  const text = await readFile(ownerIn(path), 'utf8').catch(() => undefined)
  if (text === undefined) return false
  try {
    const { pid, start } = JSON.parse(text) as { pid: number; start: string }
    return await isAlive(pid, start)
  } catch {
    return false
  }
}

function inUse(path: string): Error {
  return simulationErrors('KW_SIMULATION_DIRECTORY', {
    what: `keep processes in ${path}`,
    why: 'another simulation uses it',
    next: 'Use another directory, or stop the other simulation.',
  })
}

function notOurs(path: string): Error {
  return simulationErrors('KW_SIMULATION_DIRECTORY', {
    what: `keep processes in ${path}`,
    why: 'it belongs to another user',
    next: 'Name a directory of your own with `processes.directory`.',
  })
}
