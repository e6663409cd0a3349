import {
  backupAdmission,
  backupController,
  BackupPlan,
  planLabel,
  Restore,
  restoreController,
} from '@kubewright/backup'
import { Deployment, StatefulSet } from '@kubewright/kubernetes/apps/v1'
import { PersistentVolumeClaim, Pod, Secret } from '@kubewright/kubernetes/core/v1'
import { type Cluster, startCluster } from '@kubewright/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeAgents } from './fake-agent.ts'

const namespace = 'default'
const ref = { name: 'store', namespace }
let cluster: Cluster
let agents: FakeAgents
let running: AsyncDisposable

beforeEach(async () => {
  agents = new FakeAgents()
  cluster = await startCluster({
    resources: [BackupPlan, Restore],
    webhooks: [backupAdmission({ image: 'agent:1', client: () => cluster.client })],
    simulation: true,
  })
  running = await cluster.run(
    backupController({ image: 'agent:1', fetch: agents.fetch }),
    restoreController({ fetch: agents.fetch }),
  )
  const stringData = { AGENT_TOKEN: 'right', RESTIC_PASSWORD: 'x', AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' }
  await cluster.client.create(Secret, { metadata: { name: 'backup', namespace }, stringData })
}, 60_000)
afterEach(async () => {
  await running?.[Symbol.asyncDispose]()
  await cluster?.[Symbol.asyncDispose]()
}, 30_000)

const settle = () => cluster.settle({ within: '1m' })

async function createPlan(spec: object = {}): Promise<void> {
  const repository = { url: 's3:http://backups:9000/store', secretName: 'backup' }
  await cluster.client.create(BackupPlan, { metadata: ref, spec: { repository, ...spec } })
  await settle()
}

async function createWorkload(): Promise<void> {
  const claim = { accessModes: ['ReadWriteOnce' as const], resources: { requests: { storage: '1Gi' } } }
  await cluster.client.create(PersistentVolumeClaim, { metadata: { name: 'data', namespace }, spec: claim })
  const labels = { app: 'store', [planLabel]: 'store' }
  const containers = [{ name: 'store', image: 'store:1', volumeMounts: [{ name: 'data', mountPath: '/data' }] }]
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }]
  await cluster.client.create(Deployment, {
    metadata: ref,
    spec: {
      selector: { matchLabels: { app: 'store' } },
      template: { metadata: { labels }, spec: { containers, volumes } },
    },
  })
  await settle()
}

const plan = () => cluster.client.get(BackupPlan, ref)
const pods = async () =>
  (await cluster.client.list(Pod, { namespace })).items.filter(
    ({ metadata }) => metadata.deletionTimestamp === undefined,
  )
const containers = async () => (await pods()).map(({ spec }) => spec.containers.map(({ name }) => name))

