import { get } from 'node:https'
import { startApiServer } from '@kubewright/apiserver'
import { type Client, conditionIs, createClient, deleted, type DynamicInput, pathOf } from '@kubewright/client'
import { defineController, done } from '@kubewright/controller'
import { silentLogger } from '@kubewright/core'
import {
  ClusterRoleBinding,
  ConfigMap,
  Deployment,
  NetworkPolicy,
  Service,
  ServiceAccount,
} from '@kubewright/kubernetes'
import { leader } from '@kubewright/lease'
import { createManager } from '@kubewright/manager'
import { defineResource, manifest, yes } from '@kubewright/resource'
import { defineAdmission } from '@kubewright/webhook'
import { describe, expect, it, vi } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { describeOperator } from '../project/project-description.ts'
import { generatedFiles } from './generated-files.ts'

const Order = defineResource({
  group: 'shop.example.dev',
  version: 'v1',
  kind: 'Order',
  scope: 'Namespaced',
  spec: z.object({ item: z.string() }),
  conditions: ['Ready'],
})

const orders = defineController({
  name: 'orders',
  for: Order,
  owns: [ConfigMap],
  finalizer: { name: 'shop.example.dev/order', cleanup: async () => done() },
  async reconcile(order, ctx) {
    await ctx.own({
      note: manifest(ConfigMap, { metadata: { name: order.metadata.name }, data: { item: order.spec.item } }),
    })
    ctx.events.normal('Noted', `noted ${order.spec.item}`)
    await ctx.setStatus({}, { Ready: yes('Noted') })
    return done()
  },
})

const guard = defineAdmission({ for: Order, validate: { create: () => [] } })
const namespace = 'shop-system'
const operator = {
  name: 'shop',
  namespace,
  resources: [Order],
  controllers: [orders],
  coordination: leader({ lease: 'shop', namespace }),
  health: { port: 8081 },
  metrics: { port: 8081 },
}

async function install(client: Client, text: string): Promise<void> {
  for (const document of parseAllDocuments(text)) {
    const { apiVersion, kind, ...object } = document.toJS() as { apiVersion: string; kind: string }
    await client.apply(await client.discover({ apiVersion, kind }), object as unknown as DynamicInput)
  }
}

function statusOf(url: URL, token: string | undefined): Promise<number | undefined> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false, rejectUnauthorized: false }, (response) => {
      response.resume().once('close', () => resolve(response.statusCode))
    }).once('error', reject)
  })
}

