import { startApiServer } from '@kubewright/apiserver'
import { createClient, type DynamicInput } from '@kubewright/client'
import { defineController, done } from '@kubewright/controller'
import { silentLogger } from '@kubewright/core'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { createManager } from '@kubewright/manager'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { describeOperator } from '../project/project-description.ts'
import { generatedFiles } from './generated-files.ts'

const inventory = defineController({
  name: 'inventory',
  for: ConfigMap,
  scope: { labels: 'inventory=true' },
  clusters: 'remote',
  uses: [{ resource: ConfigMap, verbs: ['create', 'patch'], because: 'lists them at home', cluster: 'home' }],
  async reconcile({ metadata, data }, ctx) {
    const copy = { name: `${ctx.cluster.name}-${metadata.name}`, namespace: 'default' }
    await ctx.clusters.home.client.apply(ConfigMap, { metadata: copy, data: { ...data } }, { signal: ctx.signal })
    return done()
  },
})
const keys = defineController({
  name: 'keys',
  for: Secret,
  clusters: { labels: 'tier=edge' },
  reconcile: async () => done(),
})
const operator = {
  name: 'shop',
  namespace: 'shop-system',
  controllers: [inventory, keys],
  clusters: {},
  grants: [
    { group: '', resource: 'pods', verbs: ['get'], cluster: 'remote' as const, because: 'reads pods there' },
    { group: '', resource: 'nodes', verbs: ['get'], because: 'reads nodes' },
  ],
}

const filesOf = (config: Parameters<typeof describeOperator>[0]) => generatedFiles(describeOperator(config), 'rbac')

interface Rule {
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
}

/** `configmaps: create,patch` */
function rulesIn(text: string): readonly string[] {
  const documents = parseAllDocuments(text).map((one) => one.toJS() as { kind: string; rules?: readonly Rule[] })
  const rules = documents.flatMap(({ kind, rules: own = [] }) => (kind.endsWith('Role') ? own : []))
  return rules.map(({ resources, verbs }) => `${resources.join()}: ${verbs.join()}`).sort()
}

describe('RBAC of an operator on several clusters', () => {
  it('has a file for home, one for all other clusters, and one for each selector', () => {
    const files = filesOf(operator)
    expect([...files.keys()]).toEqual([
      'deploy/rbac.yaml',
      'deploy/remote/rbac.yaml',
      'deploy/remote/rbac-tier-edge.yaml',
    ])
    expect(rulesIn(files.get('deploy/rbac.yaml')!)).toEqual([
      'configmaps: create,patch',
      'namespaces: get',
      'nodes: get',
    ])
    expect(rulesIn(files.get('deploy/remote/rbac.yaml')!)).toEqual([
      'configmaps: get,list,watch',
      'events: create,patch',
      'namespaces: get',
      'pods: get',
    ])
    expect(rulesIn(files.get('deploy/remote/rbac-tier-edge.yaml')!)).toEqual([
      'events: create,patch',
      'namespaces: get',
      'secrets: get,list,watch',
    ])
    expect(files.get('deploy/remote/rbac-tier-edge.yaml')).toContain('# For clusters with tier=edge.')
  })

  it('is only that of home if there is only home', () => {
    const home = defineController({ name: 'maps', for: ConfigMap, reconcile: async () => done() })
    expect([...filesOf({ name: 'shop', controllers: [home] }).keys()]).toEqual(['deploy/rbac.yaml'])
  })

  it('is sufficient for the account in the other cluster', async () => {
    await using home = await startApiServer()
    await using east = await startApiServer()
    await using admin = createClient(east.transport(), { fieldManager: 'admin' })
    for (const [path, text] of filesOf(operator)) {
      if (!path.startsWith('deploy/remote/')) continue
      for (const document of parseAllDocuments(text)) {
        const { apiVersion, kind, ...object } = document.toJS() as { apiVersion: string; kind: string }
        const resource = await admin.discover({ apiVersion, kind })
        await admin.apply(resource, object as unknown as DynamicInput, { force: true })
      }
    }
    const account = { name: 'system:serviceaccount:shop-system:shop', groups: ['system:authenticated'] }
    const manager = createManager({
      connection: home.transport(),
      controllers: [inventory, keys],
      clusters: { east: east.transport({ user: account } as never) },
      environment: {},
      log: silentLogger,
    })
    await using _ = manager.start()
    await admin.create(ConfigMap, {
      metadata: { name: 'one', namespace: 'default', labels: { inventory: 'true' } },
      data: { a: 'b' },
    })
    await using user = createClient(home.transport())
    const copy = await user.waitFor(ConfigMap, { name: 'east-one', namespace: 'default' }, () => true, {
      timeout: '20s',
    })
    expect(copy.data).toEqual({ a: 'b' })
    await expect.poll(() => manager.clusters.states.map(({ phase }) => phase)).toEqual(['connected'])
    const [check] = await manager.checks.ready.run(['cluster:east'])
    expect(check).toEqual({ name: 'cluster:east', isWell: true })
  })
})