describe('scheduled backup', () => {
  it("is made by an injected agent sidecar; the workload's pod template is unchanged", async () => {
    await createPlan({ schedule: '0 * * * *' })
    await createWorkload()
    expect(await containers()).toEqual([['store', 'backup-agent']])
    expect((await cluster.client.get(Deployment, ref)).spec.template.spec?.containers).toHaveLength(1)
    await cluster.advance('2h')
    await settle()
    expect(agents.asked.map(({ backup, owner, source }) => [backup, owner, source])).toEqual([
      ['20260101t010000z', 'default.store', 'data'],
      ['20260101t020000z', 'default.store', 'data'],
    ])
    const { status } = await plan()
    expect(status).toMatchObject({
      lastVerified: { id: '20260101t020000z', files: 3 },
      nextAt: '2026-01-01T03:00:00.000Z',
    })
    expect(status).not.toHaveProperty('running')
  }, 60_000)

  it('replaces each pod that is older than its plan once, to inject the agent', async () => {
    await createWorkload()
    await cluster.advance('1m')
    await createPlan()
    await cluster.advance('1m')
    expect(await containers()).toEqual([['store', 'backup-agent']])
  }, 60_000)

  it('is followed to its end across an operator restart, without starting another', async () => {
    await createPlan()
    await createWorkload()
    agents.answers.set('backup', { state: 'running' })
    await cluster.client.patch(BackupPlan, ref, { spec: { trigger: 'now' } })
    await cluster.advance('5s')
    const id = agents.asked[0]!.id
    expect((await plan()).status?.running?.id).toBe(id)
    await running[Symbol.asyncDispose]()
    running = await cluster.run(backupController({ image: 'agent:1', fetch: agents.fetch }))
    agents.answers.clear()
    await cluster.advance('5s')
    expect(new Set(agents.asked.map((one) => one.id))).toEqual(new Set([id]))
    expect((await plan()).status).toMatchObject({ lastTrigger: 'now', lastBackup: { id } })
    const calls = agents.asked.length
    await cluster.advance('1h')
    expect(agents.asked).toHaveLength(calls)
  }, 60_000)

  it('does not count as verified if the repository is damaged', async () => {
    await createPlan({ trigger: 'first' })
    await createWorkload()
    const verified = (await plan()).status?.lastVerified?.id
    const damage = 'restic check ended with 1: pack 12ab is damaged'
    agents.answers.set('backup', { state: 'succeeded', result: { files: 3, bytes: 30, damage } })
    await cluster.client.patch(BackupPlan, ref, { spec: { trigger: 'second' } })
    await settle()
    const { status } = await plan()
    expect([status?.lastTrigger, status?.lastVerified?.id, status?.lastBackup?.id === verified]).toEqual([
      'second',
      verified,
      false,
    ])
    expect(status?.conditions).toContainEqual(
      expect.objectContaining({ type: 'Verified', status: 'False', reason: 'Damaged', message: damage }),
    )
  }, 60_000)

  it('is retried after a failure, and status reports the reason', async () => {
    await createPlan({ trigger: 'now' })
    agents.answers.set('backup', { state: 'failed', reason: 'restic backup ended with 1: connection refused' })
    await createWorkload()
    expect((await plan()).status?.conditions).toContainEqual(
      expect.objectContaining({ type: 'Ready', status: 'False', reason: 'BackupFailed' }),
    )
    agents.answers.clear()
    await cluster.advance('5m')
    expect((await plan()).status?.lastTrigger).toBe('now')
  }, 60_000)

  it("replaces the agent's pod when the repository of a failing plan is corrected", async () => {
    await createPlan({ trigger: 'now' })
    agents.answers.set('backup', { state: 'failed', reason: 'restic cat ended with 1: no such host' })
    await createWorkload()
    const [before] = await pods()
    const url = 's3:http://backups.example.dev/store'
    await cluster.client.patch(BackupPlan, ref, { spec: { repository: { url } } })
    await cluster.advance('10m')
    const [after, ...more] = await pods()
    expect([after?.metadata.uid === before?.metadata.uid, more]).toEqual([false, []])
    const agent = after?.spec.containers.find(({ name }) => name === 'backup-agent')
    expect(agent?.env).toContainEqual({ name: 'RESTIC_REPOSITORY', value: url })
  }, 60_000)

  it('reports an invalid schedule in the Ready condition', async () => {
    await createPlan({ schedule: 'every day' })
    expect((await plan()).status?.conditions).toContainEqual(
      expect.objectContaining({ type: 'Ready', reason: 'InvalidSchedule' }),
    )
  }, 60_000)
})

