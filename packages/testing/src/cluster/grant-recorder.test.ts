import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { Role, RoleBinding } from '@kubewright/kubernetes/rbac/v1'
import { manifest } from '@kubewright/resource'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startClusters } from '../clusters/start-clusters.ts'
import { startCluster } from './start-cluster.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-grants-'))
  vi.stubEnv('KUBEWRIGHT_RECORD_GRANTS', join(folder, 'grants.jsonl'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

const copies = defineController({
  name: 'copies',
  for: Secret,
  owns: [ConfigMap],
  async reconcile(secret, ctx) {
    await ctx.own({ copy: manifest(ConfigMap, { metadata: { name: secret.metadata.name } }) })
    return done()
  },
})

it('recorded grants contain the requests of controllers, not those of the test', async () => {
  {
    await using cluster = await startCluster()
    await using _ = await cluster.run(copies)
    await cluster.client.create(Secret, { metadata: { name: 'one' } })
    await cluster.settle()
  }
  const lines = (await readFile(join(folder, 'grants.jsonl'), 'utf8')).trim().split('\n')
  const grants = lines.map((line) => JSON.parse(line) as Record<string, string>)
  const texts = grants.map(
    ({ verb, resource, namespace = '', name = '' }) => `${verb} ${resource} ${namespace}/${name}`,
  )
  // Whether it reads an object before it writes is the controller's business.
  expect([...new Set(texts)].filter((text) => !text.startsWith('get ')).sort()).toEqual([
    'create configmaps default/',
    'patch configmaps default/one',
    'watch configmaps /',
    'watch secrets /',
  ])
})

it('recorded grants have the role of a written binding, and the rules of a written role', async () => {
  const teams = defineController({
    name: 'teams',
    for: Secret,
    owns: [Role, RoleBinding, ConfigMap],
    async reconcile({ metadata: { name } }, ctx) {
      const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'admin' }
      await ctx.own({
        role: manifest(Role, { metadata: { name }, rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }),
        binding: manifest(RoleBinding, { metadata: { name }, roleRef, subjects: [] }),
        map: manifest(ConfigMap, { metadata: { name }, data: { rules: '[]' } }),
      })
      return done()
    },
  })
  {
    await using cluster = await startCluster({ server: { auditPolicy: { rules: [{ level: 'Metadata' }] } } })
    await using _ = await cluster.run(teams)
    await cluster.client.create(Secret, { metadata: { name: 'one' } })
    await cluster.settle()
  }
  const lines = (await readFile(join(folder, 'grants.jsonl'), 'utf8')).trim().split('\n')
  const granted = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ verb }) => verb === 'patch')
  const place = { verb: 'patch', namespace: 'default', name: 'one' }
  const rbac = { ...place, group: 'rbac.authorization.k8s.io' }
  expect(granted).toEqual(
    expect.arrayContaining([
      { ...rbac, resource: 'roles', rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
      { ...rbac, resource: 'rolebindings', roleRef: { kind: 'ClusterRole', name: 'admin' } },
      { ...place, group: '', resource: 'configmaps' },
    ]),
  )
})

it('recorded grants list requests to remote clusters separately', async () => {
  const remote = defineController({
    name: 'remote',
    for: Secret,
    clusters: 'remote',
    async reconcile(secret, ctx) {
      const metadata = { name: secret.metadata.name, namespace: 'default' }
      await ctx.clusters.home.client.apply(ConfigMap, { metadata })
      return done()
    },
  })
  {
    await using clusters = await startClusters(['a', 'b'])
    await clusters.run({ home: 'a' }, remote)
    await clusters.cluster('b').client.create(Secret, { metadata: { name: 'one', namespace: 'default' } })
    await clusters.settle()
  }
  const lines = (await readFile(join(folder, 'grants.jsonl'), 'utf8')).trim().split('\n')
  const grants = lines.map((line) => JSON.parse(line) as Record<string, string>)
  const texts = grants.map(({ verb, resource, cluster = 'home' }) => `${cluster}: ${verb} ${resource}`)
  expect([...new Set(texts)].sort()).toEqual([
    'home: create configmaps',
    'home: get namespaces',
    'home: patch configmaps',
    'remote: get namespaces',
    'remote: watch secrets',
  ])
})

it('recorded grants are not written without controllers', async () => {
  await (await startCluster())[Symbol.asyncDispose]()
  await expect(readFile(join(folder, 'grants.jsonl'))).rejects.toThrow('ENOENT')
})
