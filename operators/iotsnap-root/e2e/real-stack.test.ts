/** The whole stack with real programs: PostgreSQL, MinIO, a MongoDB-protocol server, restic, the four services. */
import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupPlan, Restore } from '@kubewright/backup'
import { type MetricQuery, Monitoring, readSamples } from '@kubewright/monitoring'
import { Deployment, Pod } from 'kubewright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf as storeDirectory } from '../demo/processes.ts'
import { type Demo, startDemo } from '../demo/start-demo.ts'
import type { ComponentType } from '../src/component-table.ts'
import { IotSnapRoot } from '../src/iotsnap-root.ts'
import { followPods } from '../src/testing/follow-pods.ts'

const namespace = 'real'
const plan = { name: 'my-root-minio', namespace }
let demo: Demo

beforeAll(async () => {
  demo = await startDemo()
  await demo.prepare(namespace)
  await demo.create(namespace, { backup: true })
  await demo.untilRunning(namespace)
}, 600_000)
afterAll(() => demo?.[Symbol.asyncDispose](), 60_000)

/** Uses a new connection each time: a kept one leads to the previous pod. */
async function ask(component: ComponentType, path: string, init: RequestInit = {}): Promise<Response> {
  const url = await demo.urlOf(namespace, component)
  return fetch(`${url}${path}`, { ...init, headers: { connection: 'close' } })
}

async function succeeds(component: ComponentType, path: string, init?: RequestInit): Promise<Buffer> {
  const response = await ask(component, path, init)
  const body = Buffer.from(await response.arrayBuffer())
  expect([response.status, response.status < 300 ? '' : body.toString('utf8')]).toEqual([response.status, ''])
  return body
}

const packages = new Map(['firmware-1', 'firmware-2'].map((name) => [name, randomBytes(300_000)]))

/** Registers two gateways, each with a package, through CloudAdmin and AgentKeeper. */
async function fillStack(): Promise<void> {
  for (const [name, body] of packages) {
    await succeeds('cloudadmin', `/packages/${name}`, { method: 'PUT', body: new Uint8Array(body) })
    await succeeds('cloudadmin', `/gateways/gateway-of-${name}`, { method: 'PUT' })
    await succeeds('agentkeeper', `/deployments/gateway-of-${name}/${name}`, { method: 'PUT' })
  }
}

const digestOf = (file: Uint8Array) => createHash('sha256').update(file).digest('hex')

/** The files that each gateway gets, and those in CloudStorage, by digest. */
async function deliveredFiles(): Promise<object> {
  const files: [string, readonly string[]][] = []
  for (const name of packages.keys()) {
    const given = await succeeds('agentkeeper', `/deployments/gateway-of-${name}/file`)
    files.push([name, [digestOf(given), digestOf(await succeeds('cloudstorage', `/files/${name}`))]])
  }
  return Object.fromEntries(files)
}

const whole = Object.fromEntries([...packages].map(([name, file]) => [name, [digestOf(file), digestOf(file)]]))

