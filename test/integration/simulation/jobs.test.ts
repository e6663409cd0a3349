import type { Client } from '@kubewright/client'
import { ignoreNotFound } from '@kubewright/client'
import { refOf } from '@kubewright/core'
import { formatTime } from '@kubewright/core/time'
import { Event, Job, type JobInput, Pod } from '@kubewright/kubernetes'
import type { Cluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { podsIn } from './kubelet.ts'
import { simulatedCluster } from './simulated-cluster.ts'

const parts = ['jobs'] as const
const ref = { name: 'backup' }
const backup = (more: object = {}): JobInput => ({
  metadata: ref,
  spec: {
    template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'backup' }] } },
    ...more,
  },
})
const activeIn = async (client: Client) =>
  (await podsIn(client)).filter(
    ({ metadata, status }) => metadata.deletionTimestamp === undefined && status?.phase === 'Pending',
  )

/** Lets all pods that run now end. */
async function end(
  { client, clock }: Cluster,
  exitCode = 0,
  isWanted: (pod: Pod) => boolean = () => true,
): Promise<void> {
  for (const pod of await activeIn(client)) {
    if (!isWanted(pod)) continue
    const terminated = { exitCode, finishedAt: formatTime(clock.now()) }
    const status = { name: 'main', image: 'backup', imageID: '', ready: false, restartCount: 0, state: { terminated } }
    const phase = exitCode === 0 ? 'Succeeded' : 'Failed'
    await client.status.patch(Pod, refOf(pod), { status: { phase, containerStatuses: [status] } } as never)
  }
}
const conditionsOf = ({ status }: Job) =>
  status?.conditions?.map(({ type, status: is, reason, message }) => `${type}=${is} ${reason}: ${message}`)
const indexOf = ({ metadata }: Pod) => metadata.annotations?.['batch.kubernetes.io/job-completion-index'] ?? ''

