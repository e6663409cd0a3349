import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { DepthFirst, type Reduction } from './run/depth-first.ts'
import type { Exploration } from './definition/exploration.ts'
import { explore } from './explore.ts'
import { planOf } from './plan/plan.ts'
import { runPlan } from './run/run-plan.ts'
import { WorldServers } from './world/world-servers.ts'

const one = { name: 'one', namespace: 'default' }

/** Keeps the first title it sees, which depends on the order of the events. */
const keeper = defineController({
  name: 'keeper',
  for: ConfigMap,
  scope: { labels: 'kept=yes' },
  owns: [Secret],
  async reconcile(map, ctx) {
    const secret = ctx.cache.get(Secret, one)
    if (secret === undefined)
      await ctx.client.apply(Secret, { metadata: one, stringData: { title: map.data?.title ?? '' } }, { force: true })
    return done()
  },
})

const explored: Exploration = {
  controllers: [keeper],
  async scenario(user) {
    await user.create(ConfigMap, { metadata: { ...one, labels: { kept: 'yes' } }, data: { title: 'a' } })
    await user.patch(ConfigMap, one, { data: { title: 'b' } })
  },
}

/** Runs all schedules. Resolves to their end states on the server. */
async function endsOf(reduction: Reduction) {
  await using servers = await WorldServers.start({})
  const guide = new DepthFirst({ depth: Infinity, states: Infinity, faults: 0 }, reduction)
  const ends = new Set<string>()
  let runs = 0
  for (; guide.next(); runs++) {
    const run = await runPlan(explored, { servers, plan: planOf({ type: 'hurry', step: 1 }), seed: 'search', guide })
    const last = run.checkpoints.at(-1)
    if (!run.isKnown) ends.add(JSON.stringify([...(last?.state ?? [])]))
  }
  return { ends: [...ends].sort(), runs }
}

describe("a depth-first search of an operator's schedules", () => {
  it('reaches the same final states with and without reduction, in far fewer runs', { timeout: 180_000 }, async () => {
    const [all, states, reduced] = [await endsOf('none'), await endsOf('states'), await endsOf('states and orders')]
    expect(states.ends).toEqual(all.ends)
    expect(reduced.ends).toEqual(all.ends)
    expect(all.ends.length).toBeGreaterThan(1)
    expect(reduced.runs).toBeLessThan(states.runs)
    expect(reduced.runs * 10).toBeLessThan(all.runs)
  })

  it('continues after a run that was cut short while the cluster started', { timeout: 120_000 }, async () => {
    const budget = { runs: 8, within: '10m' } as const
    const report = await explore({ ...explored, simulation: true, strategies: ['depth-first'], draws: 8, budget })
    expect([report.runs, report.failures]).toEqual([8, []])
  })
})
