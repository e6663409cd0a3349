/** Random faults: no run is started twice, and none in parallel with another under `Forbid`. */
import { type Cluster, type Run, startCluster } from '@kubewright/testing'
import { randomInt, type Random, seededRandom } from 'kubewright/core/random'
import { Job } from 'kubewright/kubernetes/batch/v1'
import { expect, it } from 'vitest'
import { CronJob } from './cron-job.ts'
import { cronJobs } from './cron-jobs.ts'
import { progressOf } from './run.ts'
import { finishJob } from './testing/finish-job.ts'

const hello = { name: 'hello', namespace: 'default' }
const jobTemplate = {
  spec: {
    template: { spec: { restartPolicy: 'Never' as const, containers: [{ name: 'hello', image: 'busybox:1' }] } },
  },
}

interface World {
  readonly cluster: Cluster
  operator: Run
  /** UIDs seen per Job name: two mean that the run was started twice. */
  readonly seen: Map<string, Set<string>>
}

type Step = (world: World, random: Random) => Promise<unknown>

const steps: Readonly<Record<string, Step>> = {
  wait: ({ cluster }, random) => cluster.advance(`${1 + randomInt(random, 12)}m`),
  finish: async ({ cluster }, random) => {
    const active = (await jobsIn(cluster)).filter((job) => progressOf(job) === 'active')
    const job = active[randomInt(random, active.length)]
    if (job) await finishJob(cluster, job.metadata.name, random.next() < 0.5 ? 'Complete' : 'Failed')
  },
  suspend: ({ cluster }, random) => cluster.client.patch(CronJob, hello, { spec: { suspend: random.next() < 0.5 } }),
  limit: ({ cluster }, random) =>
    cluster.client.patch(CronJob, hello, { spec: { successfulJobsHistoryLimit: randomInt(random, 3) } }),
  restart: async (world) => {
    await world.operator[Symbol.asyncDispose]()
    world.operator = await world.cluster.run(cronJobs)
  },
  loseAnswer: async ({ cluster }) => {
    using _ = cluster.faults.dropResponse({ verb: ['create', 'delete'], kind: Job, times: 1 })
    await cluster.advance('6m')
  },
  failStatus: async (world, random) => {
    using _ = world.cluster.faults.fail({ kind: CronJob, subresource: 'status' }, 500)
    await world.cluster.advance('6m')
    await look(world)
    await steps['finish']!(world, random)
    await world.cluster.advance('1m')
    await world.operator[Symbol.asyncDispose]()
    world.operator = await world.cluster.run(cronJobs)
  },
  lag: async ({ cluster }) => {
    using _ = cluster.faults.pauseWatches({ kind: Job })
    await cluster.advance('6m')
  },
}

async function jobsIn(cluster: Cluster) {
  return (await cluster.client.list(Job, { namespace: 'default' })).items
}

async function look({ cluster, seen }: World): Promise<void> {
  const jobs = await jobsIn(cluster)
  for (const { metadata } of jobs) seen.set(metadata.name, (seen.get(metadata.name) ?? new Set()).add(metadata.uid))
  expect(jobs.filter((job) => progressOf(job) === 'active').length).toBeLessThanOrEqual(1)
}

it.each(Array.from({ length: 5 }, (_, seed) => seed))(
  'CronJob never runs twice, nor in parallel with Forbid, under random faults (seed %d)',
  async (seed) => {
    const random = seededRandom(seed)
    await using cluster = await startCluster({ resources: [CronJob], seed })
    const world: World = { cluster, operator: await cluster.run(cronJobs), seen: new Map() }
    const spec = { schedule: '*/5 * * * *', concurrencyPolicy: 'Forbid', jobTemplate } as const
    await cluster.client.create(CronJob, { metadata: hello, spec })
    await cluster.advance('5m')
    await look(world)
    const names = Object.keys(steps)
    for (let count = 0; count < 16; count++) {
      await steps[names[randomInt(random, names.length)]!]!(world, random)
      await cluster.settle()
      await look(world)
    }
    expect([...world.seen].filter(([, uids]) => uids.size > 1)).toEqual([])
    expect(world.seen.size).toBeGreaterThan(0)
    await world.operator[Symbol.asyncDispose]()
  },
)