describe('simulated Job', () => {
  it('runs to completion, with conditions and events', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Job, backup())
    await cluster.settle()
    const [pod] = await podsIn(client)
    expect(pod!.metadata.finalizers).toEqual(['batch.kubernetes.io/job-tracking'])
    expect(pod!.metadata.name).toMatch(/^backup-\w{5}$/)
    expect((await client.get(Job, ref)).status).toEqual({
      active: 1,
      ready: 0,
      terminating: 0,
      startTime: formatTime(cluster.clock.now()),
      uncountedTerminatedPods: {},
    })
    await end(cluster)
    await cluster.settle()
    const job = await client.get(Job, ref)
    expect(job.status).toMatchObject({ succeeded: 1, ready: 0, terminating: 0, uncountedTerminatedPods: {} })
    expect(job.status?.completionTime).toBeDefined()
    expect(conditionsOf(job)).toEqual([
      'SuccessCriteriaMet=True CompletionsReached: Reached expected number of succeeded pods',
      'Complete=True CompletionsReached: Reached expected number of succeeded pods',
    ])
    expect((await podsIn(client))[0]!.metadata.finalizers ?? []).toEqual([])
    const events = (await client.list(Event, { namespace: 'default' })).items.map(({ message }) => message)
    expect(events).toEqual(expect.arrayContaining([`Created pod: ${pod!.metadata.name}`, 'Job completed']))
  })

  it('runs parallelism pods at once until completions have succeeded', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Job, backup({ completions: 5, parallelism: 2 }))
    const waves: number[] = []
    for (let active = -1; active !== 0; ) {
      await cluster.settle()
      active = (await activeIn(client)).length
      waves.push(active)
      await end(cluster)
    }
    expect(waves).toEqual([2, 2, 1, 0])
    expect((await client.get(Job, ref)).status).toMatchObject({ succeeded: 5 })
  })

  it('runs each index until it succeeds once with completionMode Indexed', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Job, backup({ completions: 4, parallelism: 4, completionMode: 'Indexed' }))
    await cluster.settle()
    const pods = await podsIn(client)
    expect(pods.map(indexOf).toSorted()).toEqual(['0', '1', '2', '3'])
    expect(pods[0]!.spec).toMatchObject({
      hostname: `backup-${indexOf(pods[0]!)}`,
      containers: [{ env: [{ name: 'JOB_COMPLETION_INDEX' }] }],
    })
    await end(cluster, 0, (pod) => indexOf(pod) !== '1')
    await cluster.settle()
    expect((await client.get(Job, ref)).status).toMatchObject({ succeeded: 3, completedIndexes: '0,2,3', active: 1 })
    await end(cluster, 1)
    await cluster.settle()
    await cluster.advance('11s')
    expect((await activeIn(client)).map(indexOf)).toEqual(['1'])
    await end(cluster)
    await cluster.settle()
    expect((await client.get(Job, ref)).status).toMatchObject({ succeeded: 4, failed: 1, completedIndexes: '0-3' })
  })

  it('retries with back-off, and fails after backoffLimit', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Job, backup({ backoffLimit: 2 }))
    await cluster.settle()
    const waits: number[] = []
    for (const wait of [10, 20]) {
      await end(cluster, 1)
      await cluster.settle()
      expect(await activeIn(client)).toEqual([])
      await cluster.advance(`${wait - 1}s`)
      const isEarly = (await activeIn(client)).length > 0
      await cluster.advance('2s')
      if (!isEarly && (await activeIn(client)).length > 0) waits.push(wait)
    }
    expect(waits).toEqual([10, 20])
    await end(cluster, 1)
    await cluster.settle()
    const job = await client.get(Job, ref)
    expect(job.status).toMatchObject({ failed: 3 })
    expect(conditionsOf(job)).toEqual([
      'FailureTarget=True BackoffLimitExceeded: Job has reached the specified backoff limit',
      'Failed=True BackoffLimitExceeded: Job has reached the specified backoff limit',
    ])
  })

  it('fails after activeDeadlineSeconds, and deletes its pods', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Job, backup({ activeDeadlineSeconds: 60 }))
    await cluster.settle()
    await cluster.advance('61s')
    await cluster.settle()
    const job = await client.get(Job, ref)
    expect(conditionsOf(job)?.at(-1)).toBe(
      'Failed=True DeadlineExceeded: Job was active longer than specified deadline',
    )
    expect(await podsIn(client)).toEqual([])
  })

  it('has no pods while suspended, and restarts when resumed', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Job, backup({ suspend: true }))
    await cluster.settle()
    expect(await podsIn(client)).toEqual([])
    const waiting = await client.get(Job, ref)
    expect(conditionsOf(waiting)).toEqual(['Suspended=True JobSuspended: Job suspended'])
    expect(waiting.status?.startTime).toBeUndefined()
    await cluster.advance('1m')
    await client.patch(Job, ref, { spec: { suspend: false } })
    await cluster.settle()
    const job = await client.get(Job, ref)
    expect(conditionsOf(job)).toEqual(['Suspended=False JobResumed: Job resumed'])
    expect(job.status).toMatchObject({ active: 1, startTime: formatTime(cluster.clock.now()) })
    await client.patch(Job, ref, { spec: { suspend: true } })
    await cluster.settle()
    expect(await podsIn(client)).toEqual([])
    expect((await client.get(Job, ref)).status).not.toHaveProperty('failed')
  })

  it('is deleted after ttlSecondsAfterFinished', async () => {
    await using simulated = await simulatedCluster(['jobs', 'garbage-collection'])
    const { client, cluster } = simulated
    await client.create(Job, backup({ ttlSecondsAfterFinished: 30 }))
    await cluster.settle()
    await end(cluster)
    await cluster.advance('29s')
    expect((await client.get(Job, ref)).status).toMatchObject({ succeeded: 1 })
    await cluster.advance('3s')
    await cluster.settle()
    expect(await client.get(Job, ref).catch(ignoreNotFound)).toBeUndefined()
    expect(await podsIn(client)).toEqual([])
  })

  it('releases its pods from the tracking finalizer when deleted', async () => {
    await using simulated = await simulatedCluster(['jobs', 'garbage-collection'])
    const { client, cluster } = simulated
    await client.create(Job, backup())
    await cluster.settle()
    await client.delete(Job, ref, { propagationPolicy: 'Background' })
    await cluster.settle()
    expect(await podsIn(client)).toEqual([])
  })

  it('applies podFailurePolicy: Ignore and FailJob', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    const rules = [
      { action: 'Ignore', onExitCodes: { operator: 'In', values: [3] } },
      { action: 'FailJob', onExitCodes: { operator: 'In', values: [42] } },
    ]
    await client.create(Job, backup({ podFailurePolicy: { rules } }))
    await cluster.settle()
    await end(cluster, 3)
    await cluster.advance('15s')
    await cluster.settle()
    expect((await client.get(Job, ref)).status).not.toHaveProperty('failed')
    await end(cluster, 42)
    await cluster.settle()
    const job = await client.get(Job, ref)
    expect(conditionsOf(job)?.at(-1)).toMatch(
      /^Failed=True PodFailurePolicy: Container main for pod default\/backup-\w+ failed with exit code 42 matching FailJob rule at index 1$/,
    )
  })
})

