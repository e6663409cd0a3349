import { expect, it } from 'vitest'
import { backupEntry, monitoringEntry, restoreEntry } from './backup-and-monitoring-entries.ts'

const kind = { group: 'backup.kubewright.dev', version: 'v1alpha1', kind: 'BackupPlan' }
const object = (spec: unknown, status: unknown, metadata: object = {}) =>
  ({ metadata: { name: 'store', namespace: 'shop', uid: '1', ...metadata }, spec, status }) as never
const record = { id: '20260101t030000z', time: '2026-01-01T03:00:00Z', files: 3, bytes: 100 }

it('a BackupPlan entry shows schedule, last backup, last verified backup and owning stack', () => {
  const ownerReferences = [{ apiVersion: 'v1', kind: 'Shop', name: 'garden', uid: 'stack-1' }]
  const labels = { 'stack.kubewright.dev/stack': 'garden' }
  const status = { lastBackup: record, lastVerified: record, nextAt: '2026-01-02T03:00:00Z', running: { id: 'x' } }
  const plan = object({ schedule: '0 3 * * *', verification: 'data' }, status, { ownerReferences, labels })
  expect(backupEntry(plan, kind)).toMatchObject({
    schedule: '0 3 * * *',
    lastVerified: record,
    running: 'x',
    isSuspended: false,
    stack: 'garden',
    owners: ['stack-1'],
  })
})

it('a BackupPlan entry omits a backup without a time and fields of the wrong type', () => {
  const entry = backupEntry(object('x', { lastVerified: { id: 'a', time: 3 }, nextAt: {}, running: 'now' }), kind)
  expect(entry).not.toHaveProperty('lastVerified')
  expect(entry).not.toHaveProperty('running')
  expect(backupEntry(object({ enabled: false }, {}), kind).isSuspended).toBe(true)
})

it('a Restore entry shows its plan, phase and end time', () => {
  const status = { phase: 'Succeeded', backup: 'a', finishedAt: '2026-01-01T04:00:00Z', message: '3 files' }
  expect(restoreEntry(object({ plan: 'store' }, status), kind)).toMatchObject({ plan: 'store', ...status })
})

it('a Monitoring entry shows its monitored pods, its sink and whether samples arrive', () => {
  const spec = { interval: '10s', sink: { url: 'http://influxdb:8086', database: 'shop' } }
  const conditions = [{ type: 'Collecting', status: 'True', reason: 'Arriving', message: '' }]
  expect(monitoringEntry(object(spec, { pods: 2, monitored: 1, conditions }), kind)).toMatchObject({
    interval: '10s',
    pods: 2,
    monitored: 1,
    sink: spec.sink,
    collecting: { status: 'True', reason: 'Arriving' },
  })
  expect(monitoringEntry(object({ sink: { url: 3 } }, null), kind)).not.toHaveProperty('sink')
})
