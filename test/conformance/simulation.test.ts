/**
 * The simulation with a real API server that has no controllers: its writes are accepted, and tools that wait for
 * controllers succeed. On a dedicated server, as its garbage collection would delete objects of other tests.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Client, createClient, deleted, isNotFound } from '@kubewright/client'
import { recordedLog } from '@kubewright/core/testing'
import {
  ConfigMap,
  CronJob,
  DaemonSet,
  Deployment,
  Endpoints,
  EndpointSlice,
  Job,
  Namespace,
  PersistentVolumeClaim,
  Pod,
  PodDisruptionBudget,
  ReplicaSet,
  Service,
  ServiceAccount,
  StatefulSet,
} from '@kubewright/kubernetes'
import { type Simulation, startSimulation } from '@kubewright/simulation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RealServer, startRealServer } from '../../tools/kube-apiserver/start-real-server.ts'
import { realServer, uniqueName } from './real-server.ts'

const run = promisify(execFile)
const labels = { app: 'web' }
const selector = { matchLabels: labels }
const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web:1' }] } }

let server: RealServer
let client: Client
let simulation: Simulation
const complaints: string[] = []
const { log } = recordedLog(({ level, message, fields: { error } }) => {
  if (level !== 'warn' && level !== 'error') return
  complaints.push(error instanceof Error ? `${message}: ${error.stack}` : message)
})

beforeAll(async () => {
  server = await startRealServer({ programs: realServer().programs })
  const { url, ca, token } = server
  client = createClient({ server: url, ca, token }, { fieldManager: 'simulation' })
  simulation = await startSimulation({ client, log })
}, 90_000)

afterAll(async () => {
  await simulation[Symbol.asyncDispose]()
  await client[Symbol.asyncDispose]()
  await server.stop()
}, 30_000)

async function namespaceOfItsOwn(): Promise<string> {
  const name = uniqueName('simulation')
  await client.create(Namespace, { metadata: { name } })
  return name
}

async function kubectl(namespace: string, ...args: readonly string[]): Promise<string> {
  const { kubectl: program } = server.programs
  const { stdout } = await run(program!, ['--kubeconfig', server.kubeconfigPath, '-n', namespace, ...args])
  return stdout.trim()
}

describe('simulated controllers on a real kube-apiserver', () => {
  it('roll a Deployment out, back, and delete it with foreground cascade, as kubectl sees it', async () => {
    const namespace = await namespaceOfItsOwn()
    await client.create(Service, {
      metadata: { name: 'web', namespace },
      spec: { selector: labels, ports: [{ port: 80 }] },
    })
    await client.create(Deployment, { metadata: { name: 'web', namespace }, spec: { replicas: 3, selector, template } })
    const status = () => kubectl(namespace, 'rollout', 'status', 'deployment/web', '--timeout=20s')
    expect(await status()).toContain('deployment "web" successfully rolled out')
    await kubectl(namespace, 'set', 'image', 'deployment/web', 'web=web:2')
    expect(await status()).toContain('successfully rolled out')
    await kubectl(namespace, 'rollout', 'undo', 'deployment/web')
    expect(await status()).toContain('successfully rolled out')
    const { status: state } = await client.get(Deployment, { name: 'web', namespace })
    expect(state).toMatchObject({ replicas: 3, availableReplicas: 3, updatedReplicas: 3 })
    const sets = (await client.list(ReplicaSet, { namespace })).items
    expect(sets.map(({ spec }) => spec.replicas ?? 0).toSorted((one, two) => one - two)).toEqual([0, 3])
    const ready = ({ endpoints }: EndpointSlice) =>
      endpoints?.filter(({ conditions }) => conditions?.ready === true).length
    const [slice] = (await client.list(EndpointSlice, { namespace })).items
    await client.waitFor(EndpointSlice, { name: slice!.metadata.name, namespace }, (one) => ready(one) === 3)
    expect((await client.get(Endpoints, { name: 'web', namespace })).subsets?.[0]?.addresses).toHaveLength(3)
    await kubectl(namespace, 'delete', 'deployment/web', '--cascade=foreground', '--timeout=20s')
    expect((await client.list(Pod, { namespace })).items).toEqual([])
    expect((await client.list(ReplicaSet, { namespace })).items).toEqual([])
  })

  it('run StatefulSets, DaemonSets, Jobs and CronJobs to completion', async () => {
    const namespace = await namespaceOfItsOwn()
    const volumeClaimTemplates = [
      {
        metadata: { name: 'data' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      },
    ] as const
    const db = { replicas: 2, serviceName: 'db', selector, template, volumeClaimTemplates }
    await client.create(StatefulSet, { metadata: { name: 'db', namespace }, spec: db })
    await client.create(DaemonSet, { metadata: { name: 'agent', namespace }, spec: { selector, template } })
    const once = { restartPolicy: 'Never', containers: [{ name: 'main', image: 'job' }] } as const
    const completionMode = 'Indexed'
    const jobSpec = { completions: 3, parallelism: 2, completionMode, template: { spec: once } } as const
    await client.create(Job, { metadata: { name: 'count', namespace }, spec: jobSpec })
    await client.create(PodDisruptionBudget, {
      metadata: { name: 'web', namespace },
      spec: { selector, minAvailable: 1 },
    })
    for (const one of ['statefulset/db', 'daemonset/agent']) {
      await kubectl(namespace, 'rollout', 'status', one, '--timeout=20s')
    }
    await kubectl(namespace, 'wait', '--for=condition=Complete', 'job/count', '--timeout=20s')
    expect((await client.get(Job, { name: 'count', namespace })).status).toMatchObject({
      succeeded: 3,
      completedIndexes: '0-2',
    })
    expect((await client.list(PersistentVolumeClaim, { namespace })).items).toHaveLength(2)
    await client.waitFor(
      PodDisruptionBudget,
      { name: 'web', namespace },
      ({ status }) => (status?.disruptionsAllowed ?? 0) > 0,
    )
    const cron = { schedule: '@every 1s', jobTemplate: { spec: { template: { spec: once } } } }
    await client.create(CronJob, { metadata: { name: 'tick', namespace }, spec: cron })
    await client.waitFor(CronJob, { name: 'tick', namespace }, ({ status }) => status?.lastSuccessfulTime !== undefined)
    await client.patch(CronJob, { name: 'tick', namespace }, { spec: { suspend: true } })
  })

  it('give a namespace its default objects, and delete it with its contents', async () => {
    const namespace = await namespaceOfItsOwn()
    await client.waitFor(ServiceAccount, { name: 'default', namespace }, () => true)
    await client.waitFor(ConfigMap, { name: 'kube-root-ca.crt', namespace }, () => true)
    await client.create(Deployment, { metadata: { name: 'web', namespace }, spec: { replicas: 2, selector, template } })
    await kubectl(namespace, 'rollout', 'status', 'deployment/web', '--timeout=20s')
    await client.delete(Namespace, { name: namespace })
    await client.waitFor(Namespace, { name: namespace }, deleted)
    await expect(client.get(Namespace, { name: namespace })).rejects.toSatisfy(isNotFound)
  })

  it('have no request refused', () => {
    expect(complaints).toEqual([])
  })
})