describe('the IotSnap stack with real programs', () => {
  it('delivers files stored in CloudStorage to gateways that ask AgentKeeper', async () => {
    await fillStack()
    expect(await deliveredFiles()).toEqual(whole)
    const page = (await succeeds('cloudadmingui', '/')).toString('utf8')
    for (const name of packages.keys()) expect(page).toContain(`gateway-of-${name}`)
  }, 60_000)

  const killed: readonly ComponentType[] = [
    'postgres',
    'mongo',
    'minio',
    'cloudstorage',
    'cloudadmin',
    'agentkeeper',
    'cloudadmingui',
    'backupserver',
  ]
  it.each(killed)(
    'survives kill -9 of %s, with its data',
    async (component) => {
      await demo.kill(namespace, component)
      await demo.untilHealthy(namespace)
      await demo.untilRunning(namespace)
      expect(await deliveredFiles()).toEqual(whole)
    },
    300_000,
  )

  it('restores the data of MinIO from a backup, byte by byte', async () => {
    await backUp('first')
    const data = await dataOf('minio')
    const before = await filesIn(data)
    await writeFile(join(data, 'added-later'), 'not in the backup')
    await rm(join(data, 'iotsnap'), { recursive: true })
    expect((await ask('cloudstorage', '/files/firmware-1')).status).not.toBe(200)
    await restore('first', 'Succeeded')
    expect(await filesIn(data)).toEqual(before)
    await demo.untilHealthy(namespace)
    expect(await deliveredFiles()).toEqual(whole)
  }, 300_000)

  it('completes a restore after agent and restic were killed, and removes their stale lock', async () => {
    await backUp('before the crash')
    const data = await dataOf('minio')
    const before = await filesIn(data)
    await rm(join(data, 'iotsnap'), { recursive: true })
    const { client } = demo.cluster
    await client.create(Restore, { metadata: { name: 'interrupted', namespace }, spec: { plan: plan.name } })
    await expect.poll(killRestore, { timeout: 60_000, interval: 5 }).toBe(true)
    expect(await locksIn(await dataOf('backupserver'))).toBeGreaterThan(0)
    const ended = await restoreEnd('interrupted')
    expect([ended.status?.phase, ended.status?.message]).toEqual(['Succeeded', ended.status?.message])
    expect(await filesIn(data)).toEqual(before)
    await demo.untilHealthy(namespace)
    expect(await deliveredFiles()).toEqual(whole)
    await backUp('after the crash')
    expect(await locksIn(await dataOf('backupserver'))).toBe(0)
  }, 300_000)

  it('refuses to restore from a damaged repository with a reason, and changes nothing', async () => {
    await damageRepository()
    const data = await dataOf('minio')
    const before = await filesIn(data)
    const { status } = await restore('second', 'Refused')
    expect(status?.message).toMatch(
      /^minio-pvc_minio: the repository is damaged, nothing was changed: restic check found that pack [0-9a-f]{64}: does not exist/,
    )
    expect(await filesIn(data)).toEqual(before)
    await demo.cluster.client.patch(BackupPlan, plan, { spec: { trigger: 'after the damage' } })
    const isFound = ({ status: found }: BackupPlan) =>
      found?.conditions?.some(({ type, status: is }) => type === 'Verified' && is === 'False') === true ||
      found?.conditions?.some(({ type, reason }) => type === 'Ready' && reason === 'BackupFailed') === true
    await demo.cluster.client.waitFor(BackupPlan, plan, isFound, { timeout: '2m' })
  }, 300_000)

  describe('with monitoring enabled', () => {
    const root = { name: 'my-root', namespace }
    const service = 'iotsnap.red.extrasys.it/resource'

    const samplesOf = async (query: Omit<MetricQuery, 'withinSeconds'> & Partial<MetricQuery>) => {
      const url = await demo.urlOf(namespace, 'influxdbmon').catch(() => undefined)
      if (url === undefined) return []
      const question = { withinSeconds: 30, bucketSeconds: 2, ...query }
      return readSamples(question, { url, database: 'iotsnap' }).catch(() => [])
    }
    const isMeasured = async (query: Omit<MetricQuery, 'withinSeconds'>) => {
      const count = async () => (await samplesOf(query)).length
      await expect.poll(count, { timeout: 180_000, interval: 1_000 }).toBeGreaterThan(1)
    }
    const served = { measurement: 'http_requests_total', field: 'counter', sumOver: ['pod', 'status'] }
    const storage = { ...served, tags: { [service]: 'my-root-cloudstorage' } }
    const replicas = async () =>
      (await demo.cluster.client.get(Deployment, { name: 'my-root-cloudstorage', namespace })).spec.replicas

    it('collects metrics with Telegraf sidecars, after one rollout of MinIO', async () => {
      const { client } = demo.cluster
      await using minio = followPods(client, namespace, 'minio')
      await expect.poll(() => minio.created.size, { timeout: 10_000 }).toBe(1)
      await client.patch(IotSnapRoot, root, { spec: { monitoring: true, 'monitoring-interval': '1s' } })
      await isMeasured(storage)
      await isMeasured({ measurement: 'postgresql', field: 'numbackends', tags: { db: 'iotsnap' }, sumOver: [] })
      await isMeasured({
        measurement: 'minio_node_drive_total_bytes',
        field: 'gauge',
        tags: { [service]: 'my-root-minio' },
      })
      await demo.untilRunning(namespace)
      expect((await minioPods()).map(({ spec }) => spec.containers.map(({ name }) => name))).toEqual([
        ['minio', 'backup-agent', 'telegraf'],
      ])
      expect(minio.created.size).toBe(2)
      const isCollecting = ({ status }: Monitoring) =>
        status?.conditions?.some((one) => one.type === 'Collecting' && one.status === 'True') === true
      await client.waitFor(Monitoring, { name: 'my-root-services', namespace }, isCollecting, { timeout: '2m' })
    }, 300_000)

    it('scales a service up under load, and down afterwards', async () => {
      const { client } = demo.cluster
      const scaling = { 'requests-per-second': 25, 'max-replicas': 3, stabilization: '15s', window: '6s' }
      await client.patch(IotSnapRoot, root, { spec: { cloudstorage: [{ scaling }] } })
      // No anomaly is reported without a history.
      const past = { ...storage, withinSeconds: 600, bucketSeconds: 8 }
      const known = async () => (await samplesOf(past)).length
      await expect.poll(known, { timeout: 240_000, interval: 1_000 }).toBeGreaterThan(14)
      const isAbnormal = ({ status }: IotSnapRoot) =>
        status?.conditions?.some((one) => one.type === 'Abnormal' && one.status === 'True') === true
      const load = startLoad(() => ask('cloudstorage', '/files/firmware-1'))
      const abnormal = client.waitFor(IotSnapRoot, root, isAbnormal, { timeout: '3m' })
      abnormal.catch(() => undefined) // it is awaited below, unless something else fails first
      try {
        await expect.poll(replicas, { timeout: 120_000, interval: 500 }).toBeGreaterThan(1)
        await expect
          .poll(
            async () =>
              (await client.get(Deployment, { name: 'my-root-cloudstorage', namespace })).status?.readyReplicas,
            {
              timeout: 60_000,
            },
          )
          .toBeGreaterThan(1)
        await abnormal
      } finally {
        await load.stop()
      }
      await expect.poll(replicas, { timeout: 180_000, interval: 500 }).toBe(1)
      const { status } = await client.get(IotSnapRoot, root)
      expect(status?.components?.['cloudstorage']?.recommendation).toMatch(/^cpu \d+m, memory \d+Mi, at most \d+Mi$/)
      expect(await deliveredFiles()).toEqual(whole)
    }, 600_000)

    it('survives kill -9 of Telegraf, InfluxDB and the backup agent', async () => {
      await demo.kill(namespace, 'cloudstorage', 'telegraf')
      await demo.kill(namespace, 'minio', 'backup-agent')
      await demo.kill(namespace, 'telegrafmon')
      await demo.kill(namespace, 'influxdbmon')
      const since = demo.cluster.clock.now()
      await demo.untilHealthy(namespace)
      await expect
        .poll(async () => (await samplesOf(storage)).some(({ at }) => at > since), {
          timeout: 180_000,
          interval: 1_000,
        })
        .toBe(true)
      expect(await deliveredFiles()).toEqual(whole)
    }, 300_000)
  })

  it('disables backup and monitoring with one rollout of MinIO, and removes their objects', async () => {
    const { client } = demo.cluster
    await using minio = followPods(client, namespace, 'minio')
    await expect.poll(() => minio.created.size, { timeout: 10_000 }).toBe(1)
    await client.patch(IotSnapRoot, { name: 'my-root', namespace }, { spec: { backup: false, monitoring: false } })
    await expect
      .poll(async () => (await minioPods()).map(({ spec }) => spec.containers.length), {
        timeout: 120_000,
        interval: 500,
      })
      .toEqual([1])
    await demo.untilRunning(namespace)
    await demo.untilHealthy(namespace)
    expect(await deliveredFiles()).toEqual(whole)
    expect(minio.created.size).toBe(2)
    for (const kind of [BackupPlan, Monitoring]) expect((await client.list(kind, { namespace })).items).toEqual([])
    const deployments = (await client.list(Deployment, { namespace })).items.map(({ metadata }) => metadata.name)
    expect(deployments.filter((name) => /mon$|backupserver/.test(name))).toEqual([])
  }, 300_000)
})

