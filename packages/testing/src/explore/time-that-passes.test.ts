import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Exploration } from './definition/exploration.ts'
import type { Plan } from './plan/plan.ts'
import { runPlan } from './run/run-plan.ts'
import { WorldServers } from './world/world-servers.ts'

const blog = { name: 'blog', namespace: 'default' }

/** Reports every failure, and its end. */
const tells = defineController({
  name: 'tells',
  for: ConfigMap,
  scope: { labels: 'told=yes' },
  when: 'any-change',
  owns: [Secret],
  async reconcile({ metadata }, ctx) {
    const tell = (state: string) => ctx.client.patch(ConfigMap, metadata, { metadata: { annotations: { state } } })
    const { name, uid } = metadata
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name, uid, controller: true }
    try {
      await ctx.client.apply(Secret, { metadata: { ...blog, ownerReferences: [owner] }, stringData: { a: 'b' } })
    } catch (error) {
      await tell('failed')
      throw error
    }
    await tell('fine')
    return done()
  },
})

const explored: Exploration = {
  controllers: [tells],
  async scenario(user) {
    await user.create(ConfigMap, { metadata: { ...blog, labels: { told: 'yes' } } })
  },
}

let servers: WorldServers
beforeAll(async () => void (servers = await WorldServers.start({})), 30_000)
afterAll(() => servers[Symbol.asyncDispose]())

async function played(at: number) {
  const plan: Plan = { schedule: { type: 'picked', picks: [{ at, take: 'time passes' }] }, faults: [] }
  const { trace, findings } = await runPlan(explored, { servers, plan, seed: 'time' })
  const passed = trace.entries.filter((entry) => entry.type === 'note' && entry.text.startsWith('time passes')).length
  return { passed, findings }
}

it('virtual time that passes during failures is traced, and causes no finding', async () => {
  const runs = []
  for (let at = 0; at < 24; at++) runs.push(await played(at))
  expect(runs.some(({ passed }) => passed > 0)).toBe(true)
  expect(runs.flatMap(({ findings }) => findings)).toEqual([])
})
