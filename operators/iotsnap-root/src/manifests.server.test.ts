/**
 * The manifests of `deploy/` on a server over the wire, a real one in a conformance run, with an operator that has only the
 * permissions they grant. No controller runs Deployments there: the test reports each as ready.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startApiServer } from '@kubewright/apiserver'
import { BackupPlan } from '@kubewright/backup'
import { type Client, type ConnectionInput, createClient } from '@kubewright/client'
import type { Logger } from '@kubewright/core'
import { nameSuffix } from '@kubewright/core/random'
import { recordedLog } from '@kubewright/core/testing'
import { Monitoring } from '@kubewright/monitoring'
import {
  ConfigMap,
  createManager,
  CustomResourceDefinition,
  Deployment,
  established,
  Ingress,
  Namespace,
  type Resource,
  Secret,
  Service,
} from 'kubewright'
import { MutatingWebhookConfiguration } from 'kubewright/kubernetes/admissionregistration/v1'
import { PersistentVolumeClaim, ServiceAccount } from 'kubewright/kubernetes/core/v1'
import { NetworkPolicy } from 'kubewright/kubernetes/networking/v1'
import { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from 'kubewright/kubernetes/rbac/v1'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { componentTypes } from './component-table.ts'
import { IotSnapRoot } from './iotsnap-root.ts'
import { operatorName, operatorNamespace } from './names.ts'
import { operatorWith } from './operator.ts'

const kinds: readonly Resource[] = [
  Namespace,
  CustomResourceDefinition,
  ServiceAccount,
  ClusterRole,
  ClusterRoleBinding,
  Role,
  RoleBinding,
  Service,
  Deployment,
  NetworkPolicy,
  ConfigMap,
  PersistentVolumeClaim,
]

interface Document {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
}

const namespace = `iotsnap-${nameSuffix(8)}`
const parts: AsyncDisposable[] = []
/** The requests that were forbidden for the operator. */
const refusals: string[] = []
let connection: ConnectionInput
let admin: Client

beforeAll(async () => {
  const { url, ca, token } =
    (inject('realServer' as never) as { url: string; ca: string; token: string } | undefined) ?? (await startEmbedded())
  connection = { server: url, ca, token }
  admin = createClient(connection, { namespace, fieldManager: 'test' })
  parts.push(admin)
}, 60_000)

afterAll(async () => {
  // The server may be shared: cluster-scoped objects are deleted.
  for (const name of [namespace, operatorNamespace]) await admin?.delete(Namespace, { name }).catch(() => undefined)
  await admin?.delete(MutatingWebhookConfiguration, { name: operatorName }).catch(() => undefined)
  for (const part of parts.splice(0).toReversed()) await part[Symbol.asyncDispose]()
}, 60_000)

async function startEmbedded() {
  const server = await startApiServer({ listen: {} })
  parts.push(server)
  const { url, authority, token } = server.endpoint!
  return { url, ca: authority, token }
}

async function documentsOf(file: string): Promise<readonly Document[]> {
  const text = await readFile(join(import.meta.dirname, '..', file), 'utf8')
  return parseAllDocuments(text).map((document) => document.toJS() as Document)
}

async function apply(file: string, into?: string): Promise<readonly string[]> {
  const applied: string[] = []
  for (const document of await documentsOf(file)) {
    const resource = kinds.find(({ kind }) => kind === document.kind)
    if (resource === undefined) throw new Error(`${file} has a ${document.kind}, which this test does not know.`)
    const metadata = { ...document.metadata, ...(into === undefined ? {} : { namespace: into }) }
    await admin.apply(resource, { ...document, metadata } as never, { force: true })
    if (resource === CustomResourceDefinition) await admin.waitFor(CustomResourceDefinition, metadata, established)
    applied.push(`${document.kind}/${metadata.name}`)
  }
  return applied
}

/** Records every forbidden request of the operator. */
function noting(): Logger {
  return recordedLog(({ message, fields }) => {
    const text = `${message} ${JSON.stringify(fields, (_, value: unknown) => (value instanceof Error ? value.message : value))}`
    if (/forbidden|may not|permission/i.test(text)) refusals.push(text)
  }).log
}

