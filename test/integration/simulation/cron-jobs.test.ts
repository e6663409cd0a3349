import type { Client } from '@kubewright/client'
import { CronJob, type CronJobInput, Event, Job } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { simulatedCluster } from './simulated-cluster.ts'

const parts = ['cron-jobs'] as const
const ref = { name: 'report' }
const report = (more: object = {}): CronJobInput => ({
  metadata: ref,
  spec: {
    schedule: '*/5 * * * *',
    jobTemplate: {
      metadata: { labels: { app: 'report' } },
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'report' }] } } },
    },
    ...more,
  },
})
const jobsIn = async (client: Client) => (await client.list(Job, { namespace: 'default' })).items
const namesIn = async (client: Client) => (await jobsIn(client)).map(({ metadata }) => metadata.name).toSorted()
const eventsIn = async (client: Client) =>
  (await client.list(Event, { namespace: 'default' })).items.map(({ reason, message }) => `${reason}: ${message}`)

/** Ends a job as its own controller would. */
async function end(client: Client, name: string, type: 'Complete' | 'Failed', at: string): Promise<void> {
  const announced = type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget'
  const conditions = [announced, type].map((one) => ({
    type: one,
    status: 'True',
    reason: 'Test',
    message: '',
    lastTransitionTime: at,
    lastProbeTime: at,
  }))
  const ended = type === 'Complete' ? { completionTime: at, succeeded: 1 } : {}
  await client.status.patch(Job, { name }, { status: { startTime: at, conditions, ...ended } } as never)
}

const start = '2026-01-01T00:00:00Z'
const minuteOf = (time: string) => Date.parse(time) / 60_000

describe('simulated CronJob', () => {
  it('creates a Job when it is due, named after the scheduled minute', async () => {
    await using simulated = await simulatedCluster(parts, { cluster: { start } })
    const { client, cluster } = simulated
    await client.create(CronJob, report({ timeZone: 'Europe/Berlin' }))
    await cluster.settle()
    expect(await namesIn(client)).toEqual([])
    await cluster.advance('5m')
    const name = `report-${minuteOf('2026-01-01T00:05:00Z')}`
    const [job, ...more] = await jobsIn(client)
    expect(more).toEqual([])
    expect(job!.metadata).toMatchObject({
      name,
      labels: { app: 'report' },
      annotations: { 'batch.kubernetes.io/cronjob-scheduled-timestamp': '2026-01-01T01:05:00+01:00' },
      ownerReferences: [{ kind: 'CronJob', name: 'report', controller: true }],
    })
    expect((await client.get(CronJob, ref)).status).toMatchObject({
      active: [{ apiVersion: 'batch/v1', kind: 'Job', name, namespace: 'default', uid: job!.metadata.uid }],
      lastScheduleTime: '2026-01-01T00:05:00Z',
    })
    await end(client, name, 'Complete', '2026-01-01T00:06:00Z')
    await cluster.settle()
    expect((await client.get(CronJob, ref)).status).toEqual({
      lastScheduleTime: '2026-01-01T00:05:00Z',
      lastSuccessfulTime: '2026-01-01T00:06:00Z',
    })
    expect(await eventsIn(client)).toEqual(
      expect.arrayContaining([
        `SuccessfulCreate: Created job ${name}`,
        `SawCompletedJob: Saw completed job: ${name}, condition: Complete`,
      ]),
    )
  })

  const policies = [
    { concurrencyPolicy: 'Allow', left: ['00:05', '00:10'] },
    { concurrencyPolicy: 'Forbid', left: ['00:05'] },
    { concurrencyPolicy: 'Replace', left: ['00:10'] },
  ]
  it.each(policies)(
    'applies concurrencyPolicy $concurrencyPolicy while a Job is active',
    async ({ concurrencyPolicy, left }) => {
      await using simulated = await simulatedCluster(parts, { cluster: { start } })
      const { client, cluster } = simulated
      await client.create(CronJob, report({ concurrencyPolicy }))
      await cluster.settle()
      await cluster.advance('11m')
      await cluster.settle()
      const names = (await jobsIn(client))
        .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
        .map(({ metadata }) => metadata.name)
      expect(names).toEqual(left.map((time) => `report-${minuteOf(`2026-01-01T${time}:00Z`)}`))
    },
  )

  it('creates no Job while suspended, and only the latest missed one after that', async () => {
    await using simulated = await simulatedCluster(parts, { cluster: { start } })
    const { client, cluster } = simulated
    await client.create(CronJob, report({ suspend: true }))
    await cluster.advance('22m')
    expect(await namesIn(client)).toEqual([])
    await client.patch(CronJob, ref, { spec: { suspend: false } })
    await cluster.settle()
    expect(await namesIn(client)).toEqual([`report-${minuteOf('2026-01-01T00:20:00Z')}`])
  })

  it('skips a run that missed startingDeadlineSeconds', async () => {
    await using simulated = await simulatedCluster(parts, { cluster: { start } })
    const { client, cluster } = simulated
    await client.create(CronJob, report({ suspend: true, startingDeadlineSeconds: 60 }))
    await cluster.advance('22m')
    await client.patch(CronJob, ref, { spec: { suspend: false } })
    await cluster.settle()
    expect(await namesIn(client)).toEqual([])
  })

  it('keeps finished Jobs up to its history limits', async () => {
    await using simulated = await simulatedCluster(parts, { cluster: { start } })
    const { client, cluster } = simulated
    await client.create(CronJob, report({ successfulJobsHistoryLimit: 1, failedJobsHistoryLimit: 1 }))
    await cluster.settle()
    for (const [minute, type] of [
      ['05', 'Complete'],
      ['10', 'Complete'],
      ['15', 'Failed'],
      ['20', 'Failed'],
    ] as const) {
      await cluster.advance('5m')
      await end(client, `report-${minuteOf(`2026-01-01T00:${minute}:00Z`)}`, type, `2026-01-01T00:${minute}:00Z`)
      await cluster.settle()
    }
    const left = ['00:10', '00:20'].map((time) => `report-${minuteOf(`2026-01-01T${time}:00Z`)}`)
    expect(await namesIn(client)).toEqual(left)
  })
})
