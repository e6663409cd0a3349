import { type Cluster, type Run, startCluster } from '@kubewright/testing'
import type { InputOf } from 'kubewright'
import { Job } from 'kubewright/kubernetes/batch/v1'
import { checkRoundTrip } from 'kubewright/resource/conversion'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CronJob } from './cron-job.ts'
import { cronJobAdmission } from './cron-job-admission.ts'
import { cronJobs } from './cron-jobs.ts'
import { scheduledAtAnnotation } from './run.ts'
import { finishJob } from './testing/finish-job.ts'

type Spec = InputOf<typeof CronJob>['spec']

const hello = { name: 'hello', namespace: 'default' }
const jobTemplate = {
  metadata: { labels: { app: 'hello' } },
  spec: { template: { spec: { containers: [{ name: 'hello', image: 'busybox:1' }] } } },
}

let cluster: Cluster
let operator: Run

beforeEach(async () => {
  cluster = await startCluster({ resources: [CronJob], webhooks: [cronJobAdmission] })
  operator = await cluster.run(cronJobs)
}, 30_000)

afterEach(async () => {
  await operator[Symbol.asyncDispose]()
  await cluster[Symbol.asyncDispose]()
})

async function create(spec: Partial<Spec> = {}, metadata = hello) {
  const created = await cluster.client.create(CronJob, {
    metadata,
    spec: { schedule: '*/5 * * * *', jobTemplate, ...spec },
  })
  await cluster.settle()
  return created
}

async function advance(time: `${number}m` | `${number}h` | `${number}s`): Promise<void> {
  await cluster.advance(time)
  await cluster.settle()
}

const jobs = async () => (await cluster.client.list(Job, { namespace: 'default' })).items
const times = async () =>
  (await jobs()).map(({ metadata }) => String(metadata.annotations?.[scheduledAtAnnotation]?.slice(11, 16))).toSorted()
const status = async () => (await cluster.client.get(CronJob, hello)).status

const finishAll = async (type: 'Complete' | 'Failed' = 'Complete') => {
  for (const { metadata, status: state } of await jobs())
    if (!state?.conditions) await finishJob(cluster, metadata.name, type)
  await cluster.settle()
}

describe('CronJob schedule', () => {
  it('creates a Job when it is due, named after the scheduled time, from the template', async () => {
    await create()
    expect(await jobs()).toEqual([])
    await advance('5m')
    const [job, ...others] = await jobs()
    expect(others).toEqual([])
    expect(job!.metadata).toMatchObject({
      name: `hello-${Date.UTC(2026, 0, 1, 0, 5) / 60_000}`,
      labels: { app: 'hello' },
      annotations: { [scheduledAtAnnotation]: '2026-01-01T00:05:00.000Z' },
      ownerReferences: [{ kind: 'CronJob', name: 'hello', controller: true }],
    })
    expect(job!.spec.template.spec).toMatchObject({ restartPolicy: 'OnFailure', containers: [{ image: 'busybox:1' }] })
    expect(await status()).toMatchObject({
      active: [{ kind: 'Job', name: job!.metadata.name, uid: job!.metadata.uid }],
      lastScheduleTime: '2026-01-01T00:05:00.000Z',
    })
  })

  it('creates a Job per interval, and a finished Job leaves status.active', async () => {
    await create()
    await advance('5m')
    await finishAll()
    expect(await status()).toMatchObject({ active: [], lastScheduleTime: '2026-01-01T00:05:00.000Z' })
    await advance('10m')
    expect(await times()).toEqual(['00:05', '00:10', '00:15'])
  })

  it('creates no Job while suspended, and only the latest missed one after that', async () => {
    await create({ suspend: true })
    await advance('12m')
    expect(await jobs()).toEqual([])
    await cluster.client.patch(CronJob, hello, { spec: { suspend: false } })
    await cluster.settle()
    expect(await times()).toEqual(['00:10'])
  })

  it('skips a run that missed startingDeadlineSeconds', async () => {
    await create({ suspend: true, startingDeadlineSeconds: 60 })
    await advance('12m')
    await cluster.client.patch(CronJob, hello, { spec: { suspend: false } })
    await cluster.settle()
    expect(await jobs()).toEqual([])
    await advance('3m')
    expect(await times()).toEqual(['00:15'])
  })
})

describe('CronJob run that is due while another is active', () => {
  it('starts in parallel with concurrencyPolicy Allow', async () => {
    await create({ concurrencyPolicy: 'Allow' })
    await advance('10m')
    expect((await status())?.active).toHaveLength(2)
  })

  it('waits until the active one has finished with concurrencyPolicy Forbid', async () => {
    await create({ concurrencyPolicy: 'Forbid' })
    await advance('11m')
    expect(await times()).toEqual(['00:05'])
    await finishAll()
    expect(await times()).toEqual(['00:05', '00:10'])
  })

  it('replaces the active one with concurrencyPolicy Replace', async () => {
    await create({ concurrencyPolicy: 'Replace' })
    await advance('10m')
    expect(await times()).toEqual(['00:10'])
    expect((await status())?.active).toHaveLength(1)
  })
})