describe('backup of a StatefulSet with a volume per replica', () => {
  beforeEach(async () => {
    await createPlan()
    const spec = { accessModes: ['ReadWriteOnce' as const], resources: { requests: { storage: '1Gi' } } }
    const containers = [{ name: 'store', image: 'store:1', volumeMounts: [{ name: 'data', mountPath: '/data' }] }]
    await cluster.client.create(StatefulSet, {
      metadata: ref,
      spec: {
        replicas: 2,
        serviceName: 'store',
        selector: { matchLabels: { app: 'store' } },
        template: { metadata: { labels: { app: 'store', [planLabel]: 'store' } }, spec: { containers } },
        volumeClaimTemplates: [{ metadata: { name: 'data' }, spec }],
      },
    })
    await settle()
    await cluster.advance('1m')
  }, 60_000)

  const trigger = async (text: string) => {
    await cluster.client.patch(BackupPlan, ref, { spec: { trigger: text } })
    await cluster.advance('5s')
  }
  const askedSources = () => agents.asked.map(({ kind, source }) => `${kind} ${source}`)

  it('covers each replica, and status lists them', async () => {
    await trigger('now')
    expect(askedSources()).toEqual(['backup store-0', 'backup store-1'])
    const sources = ['store-0', 'store-1'].map((name) => ({ name, files: 3, bytes: 30 }))
    expect((await plan()).status?.lastVerified).toMatchObject({ files: 6, bytes: 60, sources })
  }, 60_000)

  it('runs one replica at a time, each once, across an operator restart', async () => {
    agents.answers.set('backup store-1', { state: 'running' })
    await trigger('now')
    expect((await plan()).status?.running?.done).toMatchObject([{ name: 'store-0' }])
    await running[Symbol.asyncDispose]()
    running = await cluster.run(backupController({ image: 'agent:1', fetch: agents.fetch }))
    agents.answers.clear()
    await cluster.advance('5s')
    expect(askedSources().filter((asked) => asked === 'backup store-0')).toHaveLength(1)
    expect((await plan()).status?.lastVerified?.sources).toHaveLength(2)
  }, 60_000)

  it('continues with the other replicas when one fails, and retries that one', async () => {
    agents.answers.set('backup store-0', { state: 'failed', reason: 'cannot read' })
    await trigger('now')
    const { status } = await plan()
    expect(status?.running?.done).toMatchObject([{ name: 'store-1' }])
    expect(status?.conditions).toContainEqual(
      expect.objectContaining({ reason: 'BackupFailed', message: 'store-0: cannot read' }),
    )
    agents.answers.clear()
    await cluster.advance('5m')
    expect((await plan()).status?.lastVerified?.sources).toHaveLength(2)
  }, 60_000)

  it('continues with the other replicas when one agent is unreachable, and reports which', async () => {
    agents.silent.add('store-0')
    await trigger('now')
    const { status } = await plan()
    expect(status?.running?.done).toMatchObject([{ name: 'store-1' }])
    expect(status?.conditions).toContainEqual(
      expect.objectContaining({ reason: 'BackupFailed', message: expect.stringMatching(/^store-0: .*no route/s) }),
    )
    agents.silent.clear()
    await cluster.advance('5m')
    expect((await plan()).status?.lastVerified?.sources).toHaveLength(2)
  }, 60_000)

  it('injects missing agents into the replicas while a triggered backup waits for them', async () => {
    await cluster.client.patch(BackupPlan, ref, { spec: { enabled: false } })
    await cluster.advance('2m')
    await cluster.client.patch(BackupPlan, ref, { spec: { enabled: true, trigger: 'now' } })
    await cluster.advance('5m')
    expect((await plan()).status?.lastVerified?.sources).toMatchObject([{ name: 'store-0' }, { name: 'store-1' }])
  }, 60_000)

  it('waits ten minutes, from the end of the others, for a replica that went away meanwhile', async () => {
    agents.answers.set('backup', { state: 'running' })
    await trigger('now')
    await cluster.advance('2h')
    const away = { name: 'store-1', namespace }
    await cluster.client.patch(Pod, away, { metadata: { finalizers: ['test.example.dev/stuck'] } })
    await cluster.client.delete(Pod, away)
    agents.answers.clear()
    await cluster.advance('5m')
    expect((await plan()).status?.conditions).toContainEqual(expect.objectContaining({ reason: 'WaitsForAgents' }))
    await cluster.client.patch(Pod, away, { metadata: { finalizers: null } } as never)
    await cluster.advance('1m')
    expect((await plan()).status?.lastVerified?.sources).toHaveLength(2)
  }, 60_000)

  it('is reported as incomplete and not verified if a replica stays away', async () => {
    await trigger('first')
    const verified = (await plan()).status?.lastVerified?.id
    const away = { name: 'store-1', namespace }
    await cluster.client.patch(Pod, away, { metadata: { finalizers: ['test.example.dev/stuck'] } })
    await cluster.client.delete(Pod, away)
    await trigger('now')
    expect((await plan()).status?.conditions).toContainEqual(expect.objectContaining({ reason: 'WaitsForAgents' }))
    await cluster.advance('11m')
    const { status } = await plan()
    expect([status?.lastBackup?.missing, status?.lastVerified?.id, status?.running]).toEqual([
      ['store-1'],
      verified,
      undefined,
    ])
    expect(status?.conditions).toContainEqual(
      expect.objectContaining({ type: 'Verified', status: 'False', reason: 'Incomplete' }),
    )
    await cluster.client.patch(Pod, away, { metadata: { finalizers: null } } as never)
  }, 60_000)

  it.each([
    { spec: {}, expected: ['restore store-0', 'restore store-1'], restarted: 2 },
    { spec: { source: 'store-1' }, expected: ['restore store-1'], restarted: 1 },
  ])('restores replica by replica: $expected', { timeout: 60_000 }, async ({ spec, expected, restarted }) => {
    await trigger('now')
    agents.asked.splice(0)
    const before = new Set((await pods()).map(({ metadata }) => metadata.uid))
    await cluster.client.create(Restore, { metadata: { name: 'back', namespace }, spec: { plan: 'store', ...spec } })
    await cluster.advance('1m')
    expect(askedSources()).toEqual(expected)
    expect((await cluster.client.get(Restore, { name: 'back', namespace })).status?.phase).toBe('Succeeded')
    expect((await pods()).filter(({ metadata }) => !before.has(metadata.uid))).toHaveLength(restarted)
  })

  const restore = () => cluster.client.get(Restore, { name: 'back', namespace })
  const scale = async (replicas: number) => {
    await cluster.client.patch(StatefulSet, ref, { spec: { replicas } })
    await cluster.advance('1m')
  }

  it('does not restore a part while a replica of the backup is missing', async () => {
    await trigger('now')
    await scale(1)
    await cluster.client.create(Restore, { metadata: { name: 'back', namespace }, spec: { plan: 'store' } })
    await cluster.advance('1m')
    expect((await restore()).status).toMatchObject({ phase: 'Pending', message: expect.stringContaining('store-1') })
    expect(askedSources().filter((asked) => asked.startsWith('restore'))).toEqual([])
    await scale(2)
    expect((await restore()).status).toMatchObject({ phase: 'Succeeded', restored: ['store-0', 'store-1'] })
  }, 60_000)

  it('restores the backed-up replicas if there are more replicas now', async () => {
    await trigger('now')
    await scale(3)
    await cluster.client.create(Restore, { metadata: { name: 'back', namespace }, spec: { plan: 'store' } })
    await cluster.advance('1m')
    expect((await restore()).status).toMatchObject({ phase: 'Succeeded', restored: ['store-0', 'store-1'] })
  }, 60_000)

  it('restores the other replicas if the restore of one is refused, and reports which', async () => {
    await trigger('now')
    agents.answers.set('restore store-1', { state: 'refused', reason: 'the repository has no backup' })
    await cluster.client.create(Restore, { metadata: { name: 'back', namespace }, spec: { plan: 'store' } })
    await cluster.advance('1m')
    expect((await cluster.client.get(Restore, { name: 'back', namespace })).status).toMatchObject({
      phase: 'Refused',
      restored: ['store-0'],
      message: 'store-1: the repository has no backup; restored: store-0',
    })
  }, 60_000)
})

