import { describe, expect, it } from 'vitest'
import type { BackupPlan } from './backup-plan.ts'
import { decideBackup } from './decide-backup.ts'

const created = '2026-01-01T00:00:00Z'
const at = (time: string) => Date.parse(`2026-01-01T${time}Z`)

function planWith(spec: Partial<BackupPlan['spec']>, status?: BackupPlan['status']) {
  const repository = { url: 's3:http://store:9000/backups', secretName: 'backup' }
  const defaults = {
    enabled: true,
    timeZone: 'Etc/UTC',
    suspend: false,
    retention: { last: 7 },
    verification: 'data' as const,
  }
  return { metadata: { creationTimestamp: created }, spec: { repository, ...defaults, ...spec }, status }
}

describe('the backup schedule', () => {
  it.each([
    {
      name: 'waits for the next time',
      spec: { schedule: '0 6 * * *' },
      now: '05:00:00',
      expected: { kind: 'wait', nextMs: at('06:00:00') },
    },
    {
      name: 'starts a backup when it is due',
      spec: { schedule: '0 6 * * *' },
      now: '06:00:05',
      expected: { kind: 'run', id: '20260101t060000z', scheduledAt: '2026-01-01T06:00:00.000Z' },
    },
    {
      name: 'starts one backup, the latest, if several were missed',
      spec: { schedule: '0 * * * *' },
      now: '09:30:00',
      expected: { kind: 'run', id: '20260101t090000z', scheduledAt: '2026-01-01T09:00:00.000Z' },
    },
    {
      name: 'starts none while suspended',
      spec: { schedule: '0 * * * *', suspend: true },
      now: '09:30:00',
      expected: { kind: 'wait', nextMs: undefined },
    },
    {
      name: 'starts none without a schedule',
      spec: {},
      now: '09:30:00',
      expected: { kind: 'wait', nextMs: undefined },
    },
    {
      name: 'starts one on a trigger, also while suspended',
      spec: { trigger: 'a', suspend: true },
      now: '01:00:00',
      expected: { kind: 'run', id: 'trigger-92abf5d4e950', trigger: 'a' },
    },
    {
      name: 'refuses a cron expression that never matches',
      spec: { schedule: '0 0 31 2 *' },
      now: '01:00:00',
      expected: { kind: 'invalid', message: 'spec.schedule "0 0 31 2 *" never occurs, like the 31st of February' },
    },
    {
      name: 'refuses an invalid cron expression',
      spec: { schedule: '* * * * * *' },
      now: '01:00:00',
      expected: {
        kind: 'invalid',
        message: 'spec.schedule "* * * * * *": expected exactly 5 fields, found 6: [* * * * * *]',
      },
    },
    {
      name: 'refuses an unknown time zone',
      spec: { schedule: '@daily', timeZone: 'Mars/Olympus' },
      now: '01:00:00',
      expected: {
        kind: 'invalid',
        message: 'spec.timeZone "Mars/Olympus" is not a time zone; write Europe/Rome, for example',
      },
    },
  ])('$name', ({ spec, now, expected }) => {
    expect(decideBackup(planWith(spec), at(now))).toEqual(expected)
  })

  it('resumes the backup in progress, whatever became due meanwhile', () => {
    const running = { id: '20260101t060000z', scheduledAt: '2026-01-01T06:00:00.000Z' }
    expect(decideBackup(planWith({ schedule: '0 * * * *' }, { running }), at('23:00:00'))).toEqual({
      kind: 'run',
      ...running,
    })
  })

  it('starts another backup when an earlier trigger value is set again', () => {
    const ids: string[] = []
    for (const trigger of ['a', 'b', 'a', 'b']) {
      const id = ids.at(-1)
      const status = id === undefined ? undefined : { lastTrigger: 'before', lastBackup: { id, time: created } }
      const decision = decideBackup(planWith({ trigger }, status), at('01:00:00'))
      expect(decideBackup(planWith({ trigger }, status), at('02:00:00'))).toEqual(decision)
      ids.push(decision.kind === 'run' ? decision.id : decision.kind)
    }
    expect(new Set(ids).size).toBe(4)
  })

  it('does not start the same scheduled or triggered backup twice', () => {
    const status = { lastScheduledAt: '2026-01-01T06:00:00.000Z', lastTrigger: 'a' }
    const plan = planWith({ schedule: '0 6 * * *', trigger: 'a' }, status)
    expect(decideBackup(plan, at('06:00:05'))).toEqual({ kind: 'wait', nextMs: at('06:00:00') + 86_400_000 })
  })
})
