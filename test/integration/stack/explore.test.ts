import { ConfigMap, Deployment, Service } from '@kubewright/kubernetes'
import { protocolOf } from '@kubewright/protocol'
import { defineResource } from '@kubewright/resource'
import { component, defineStack, preserved, stackController, stackStatus } from '@kubewright/stack'
import { explore } from '@kubewright/testing'
import { type ClusterView, type ClusterWrite, follows, project } from '@kubewright/testing/protocol'
import { expect, it } from 'vitest'
import { z } from 'zod'

const Shop = defineResource({
  group: 'shop.example.dev',
  version: 'v1',
  kind: 'Shop',
  scope: 'Namespaced',
  spec: z.object({ zone: z.string().optional() }),
  status: z.object({ ...stackStatus }),
  conditions: ['Ready'],
})

const shop = defineStack({
  for: Shop,
  name: 'shops',
  defaults: ({ spec }) => ({ env: spec.zone === undefined ? {} : { ZONE: spec.zone }, replaceAfter: 'never' }),
  components: () => ({
    db: component({ image: 'db:1', port: 5432 }),
    api: component({ image: 'api:1', port: 80, needs: ['db'], config: preserved('api-config') }),
  }),
})

const namespace = 'default'
const protocol = protocolOf({ db: [], api: ['db'] })

async function stateOf(view: ClusterView, name: string) {
  const deployment = await view.get(Deployment, { name: `shop-${name}`, namespace })
  if (deployment?.status?.observedGeneration === undefined) return 'unavailable'
  return (deployment.status.readyReplicas ?? 0) > 0 ? 'running' : 'crashed'
}

const begins = (name: string) => (write: ClusterWrite) =>
  write.resource === 'deployments.apps' && write.name === `shop-${name}` && write.isNew ? ('run' as const) : undefined

const projection = project(protocol, {
  db: { state: (view) => stateOf(view, 'db'), begins: begins('db') },
  api: { state: (view) => stateOf(view, 'api'), begins: begins('api') },
})

it('stack: follows its protocol and converges with any single fault', {
  timeout: 600_000,
}, async () => {
  const { failures, runs } = await explore({
    resources: [Shop],
    controllers: () => [stackController(shop)],
    oracles: [follows(projection)],
    // Timestamps of components depend on the run.
    ignore: ['status.components'],
    keeps: [ConfigMap],
    async scenario(user) {
      const ready = async (name: string, observedGeneration = 1) => {
        const conditions = [{ type: 'Available', status: 'True' as const }]
        const status = { observedGeneration, replicas: 1, updatedReplicas: 1, readyReplicas: 1, conditions }
        await user.status.patch(Deployment, { name: `shop-${name}`, namespace }, { status })
      }
      await user.create(ConfigMap, { metadata: { name: 'api-config', namespace }, data: { a: '1' } })
      await user.create(Shop, { metadata: { name: 'shop', namespace }, spec: {} })
      await ready('db')
      await ready('api')
      await user.patch(ConfigMap, { name: 'api-config', namespace }, { data: { a: '2' } })
      await user.delete(Service, { name: 'shop-db', namespace })
      await user.patch(Shop, { name: 'shop', namespace }, { spec: { zone: 'b' } })
      await ready('db', 2)
      await ready('api', 2)
    },
    strategies: ['single'],
    budget: { runs: 60 },
  })
  expect(failures.map(({ oracle, message }) => `${oracle}: ${message}`)).toEqual([])
  expect(runs).toBeGreaterThan(20)
})