describe('finished Jobs of a CronJob', () => {
  it('are kept up to the history limits of succeeded and failed ones, the latest first', async () => {
    await create({ successfulJobsHistoryLimit: 2, failedJobsHistoryLimit: 1 })
    for (const result of [undefined, 'Failed', undefined, 'Failed', undefined] as const) {
      await advance('5m')
      await finishAll(result)
    }
    expect(await times()).toEqual(['00:15', '00:20', '00:25'])
  })

  it('are not created again with a history limit of zero', async () => {
    await create({ successfulJobsHistoryLimit: 0 })
    await advance('5m')
    await finishAll()
    await advance('1m')
    expect(await jobs()).toEqual([])
    expect(await status()).toMatchObject({ lastScheduleTime: '2026-01-01T00:05:00.000Z' })
  })
})

describe('CronJob run', () => {
  it('is created once although the response to its creation is lost', async () => {
    await create()
    using lost = cluster.faults.dropResponse({ verb: 'create', kind: Job, times: 1 })
    await advance('6m')
    expect(lost.hits).toBe(1)
    expect(await times()).toEqual(['00:05'])
  })

  it('is created once although the operator crashes before it writes status', async () => {
    await create()
    {
      using _ = cluster.faults.fail({ kind: CronJob, subresource: 'status' }, 500)
      await cluster.advance('5m')
      await operator[Symbol.asyncDispose]()
    }
    operator = await cluster.run(cronJobs)
    await cluster.settle()
    expect(await times()).toEqual(['00:05'])
    expect(await status()).toMatchObject({ lastScheduleTime: '2026-01-01T00:05:00.000Z' })
  })

  it('is not pruned before status records it, even with a history limit of zero', async () => {
    await create({ successfulJobsHistoryLimit: 0 })
    {
      using _ = cluster.faults.fail({ kind: CronJob, subresource: 'status' }, 500)
      await cluster.advance('5m')
      const [job] = await jobs()
      await finishJob(cluster, job!.metadata.name, 'Complete')
      await cluster.advance('1m')
      expect((await jobs()).map(({ metadata }) => metadata.uid)).toEqual([job!.metadata.uid])
    }
    await advance('10m')
    expect(await times()).not.toContain('00:05')
    expect(await status()).toMatchObject({ lastScheduleTime: '2026-01-01T00:15:00.000Z' })
  })

  it('fails and leaves a Job of the same name with another owner alone', async () => {
    await create()
    const name = `hello-${Date.UTC(2026, 0, 1, 0, 5) / 60_000}`
    const template = { spec: { ...jobTemplate.spec.template.spec, restartPolicy: 'Never' as const } }
    await cluster.client.create(Job, { metadata: { name }, spec: { template } })
    await cluster.advance('5m')
    const [failed] = operator.history(hello)
    expect(failed?.result).toMatchObject({ type: 'error' })
    expect(await times()).toEqual(['undefined'])
  })
})

describe('CronJob admission', () => {
  it.each(['61 * * * *', '* * * * mondays', '*/0 * * * *'])('refuses the schedule %s', async (schedule) => {
    await expect(create({ schedule })).rejects.toThrow('spec.schedule')
  })

  it('refuses a schedule without five fields by the schema alone', () => {
    const object = { metadata: hello, spec: { schedule: '@daily', jobTemplate } }
    expect(CronJob.validate(object).map(({ field }) => field)).toEqual(['spec.schedule'])
  })

  it('refuses a name that is too long for its Jobs', async () => {
    await expect(create({}, { ...hello, name: 'a'.repeat(53) })).rejects.toThrow('metadata.name')
  })

  it('applies the defaults of the schema and of the webhook', async () => {
    const { spec } = await create()
    expect(spec).toMatchObject({
      concurrencyPolicy: 'Allow',
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    })
    expect(spec.jobTemplate.spec.template.spec.restartPolicy).toBe('OnFailure')
  })
})

describe('CronJob v2', () => {
  const second = CronJob.at('v2')

  it('has a field for each part of the schedule, and runs like v1', async () => {
    const spec = { schedule: { minute: '*/5' }, jobTemplate }
    const created = await cluster.client.create(second, { metadata: hello, spec })
    expect(created.spec.schedule).toEqual({ minute: '*/5', hour: '*', dayOfMonth: '*', month: '*', dayOfWeek: '*' })
    expect((await cluster.client.get(CronJob, hello)).spec.schedule).toBe('*/5 * * * *')
    await advance('5m')
    expect(await times()).toEqual(['00:05'])
    expect((await cluster.client.get(second, hello)).status).toEqual(await status())
  })

  it('is validated by the same webhook as v1', async () => {
    const spec = { schedule: { hour: '25' }, jobTemplate }
    await expect(cluster.client.create(second, { metadata: hello, spec })).rejects.toThrow('spec.schedule')
  })

  it('round-trips to v1 and back without loss', () => {
    const base = { kind: 'CronJob', metadata: { name: 'a' }, status: { lastScheduleTime: '2026-01-01T00:00:00Z' } }
    const spec = { jobTemplate, startingDeadlineSeconds: 5, concurrencyPolicy: 'Forbid' }
    const samples = [
      { apiVersion: 'batch.example.dev/v1', ...base, spec: { ...spec, schedule: '0 2-4 * * mon,fri' } },
      { apiVersion: 'batch.example.dev/v2', ...base, spec: { ...spec, schedule: { hour: '2' } } },
    ]
    expect(checkRoundTrip(CronJob, samples)).toEqual([])
  })
})

it('CronJob CustomResourceDefinition fits into the last-applied annotation of kubectl apply', () => {
  const size = JSON.stringify(CronJob.crd({ conversion: 'none' })).length
  expect(size).toBeLessThan(256 * 1024)
})