/** Four clients that send requests one after the other until they are stopped. */
function startLoad(request: () => Promise<Response>): { stop(): Promise<void> } {
  let isOver = false
  const client = async () => {
    while (!isOver) {
      await request().then(
        (response) => response.arrayBuffer(),
        () => undefined, // a replica that ends refuses connections
      )
    }
  }
  const clients = [client(), client(), client(), client()]
  return {
    async stop() {
      isOver = true
      await Promise.all(clients)
    },
  }
}

async function backUp(trigger: string): Promise<void> {
  const { client } = demo.cluster
  await client.patch(BackupPlan, plan, { spec: { trigger } })
  const isVerified = ({ status }: BackupPlan) =>
    status?.lastTrigger === trigger && status.lastVerified?.id === status.lastBackup?.id
  const { status } = await client.waitFor(BackupPlan, plan, isVerified, { timeout: '3m' })
  expect(status?.lastVerified?.files).toBeGreaterThan(0)
}

async function restore(name: string, phase: string): Promise<Restore> {
  const { client } = demo.cluster
  const ref = { name, namespace }
  await client.create(Restore, { metadata: ref, spec: { plan: plan.name } })
  const ended = await restoreEnd(name)
  expect([ended.status?.phase, ended.status?.message]).toEqual([phase, ended.status?.message])
  return ended
}

