/**
 * Replaces the contents of the volumes with a backup. Everything is first restored to a staging directory and verified; only then are the
 * two swapped. So a damaged repository does no harm, and an agent that crashes in between resumes.
 * See decisions 0373 and 0380.
 */
import { lstat, mkdir, mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { BackupOperation, OperationResult } from '../backup-operation.ts'
import { type BackedUpVolume, stagingDirectory } from './agent-settings.ts'
import { hostOf, type Repository } from './repository.ts'
import { ResticFailure } from './restic.ts'
import { type Mark, type MarkPlace, readMark, writeMark } from './restore-mark.ts'

/** The backup cannot be restored; nothing was changed. */
export class RestoreRefusal extends Error {
  override readonly name = 'RestoreRefusal'
}

type Operation = Extract<BackupOperation, { kind: 'restore' }>

/** The restore that an operation belongs to. */
export interface RestoreIdentity extends Pick<MarkPlace, 'restore' | 'key'> {
  readonly repository: RestoreSource
}

export async function putBack(
  operation: Operation,
  volumes: readonly BackedUpVolume[],
  identity: RestoreIdentity,
): Promise<OperationResult> {
  const staged: (readonly [BackedUpVolume, Mark])[] = []
  for (const volume of volumes) staged.push([volume, await stage(operation, volume, identity)])
  let files = 0
  for (const [volume, mark] of staged) files += await swap(volume, mark)
  return { files, bytes: 0 }
}

const stagingOf = ({ path }: BackedUpVolume) => join(path, stagingDirectory)

type RestoreSource = Pick<Repository, 'isReachable' | 'unlock' | 'find' | 'findDamage' | 'restore' | 'assertUsable'>

async function stage(operation: Operation, volume: BackedUpVolume, identity: RestoreIdentity): Promise<Mark> {
  const { repository, restore, key } = identity
  const place = { staging: stagingOf(volume), volume: volume.name, backup: operation.backup, restore, key }
  const found = await readMark(place)
  if (found !== undefined) return found
  await clear(volume)
  await mkdir(stagingOf(volume), { recursive: true })
  const directory = await mkdtemp(join(stagingOf(volume), 'new-'))
  let snapshot: string
  try {
    const inode = await inodeOf(directory)
    snapshot = await restoreInto(directory, operation, { volume, repository })
    if ((await inodeOf(directory)) !== inode) throw new Error(`${directory} was replaced while the backup was read`)
  } catch (error) {
    await clear(volume)
    throw error
  }
  const mark = { directory: basename(directory), entries: await readdir(directory), snapshot }
  await writeMark(mark, place)
  return mark
}

/** Identifies a directory that no link leads to. The workload can write to its volume, and so to the directory above. */
async function inodeOf(directory: string): Promise<string> {
  const real = await realpath(directory)
  const { dev, ino } = await lstat(directory, { bigint: true })
  if (real === join(await realpath(dirname(dirname(directory))), stagingDirectory, basename(directory)))
    return `${dev}:${ino}`
  throw new Error(`${directory} leads to ${real}: the workload has put a link there`)
}

function clear(volume: BackedUpVolume): Promise<void> {
  return rm(stagingOf(volume), { recursive: true, force: true, maxRetries: 5 })
}

interface Source {
  readonly volume: BackedUpVolume
  readonly repository: RestoreSource
}

/** The id of the restored snapshot. */
async function restoreInto(target: string, operation: Operation, { volume, repository }: Source): Promise<string> {
  if (!(await repository.isReachable())) throw new Error('the repository cannot be reached, or the password is wrong')
  try {
    await repository.unlock()
    const snapshot = await repository.find(hostOf(operation, volume), operation.backup)
    if (snapshot === undefined)
      throw new RestoreRefusal(`the repository has no backup ${operation.backup} of volume ${volume.name}`)
    const damage = await repository.findDamage('structure')
    if (damage !== undefined) throw new RestoreRefusal(`the repository is damaged, nothing was changed: ${damage}`)
    await repository.restore(snapshot.id, target)
    return snapshot.id
  } catch (error) {
    if (!(error instanceof ResticFailure)) throw error
    await repository.assertUsable(error)
    if (/no space left/i.test(error.message))
      throw new RestoreRefusal(`volume ${volume.name} has no room for the backup beside its data, nothing was changed`)
    throw new RestoreRefusal(`the repository is damaged, nothing was changed: ${error.message}`, { cause: error })
  }
}

/** Entries of the backup that are no longer staged are already in place. */
async function swap(volume: BackedUpVolume, { directory, entries }: Mark): Promise<number> {
  const staged = join(stagingOf(volume), directory)
  const left = new Set(await readdir(staged))
  // A new directory per attempt: the workload may have recreated an entry that an earlier attempt moved away.
  const old = await mkdtemp(join(stagingOf(volume), 'old-'))
  const isInPlace = (entry: string) => entries.includes(entry) && !left.has(entry)
  for (const entry of await readdir(volume.path)) {
    if (entry !== stagingDirectory && !isInPlace(entry)) await rename(join(volume.path, entry), join(old, entry))
  }
  for (const entry of left) await rename(join(staged, entry), join(volume.path, entry))
  await clear(volume)
  return entries.length
}
