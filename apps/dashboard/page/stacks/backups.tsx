/** Backup plans: the last backup, the last successful verification, and restores. */
import type { BackupEntry, BackupRecord, RestoreEntry } from '@kubewright/dashboard/topics'
import { formatValue } from '../charts/value-series.ts'
import { formatCount, formatKey } from '../format.ts'
import { Age, Chip, type Tone } from '../parts.tsx'
import { objectRoute } from '../route.ts'

export function Backups({ backups, restores }: { backups: readonly BackupEntry[]; restores: readonly RestoreEntry[] }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Backup plans">
      <table>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col">Schedule</th>
            <th scope="col">Last backup</th>
            <th scope="col">Last verified</th>
            <th scope="col">Next</th>
            <th scope="col">Last restore</th>
          </tr>
        </thead>
        <tbody>
          {backups.map((backup) => (
            <BackupRow key={formatKey(backup)} backup={backup} restore={lastRestore(backup, restores)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function lastRestore({ name, namespace }: BackupEntry, restores: readonly RestoreEntry[]): RestoreEntry | undefined {
  const own = restores.filter((one) => one.plan === name && one.namespace === namespace)
  const timeOf = (one: RestoreEntry) => one.finishedAt ?? one.created ?? ''
  return own.reduce<RestoreEntry | undefined>(
    (latest, one) => (latest === undefined || timeOf(one) > timeOf(latest) ? one : latest),
    undefined,
  )
}

function BackupRow({ backup, restore }: { backup: BackupEntry; restore: RestoreEntry | undefined }) {
  const { schedule, isSuspended, running, lastBackup, lastVerified, nextAt, verified } = backup
  return (
    <tr>
      <th scope="row">
        <a href={objectRoute(backup, backup)}>{formatKey(backup)}</a>
      </th>
      <td>
        {schedule ?? 'on request'} {isSuspended ? <Chip tone="quiet">suspended</Chip> : null}
        {running === undefined ? null : <Chip tone="busy">backs up now</Chip>}
      </td>
      <td>{lastBackup === undefined ? <span class="soft">none yet</span> : <Made record={lastBackup} />}</td>
      <td>
        {lastVerified === undefined ? (
          <Chip tone="bad">never</Chip>
        ) : (
          <>
            <Chip tone={verified?.status === 'False' ? 'bad' : 'good'} title={verified?.message ?? ''}>
              {verified?.status === 'False' ? verified.reason : 'verified'}
            </Chip>{' '}
            <Made record={lastVerified} />
          </>
        )}
      </td>
      <td class="soft">{nextAt === undefined ? '–' : new Date(nextAt).toLocaleString('en-GB')}</td>
      <td>{restore === undefined ? <span class="soft">never</span> : <Restored restore={restore} />}</td>
    </tr>
  )
}

function Made({ record: { id, time, files, bytes } }: { record: BackupRecord }) {
  const size = [
    files === undefined ? undefined : formatCount(files, 'file'),
    bytes === undefined ? undefined : `${formatValue(bytes)}B`,
  ].filter((one) => one !== undefined)
  return (
    <span title={`${id}${size.length === 0 ? '' : `: ${size.join(', ')}`}`}>
      <Age at={time} /> ago
      <span class="soft below">{size.join(', ')}</span>
    </span>
  )
}

const tones: Readonly<Record<string, Tone>> = { Succeeded: 'good', Refused: 'bad' }

function Restored({ restore }: { restore: RestoreEntry }) {
  const { phase = 'Pending', message, finishedAt, created } = restore
  return (
    <>
      <Chip tone={(Object.hasOwn(tones, phase) && tones[phase]) || 'busy'} title={message ?? ''}>
        {phase}
      </Chip>{' '}
      <a href={objectRoute(restore, restore)}>{restore.name}</a>{' '}
      <span class="soft">
        <Age at={finishedAt ?? created} /> ago
      </span>
    </>
  )
}