function restoreEnd(name: string): Promise<Restore> {
  const hasEnded = ({ status }: Restore) => status?.phase === 'Succeeded' || status?.phase === 'Refused'
  const { client } = demo.cluster
  return client.waitFor(Restore, { name, namespace }, hasEnded, { timeout: '3m' }).catch(async (error: unknown) => {
    const { status } = await client.get(Restore, { name, namespace })
    throw new Error(`The restore has not ended: ${JSON.stringify(status)}`, { cause: error })
  })
}

/** Kills the agent and its child processes if they read a backup now. */
async function killRestore(): Promise<boolean> {
  const processes = await demo.processesOf(namespace, 'minio')
  const reading = processes.find(({ program }) => /restic --no-cache (restore|check)/.test(program))
  if (reading === undefined || (await locksIn(await dataOf('backupserver'))) === 0) return false
  const agent = processes.find(({ program }) => program.includes('backup-agent'))
  for (const { pid } of [agent!, reading]) process.kill(pid, 'SIGKILL')
  return true
}

/** The number of locks in the repository. */
async function locksIn(root: string): Promise<number> {
  const names = await readdir(root, { recursive: true })
  return names.filter((name) => /\/locks\/[0-9a-f]{64}$/.test(name)).length
}

async function minioPods(): Promise<readonly Pod[]> {
  return (await demo.cluster.client.list(Pod, { namespace, labels: { component: 'minio' } })).items
}

const dataOf = async (component: 'minio' | 'backupserver') =>
  storeDirectory(await demo.processesOf(namespace, component))

/** The digest of every user file; MinIO itself keeps changing files in its own directory. */
async function filesIn(root: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  for (const name of (await readdir(root, { recursive: true })).sort()) {
    if (name.startsWith('.minio.sys') || !(await stat(join(root, name))).isFile()) continue
    files.set(name, digestOf(await readFile(join(root, name))))
  }
  return files
}

/** Removes every pack from the repository; their index stays. */
async function damageRepository(): Promise<void> {
  const root = await dataOf('backupserver')
  let damaged = 0
  for (const name of await readdir(root, { recursive: true })) {
    if (!/(^|\/)data\/.*part\.1$/.test(name) && !/\/data\/[0-9a-f]{2}\/[^/]+\/xl\.meta$/.test(name)) continue
    await rm(join(root, name))
    damaged++
  }
  expect(damaged).toBeGreaterThan(0)
}