describe('generated manifests', () => {
  it('are accepted by a cluster, and their account has the permissions that the operator needs', async () => {
    await using server = await startApiServer({ emptiesNamespaces: true })
    await using admin = createClient(server.transport(), { fieldManager: 'test', namespace: 'default' })
    await install(admin, generatedFiles(describeOperator(operator), 'manifests').get('deploy/install.yaml')!)

    const account = `system:serviceaccount:${namespace}:shop`
    const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated']
    const connection = server.transport({ user: { name: account, groups } })
    const { controllers, coordination } = operator
    const manager = createManager({ connection, controllers, coordination, log: silentLogger, environment: {} })
    await using running = manager.start()
    await running.started

    await admin.create(Order, { metadata: { name: 'one' }, spec: { item: 'bread' } })
    await admin.waitFor(Order, { name: 'one' }, conditionIs('Ready'), { timeout: '20s' })
    expect((await admin.get(ConfigMap, { name: 'one' })).data).toEqual({ item: 'bread' })
    await admin.delete(Order, { name: 'one' })
    await admin.waitFor(Order, { name: 'one' }, deleted, { timeout: '20s' })
    // The permission check runs concurrently, with a delay.
    await vi.waitFor(() => expect(manager.state.missingPermissions).toEqual([]), { timeout: 20_000 })
    expect(manager.history().filter(({ result }) => result.type === 'error')).toEqual([])
  })

  it('have a Service if there are webhooks, and one port if two servers share it', () => {
    const webhooks = {
      serve: [guard],
      certificates: { secret: { name: 'shop-webhooks', namespace } },
      installation: { name: 'shop', service: { name: 'shop', namespace } },
    }
    const files = generatedFiles(describeOperator({ ...operator, webhooks }), 'manifests')
    const object = (path: string) => parseAllDocuments(files.get(path)!)[0]!.toJS() as Record<string, never>
    const service = object('deploy/service.yaml') as unknown as Service
    expect(service.spec?.ports).toEqual([{ name: 'webhooks', port: 443, targetPort: 9443, protocol: 'TCP' }])
    const deployment = object('deploy/deployment.yaml') as unknown as Deployment
    const ports = deployment.spec?.template.spec?.containers[0]?.ports?.map(
      ({ name, containerPort }) => `${name} ${containerPort}`,
    )
    expect(ports).toEqual(['health 8081', 'webhooks 9443'])
    const policy = object('deploy/network-policy.yaml') as unknown as NetworkPolicy
    expect(policy.spec?.ingress).toEqual([{ ports: [8081, 9443].map((port) => ({ port, protocol: 'TCP' })) }])
    expect(files.get('deploy/rbac.yaml')).toContain('validatingwebhookconfigurations')
  })

  it('let only accounts with the metrics-reader role read the metrics', async () => {
    await using server = await startApiServer({ emptiesNamespaces: true })
    await using admin = createClient(server.transport(), { fieldManager: 'test', namespace: 'default' })
    const files = generatedFiles(describeOperator(operator), 'manifests')
    await install(admin, files.get('deploy/install.yaml')!)
    const deployment = parseAllDocuments(files.get('deploy/deployment.yaml')!)[0]!.toJS() as Deployment
    const [container] = deployment.spec!.template.spec!.containers
    expect(container?.readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'health', scheme: 'HTTPS' })
    const environment = Object.fromEntries(container!.env!.map(({ name, value }) => [name, value]))

    const user = { name: `system:serviceaccount:${namespace}:shop`, groups: ['system:authenticated'] }
    const connection = server.transport({ user })
    const metrics = { port: 0, host: '127.0.0.1' }
    const manager = createManager({ connection, controllers: [], metrics, log: silentLogger, environment })
    await using running = manager.start()
    await running.started
    const url = new URL('/metrics', manager.endpoints.metrics)
    expect(url.protocol).toBe('https:')

    const tokenOf = async (name: string) => {
      await admin.create(ServiceAccount, { metadata: { name } })
      const path = `${pathOf(ServiceAccount, { namespace: 'default', name })}/token`
      const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { audiences: [] } }
      const headers = { 'content-type': 'application/json' }
      const answer = await admin.request({ method: 'POST', path, headers, body: JSON.stringify(body) })
      return (answer.json() as { status: { token: string } }).status.token
    }
    const [reader, other] = [await tokenOf('reader'), await tokenOf('other')]
    await admin.create(ClusterRoleBinding, {
      metadata: { name: 'scraper' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'shop-metrics-reader' },
      subjects: [{ kind: 'ServiceAccount', name: 'reader', namespace: 'default' }],
    })
    const statuses = [undefined, 'made-up', other, reader].map((token) => statusOf(url, token))
    expect(await Promise.all(statuses)).toEqual([401, 401, 403, 200])
  })

  it('leave metrics open if configured so', () => {
    const open = describeOperator({ ...operator, metrics: { port: 8080, access: 'open' } })
    const files = generatedFiles(open, 'manifests')
    expect(files.get('deploy/rbac.yaml')).not.toMatch(/tokenreviews|metrics-reader/)
    expect(files.get('deploy/deployment.yaml')).not.toMatch(/KUBEWRIGHT_METRICS|HTTPS/)
  })

  it("mount the token only into the operator's pods, and spread the pods", () => {
    const files = generatedFiles(describeOperator(operator), 'manifests')
    expect(files.get('deploy/service-account.yaml')).toContain('\nautomountServiceAccountToken: false\n')
    const [deployment] = parseAllDocuments(files.get('deploy/deployment.yaml')!)
    expect((deployment!.toJS() as Deployment).spec?.template.spec).toMatchObject({
      automountServiceAccountToken: true,
      topologySpreadConstraints: [{ topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway' }],
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        },
      ],
    })
  })

  it('have one replica and the Recreate strategy without leader election', () => {
    const { coordination: _, ...alone } = operator
    const deployment = generatedFiles(describeOperator(alone), 'manifests').get('deploy/deployment.yaml')
    expect(deployment).toContain('  replicas: 1\n  strategy:\n    type: Recreate\n')
  })

  it('follow the deployment options of the operator', () => {
    const described = describeOperator({
      ...operator,
      image: 'registry.example.dev/shop:2',
      grants: [{ group: '', resource: 'pods/log', verbs: ['get'], because: 'orders quotes logs' }],
      deployment: {
        replicas: 5,
        environment: { REGION: 'north' },
        egressPorts: [5432],
        resources: { limits: { memory: '1Gi' } },
      },
    })
    const files = generatedFiles(described, 'manifests')
    const deployment = files.get('deploy/deployment.yaml')
    expect(deployment).toContain(
      'image: registry.example.dev/shop:2\n          env:\n            - name: KUBEWRIGHT_METRICS_ACCESS\n              value: authorized\n            - name: REGION\n              value: north\n',
    )
    expect(deployment).toContain('resources:\n            limits:\n              memory: 1Gi\n')
    expect(files.get('deploy/rbac.yaml')).toContain(
      '  - apiGroups: [""] # orders quotes logs\n    resources: ["pods/log"]\n    verbs: ["get"]\n',
    )
    expect(files.get('deploy/network-policy.yaml')).toContain('port: 5432')
  })
})
