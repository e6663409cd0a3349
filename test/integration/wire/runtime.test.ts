/** Guarantees of the runtime that depend on the server's field management and RBAC. */
import { createClient, established } from '@kubewright/client'
import { defineController, defineGroupController, done, pausedAnnotation } from '@kubewright/controller'
import { ConfigMap, CustomResourceDefinition, Role, RoleBinding, Secret, ServiceAccount } from '@kubewright/kubernetes'
import { defineResource, manifest, no, yes } from '@kubewright/resource'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openClient, openClientInNamespace } from '../client/client.ts'
import { server, useServer } from '../client/server.ts'
import { startProcess } from './process.ts'

useServer()

const Cup = defineResource({
  group: 'wire.example.dev',
  version: 'v1',
  kind: 'Cup',
  scope: 'Namespaced',
  spec: z.object({ size: z.int() }),
  status: z.object({ level: z.int().optional(), seenBy: z.string().optional() }),
  conditions: ['Clean', 'Full'],
})

beforeAll(async () => {
  await using client = openClient()
  await client.apply(CustomResourceDefinition, Cup.crd())
  await client.waitFor(CustomResourceDefinition, { name: 'cups.wire.example.dev' }, established)
})

const blog = { name: 'blog' }

describe('setStatus over HTTPS', () => {
  const filler = defineController({
    name: 'filler',
    for: Cup,
    async reconcile(cup, ctx) {
      const clean = cup.spec.size < 2 ? {} : { Clean: yes('Washed') }
      await ctx.setStatus({ level: cup.spec.size }, { ...clean, Full: no('Half') })
      return done()
    },
  })

  it('keeps fields of others and conditions that are not named, and is not written without a change', async () => {
    await using client = await openClientInNamespace()
    const cache = { namespace: client.namespace }
    await client.create(Cup, { metadata: blog, spec: { size: 3 } })
    {
      await using first = await startProcess(client, { controllers: [filler], cache })
      await first.reconciled(1)
      expect(first.writes).toBe(1)
    }
    await client.status.patch(Cup, blog, { status: { seenBy: 'a person' } }, { fieldManager: 'somebody' })
    await using second = await startProcess(client, { controllers: [filler], cache })
    await second.reconciled(1)
    expect(second.writes).toBe(0)
    await client.patch(Cup, blog, { spec: { size: 1 } })
    await second.reconciled(2)
    expect((await client.get(Cup, blog)).status).toMatchObject({
      level: 1,
      seenBy: 'a person',
      conditions: [
        { type: 'Clean', status: 'True' },
        { type: 'Full', status: 'False' },
      ],
    })
  })
})

describe('own() over HTTPS', () => {
  const copies = defineController({
    name: 'copies',
    for: Secret,
    owns: [ConfigMap],
    async reconcile(secret, ctx) {
      const names = Object.keys(secret.data ?? {})
      const children = names.map((name) => [name, manifest(ConfigMap, { metadata: { name }, data: { name } })] as const)
      await ctx.own(Object.fromEntries(children))
      return done()
    },
  })

  it('prunes children, and never takes over foreign objects', async () => {
    await using client = await openClientInNamespace()
    await client.create(Secret, { metadata: blog, stringData: { one: '', two: '' } })
    const cache = { namespace: client.namespace }
    await using running = await startProcess(client, { controllers: [copies], cache })
    await running.reconciled(1)
    await client.create(ConfigMap, { metadata: { name: 'three' }, data: { mine: 'yes' } })
    await client.update(Secret, { metadata: blog, stringData: { two: '', three: '' } }, { overwrite: true })
    await running.reconciled(2)
    expect(running.records[1]?.result).toMatchObject({ type: 'error', error: { code: 'KW_CONTROLLER_NOT_OURS' } })
    expect((await client.get(ConfigMap, { name: 'three' })).data).toEqual({ mine: 'yes' })
    await client.update(Secret, { metadata: blog, stringData: { two: '' } }, { overwrite: true })
    while (running.records.at(-1)?.result.type !== 'success') await running.reconciled(running.records.length + 1)
    const left = (await client.list(ConfigMap, { namespace: client.namespace })).items.map(
      ({ metadata }) => metadata.name,
    )
    expect(left.filter((name) => name !== 'kube-root-ca.crt')).toEqual(['three', 'two'])
  })
})

describe('controllers over HTTPS', () => {
  it('group controllers reconcile by group; object controllers skip paused objects', async () => {
    await using client = await openClientInNamespace()
    const seen: string[] = []
    const zones = defineGroupController({
      name: 'zones',
      for: ConfigMap,
      scope: { labels: 'zone' },
      by: (map) => map.metadata.labels?.['zone'],
      async reconcile(zone, maps) {
        seen.push(`${zone}: ${maps.length}`)
        return done()
      },
    })
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope: { labels: 'zone' },
      async reconcile() {
        seen.push('a map')
        return done()
      },
    })
    const annotations = { [pausedAnnotation]: 'true' }
    for (const name of ['one', 'two']) {
      await client.create(ConfigMap, { metadata: { name, labels: { zone: 'a' }, annotations } })
    }
    const cache = { namespace: client.namespace }
    await using running = await startProcess(client, { controllers: [zones, maps], cache })
    await running.reconciled(3)
    expect(seen).toEqual(['a: 2'])
    expect(
      running.manager
        .history()
        .map(({ result }) => result.type)
        .sort(),
    ).toEqual(['paused', 'paused', 'success'])
  })

  it('report a missing permission in readiness, and work once it is granted', async () => {
    await using client = await openClientInNamespace()
    const { namespace } = client
    await client.create(ServiceAccount, { metadata: { name: 'robot' } })
    const path = `/api/v1/namespaces/${namespace}/serviceaccounts/robot/token`
    const headers = { 'content-type': 'application/json' }
    const answer = await client.request({ path, method: 'POST', headers, body: '{"spec":{}}' })
    const { token } = (answer.json() as unknown as TokenAnswer).status
    const { url, ca } = server()
    await using robot = createClient({ server: url, ca, token }, { namespace, fieldManager: 'robot' })
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope: { labels: 'app=test' },
      reconcile: async () => done(),
    })
    await client.create(ConfigMap, { metadata: { ...blog, labels: { app: 'test' } } })
    const options = { controllers: [maps], cache: { namespace }, syncTimeout: '50ms', health: { port: 0 } } as const
    await using running = await startProcess(robot, options)
    const ready = async () => (await fetch(`${running.manager.endpoints.health}/readyz?verbose`)).text()
    const namesWhat = /\[-\]permissions failed[^]*cache:configmaps[^\n]*cannot (list|watch) resource "configmaps"/
    while (!namesWhat.test(await ready())) continue // until the server has answered
    const rules = [
      { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] },
      { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] },
    ]
    await client.create(Role, { metadata: { name: 'robot' }, rules })
    await client.create(RoleBinding, {
      metadata: { name: 'robot' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'robot' },
      subjects: [{ kind: 'ServiceAccount', name: 'robot', namespace }],
    })
    await running.reconciled(1)
    expect(running.records[0]).toMatchObject({ object: { namespace, ...blog }, result: { type: 'success' } })
  })
})

interface TokenAnswer {
  readonly status: { readonly token: string }
}