describe('Restore', () => {
  beforeEach(async () => {
    await createPlan({ trigger: 'first' })
    await createWorkload()
    agents.asked.splice(0)
  }, 60_000)

  const restored = () => cluster.client.get(Restore, { name: 'back', namespace })
  const create = async (spec: object = {}) => {
    await cluster.client.create(Restore, { metadata: { name: 'back', namespace }, spec: { plan: 'store', ...spec } })
    await settle()
  }

  it('restores the last verified backup and restarts the pods once', async () => {
    const [before] = await pods()
    const verified = (await plan()).status?.lastVerified?.id
    await create()
    await cluster.advance('10s')
    expect(agents.asked.map(({ kind, backup }) => [kind, backup])).toEqual([['restore', verified]])
    expect((await restored()).status).toMatchObject({ phase: 'Succeeded', backup: verified })
    const [after, ...more] = await pods()
    expect([after?.metadata.uid === before?.metadata.uid, more]).toEqual([false, []])
    await cluster.advance('1h')
    expect((await pods()).map(({ metadata }) => metadata.uid)).toEqual([after?.metadata.uid])
  }, 60_000)

  it('reports why it was refused, restarts no pod, and is not retried', async () => {
    const reason = 'the repository is damaged, nothing was changed: restic check ended with 1'
    agents.answers.set('restore', { state: 'refused', reason })
    const before = (await pods()).map(({ metadata }) => metadata.uid)
    await create({ backup: 'older' })
    await cluster.advance('1h')
    expect((await restored()).status).toMatchObject({ phase: 'Refused', backup: 'older', message: `data: ${reason}` })
    expect([(await pods()).map(({ metadata }) => metadata.uid), agents.asked.length]).toEqual([before, 1])
  }, 60_000)

  it('waits for a missing BackupPlan', async () => {
    await create({ plan: 'other' })
    expect((await restored()).status).toMatchObject({ phase: 'Pending', message: 'there is no BackupPlan other' })
  }, 60_000)
})
