/** Backs up every volume, prunes old backups, and verifies the repository. */
import type { BackupOperation, OperationResult, Retention } from '../backup-operation.ts'
import { type BackedUpVolume, stagingDirectory } from './agent-settings.ts'
import { hostOf, type Repository, type Snapshot } from './repository.ts'

type Backup = Extract<BackupOperation, { kind: 'backup' }>

export async function backUp(
  operation: Backup,
  volumes: readonly BackedUpVolume[],
  repository: Repository,
): Promise<OperationResult> {
  await repository.ensure()
  let [files, bytes] = [0, 0]
  for (const volume of volumes) {
    const host = hostOf(operation.owner, volume)
    const done = await repository.find(host, operation.backup)
    if (done === undefined)
      await repository.backUp(host, operation.backup, { path: volume.path, without: stagingDirectory })
    const { total_file_count = 0, total_size = 0 } = await repository.statistics(
      (done ?? (await found(repository, host, operation))).id,
    )
    files += total_file_count
    bytes += total_size
    await repository.forget(host, keepArguments(operation.retention))
  }
  // A successful backup does not imply an intact repository.
  const damage = await repository.findDamage(operation.verification)
  return { files, bytes, ...(damage === undefined ? {} : { damage }) }
}

async function found(repository: Repository, host: string, { backup }: Backup): Promise<Snapshot> {
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
