/** Backs up every volume, prunes old backups, and verifies the repository. */
import type { BackupOperation, OperationResult, Retention } from '../backup-operation.ts'
import { type BackedUpVolume, stagingDirectory } from './agent-settings.ts'
import { between, type Hooks, runHook } from './hooks.ts'
import { hostOf, type Repository, type Snapshot } from './repository.ts'

type Backup = Extract<BackupOperation, { kind: 'backup' }>

export interface BackupParts {
  readonly repository: Pick<Repository, 'ensure' | 'find' | 'backUp' | 'statistics' | 'forget' | 'findDamage'>
  readonly hooks: Hooks
}

export async function backUp(
  operation: Backup,
  volumes: readonly BackedUpVolume[],
  { repository, hooks }: BackupParts,
): Promise<OperationResult> {
  await repository.ensure()
  await takeSnapshots(operation, volumes, { repository, hooks })
  let [files, bytes] = [0, 0]
  for (const volume of volumes) {
    const host = hostOf(operation, volume)
    const { id } = await found(repository, host, operation)
    const { total_file_count = 0, total_size = 0 } = await repository.statistics(id)
    files += total_file_count
    bytes += total_size
    await repository.forget(host, keepArguments(operation.retention))
  }
  // A successful backup does not imply an intact repository.
  const damage = await repository.findDamage(operation.verification)
  return { files, bytes, ...(damage === undefined ? {} : { damage }) }
}

/** Takes a snapshot of each volume that has none yet. The hooks pause the workload only while this runs. */
async function takeSnapshots(
  operation: Backup,
  volumes: readonly BackedUpVolume[],
  { repository, hooks }: BackupParts,
): Promise<void> {
  const open: BackedUpVolume[] = []
  for (const volume of volumes) {
    if ((await repository.find(hostOf(operation, volume), operation.backup)) === undefined) open.push(volume)
  }
  // The agent was killed between the last snapshot and the command that follows it.
  if (open.length === 0) return runHook('after', hooks)
  await between(hooks, async () => {
    for (const volume of open) {
      const from = { path: volume.path, without: stagingDirectory }
      await repository.backUp(hostOf(operation, volume), operation.backup, from)
    }
  })
}

async function found(repository: BackupParts['repository'], host: string, { backup }: Backup): Promise<Snapshot> {
  const snapshot = await repository.find(host, backup)
  if (snapshot === undefined) throw new Error(`restic made no snapshot of ${host}`)
  return snapshot
}

/** An empty retention, or one of only zeros, keeps everything: restic treats zero as omitted. */
export function keepArguments(retention: Retention): readonly string[] {
  return Object.entries(retention).flatMap(([name, count]) =>
    count === undefined || count === 0 ? [] : [`--keep-${name}`, String(count)],
  )
}
