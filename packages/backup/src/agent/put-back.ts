/**
 * Replaces the contents of the volumes with a backup. Everything is first restored to a staging directory and verified; only then are the
 * two swapped. So a damaged repository does no harm, and an agent that crashes in between resumes.
 */
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { BackupOperation, OperationResult } from '../backup-operation.ts'
import { type BackedUpVolume, stagingDirectory } from './agent-settings.ts'
import { hostOf, type Repository } from './repository.ts'
import { ResticFailure } from './restic.ts'

/** The backup cannot be restored; nothing was changed. */
export class RestoreRefusal extends Error {
  override readonly name = 'RestoreRefusal'
}

type Operation = Extract<BackupOperation, { kind: 'restore' }>

export async function putBack(
  operation: Operation,
  volumes: readonly BackedUpVolume[],
  repository: RestoreSource,
): Promise<OperationResult> {
  for (const volume of volumes) await stage(operation, volume, repository)
  let files = 0
  for (const volume of volumes) files += await swap(volume, operation.backup)
  return { files, bytes: 0 }
}

/**
 * The mark of a staged backup, written last: its presence means that everything was restored and verified. It also names the staging
 * directory: each attempt has its own, because restic may outlive an agent that was killed.
 */
interface Mark {
  readonly directory: string
  readonly entries: readonly string[]
}

const stagingOf = ({ path }: BackedUpVolume) => join(path, stagingDirectory)
const markOf = (volume: BackedUpVolume, backup: string) => join(stagingOf(volume), `${backup}.json`)

type RestoreSource = Pick<Repository, 'isReachable' | 'unlock' | 'find' | 'findDamage' | 'restore' | 'assertUsable'>

async function stage(operation: Operation, volume: BackedUpVolume, repository: RestoreSource): Promise<void> {
  if (await isPresent(markOf(volume, operation.backup))) return
  await clear(volume)
  await mkdir(stagingOf(volume), { recursive: true })
  const directory = await mkdtemp(join(stagingOf(volume), 'new-'))
  try {
    await restoreInto(directory, operation, { volume, repository })
  } catch (error) {
    await clear(volume)
    throw error
  }
  const mark: Mark = { directory: basename(directory), entries: await readdir(directory) }
  const text = join(stagingOf(volume), 'mark')
  await writeFile(text, JSON.stringify(mark))
  await rename(text, markOf(volume, operation.backup))
}

function clear(volume: BackedUpVolume): Promise<void> {
  return rm(stagingOf(volume), { recursive: true, force: true, maxRetries: 5 })
}

interface Source {
  readonly volume: BackedUpVolume
  readonly repository: RestoreSource
}

async function restoreInto(target: string, operation: Operation, { volume, repository }: Source): Promise<void> {
  if (!(await repository.isReachable())) throw new Error('the repository cannot be reached, or the password is wrong')
  try {
    await repository.unlock()
    const snapshot = await repository.find(hostOf(operation.owner, volume), operation.backup)
    if (snapshot === undefined)
      throw new RestoreRefusal(`the repository has no backup ${operation.backup} of volume ${volume.name}`)
    const damage = await repository.findDamage('structure')
    if (damage !== undefined) throw new RestoreRefusal(`the repository is damaged, nothing was changed: ${damage}`)
    await repository.restore(snapshot.id, target)
  } catch (error) {
    if (!(error instanceof ResticFailure)) throw error
    await repository.assertUsable(error)
    if (/no space left/i.test(error.message))
      throw new RestoreRefusal(`volume ${volume.name} has no room for the backup beside its data, nothing was changed`)
    throw new RestoreRefusal(`the repository is damaged, nothing was changed: ${error.message}`, { cause: error })
  }
}

/** Entries of the backup that are no longer staged are already in place. */
async function swap(volume: BackedUpVolume, backup: string): Promise<number> {
  const { directory, entries } = JSON.parse(await readFile(markOf(volume, backup), 'utf8')) as Mark
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

function isPresent(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