describe('simulated Job with backoffLimitPerIndex', () => {
  const failedCount = 'batch.kubernetes.io/job-index-failure-count'

  it('retries each index up to its limit, and fails when all indexes are decided', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    const spec = { completionMode: 'Indexed', completions: 2, parallelism: 2, backoffLimitPerIndex: 1 }
    await client.create(Job, backup(spec))
    await cluster.settle()
    await end(cluster, 1, (pod) => indexOf(pod) === '0')
    await end(cluster, 0, (pod) => indexOf(pod) === '1')
    await cluster.settle()
    await cluster.advance('10s')
    const [second] = await activeIn(client)
    expect([indexOf(second!), second!.metadata.annotations?.[failedCount]]).toEqual(['0', '1'])
    await end(cluster, 1)
    await cluster.settle()
    const job = await client.get(Job, ref)
    expect(job.status).toMatchObject({ succeeded: 1, failed: 2, completedIndexes: '1', failedIndexes: '0' })
    expect(conditionsOf(job)).toEqual([
      'FailureTarget=True FailedIndexes: Job has failed indexes',
      'Failed=True FailedIndexes: Job has failed indexes',
    ])
    expect((await podsIn(client)).flatMap(({ metadata }) => metadata.finalizers ?? [])).toEqual([])
  })

  it('keeps the failure count of an index even if its last pod is deleted', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Job, backup({ completionMode: 'Indexed', completions: 1, backoffLimitPerIndex: 2 }))
    await cluster.settle()
    await end(cluster, 1)
    await cluster.settle()
    const [failed] = await podsIn(client)
    await client.delete(Pod, refOf(failed!), { gracePeriodSeconds: 0 })
    await cluster.advance('10s')
    const [next] = await activeIn(client)
    expect(next!.metadata.annotations?.[failedCount]).toBe('1')
  })

  it('completes early by successPolicy', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    const successPolicy = { rules: [{ succeededIndexes: '0' }] }
    await client.create(Job, backup({ completionMode: 'Indexed', completions: 2, parallelism: 2, successPolicy }))
    await cluster.settle()
    await end(cluster, 0, (pod) => indexOf(pod) === '0')
    await cluster.settle()
    for (const pod of await podsIn(client)) {
      if (pod.metadata.deletionTimestamp !== undefined)
        await client.delete(Pod, refOf(pod), { gracePeriodSeconds: 0 }).catch(ignoreNotFound)
    }
    await cluster.settle()
    expect(conditionsOf(await client.get(Job, ref))).toEqual([
      'SuccessCriteriaMet=True SuccessPolicy: Matched rules at index 0',
      'Complete=True SuccessPolicy: Matched rules at index 0',
    ])
  })
})