function startOperator(): AsyncDisposable {
  const user = `system:serviceaccount:${operatorNamespace}:${operatorName}`
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${operatorNamespace}`, 'system:authenticated']
  const own = { ...connection, impersonate: { user, groups } } as ConnectionInput
  const client = createClient(own, { fieldManager: operatorName })
  parts.push(client)
  const fetch = async () => new Response('{"results":[{}]}')
  const {
    resources: _,
    namespace: _namespace,
    metrics: _metrics,
    ...operator
  } = operatorWith({ client: () => client, fetch })
  const manager = createManager({
    connection: own,
    ...operator,
    health: { port: 0 },
    webhooks: { ...operator.webhooks, port: 0 },
    log: noting(),
    environment: {},
    shutdownTimeout: '5s',
  } as Parameters<typeof createManager>[0])
  return manager.start()
}

/** Writes the status of a Deployment as its controller would. */
async function serve(deployment: Deployment): Promise<void> {
  const { name, generation } = deployment.metadata
  const { replicas = 1 } = deployment.spec
  const now = '2026-01-01T00:00:00Z'
  const condition = (type: string) =>
    ({ type, status: 'True', reason: 'Test', message: '', lastUpdateTime: now, lastTransitionTime: now }) as const
  await admin.status.patch(
    Deployment,
    { name, namespace },
    {
      status: {
        observedGeneration: generation!,
        replicas,
        updatedReplicas: replicas,
        readyReplicas: replicas,
        availableReplicas: replicas,
        conditions: [condition('Available'), condition('Progressing')],
      },
    },
  )
}

const isServed = ({ metadata, status }: Deployment) =>
  status?.observedGeneration === metadata.generation && (status?.readyReplicas ?? 0) > 0

describe('the manifests of IotSnap Root', () => {
  it('can be applied repeatedly', async () => {
    const first = await apply('deploy/install.yaml')
    expect(first).toEqual(
      expect.arrayContaining([
        `Deployment/${operatorName}`,
        'CustomResourceDefinition/monitorings.monitoring.kubewright.dev',
      ]),
    )
    expect(await apply('deploy/install.yaml')).toEqual(first)
    expect(await apply('deploy/cluster-roles.yaml')).toContain('ClusterRole/iotsnap-root-view')
  }, 120_000)

  it('grant the permissions that the operator needs to deploy the whole stack', async () => {
    await admin.create(Namespace, { metadata: { name: namespace } })
    await apply('samples/prerequisites.yaml', namespace)
    await using _operator = startOperator()
    await admin.create(IotSnapRoot, {
      metadata: { name: 'my-root', namespace },
      spec: { backup: true, monitoring: true },
    })
    const isRunning = async () => {
      for (const deployment of (await admin.list(Deployment, { namespace })).items) {
        if (!isServed(deployment)) await serve(deployment)
      }
      return (await admin.get(IotSnapRoot, { name: 'my-root', namespace })).status?.phase
    }
    await expect.poll(isRunning, { timeout: 120_000, interval: 500 }).toBe('Running')
    const names = async (resource: Resource) =>
      (await admin.list(resource, { namespace })).items.map((one) => (one as unknown as Document).metadata.name).sort()
    const all = componentTypes.map((type) => `my-root-${type}`).sort()
    expect(await names(Deployment)).toEqual(all)
    expect(await names(Service)).toEqual(all)
    expect(await names(Ingress)).toHaveLength(4)
    expect(await names(Secret)).toEqual(
      expect.arrayContaining(['my-root-backupserver', 'my-root-mongo', 'my-root-postgres']),
    )
    expect(await names(BackupPlan)).toEqual(['my-root-minio'])
    expect(await names(Monitoring)).toEqual(['my-root-minio', 'my-root-services'])
    expect(await names(ConfigMap)).toEqual(
      expect.arrayContaining(['my-root-minio-telegraf', 'my-root-services-telegraf']),
    )
    expect(await admin.get(MutatingWebhookConfiguration, { name: operatorName })).toMatchObject({
      webhooks: [{ name: 'pods.backup.kubewright.dev' }, { name: 'pods.monitoring.kubewright.dev' }],
    })
    await admin.patch(IotSnapRoot, { name: 'my-root', namespace }, { spec: { backup: false, monitoring: false } })
    await expect.poll(() => names(Deployment), { timeout: 60_000, interval: 500 }).toHaveLength(7)
    expect(refusals).toEqual([])
  }, 240_000)
})
