import { defineController, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { PersistentVolumeClaim, Pod } from '@kubewright/kubernetes/core/v1'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Exploration } from './definition/exploration.ts'
import { noFaults } from './plan/plan.ts'
import { runPlan } from './run/run-plan.ts'
import { WorldServers } from './world/world-servers.ts'

const blog = { name: 'blog', namespace: 'default' }
const labels = { stored: 'yes' }
const spec = { accessModes: ['ReadWriteOnce' as const], resources: { requests: { storage: '1Gi' } } }

/** A claim for every ConfigMap, owned by it. */
const claims = defineController({
  name: 'claims',
  for: ConfigMap,
  scope: { labels: 'stored=yes' },
  async reconcile({ metadata: { name, uid } }, ctx) {
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid, controller: true }]
    await ctx.client.apply(PersistentVolumeClaim, { metadata: { ...blog, ownerReferences }, spec }, { force: true })
    return done()
  },
})

let servers: WorldServers
beforeAll(async () => void (servers = await WorldServers.start({})), 30_000)
afterAll(() => servers[Symbol.asyncDispose]())

async function play(scenario: Exploration['scenario']) {
  return await runPlan({ controllers: [claims], scenario }, { servers, plan: noFaults, seed: 'claims' })
}

it('a PersistentVolumeClaim is deleted with its owner despite the pvc-protection finalizer', async () => {
  const { findings, checkpoints } = await play(async (user) => {
    await user.create(ConfigMap, { metadata: { ...blog, labels } })
    await user.delete(ConfigMap, blog)
  })
  expect(findings).toEqual([])
  expect(checkpoints.map(({ made }) => made)).toEqual([[], ['PersistentVolumeClaim default/blog'], []])
})

it('a PersistentVolumeClaim is kept while a pod uses it', async () => {
  const { findings, checkpoints } = await play(async (user) => {
    await user.create(ConfigMap, { metadata: { ...blog, labels } })
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'blog' } }]
    await user.create(Pod, { metadata: blog, spec: { volumes, containers: [{ name: 'main', image: 'nginx' }] } })
    await user.delete(ConfigMap, blog)
    await user.delete(Pod, blog)
  })
  expect(findings).toEqual([])
  expect(checkpoints.map(({ made }) => made.length)).toEqual([0, 1, 1, 1, 0])
})
