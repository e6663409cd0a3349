import { randomInt, seededRandom } from '@kubewright/core/random'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toLocals } from '../compiled/codec.ts'
import { compile } from '../compiled/compiled-topology.ts'
import type { Goal } from '../global-state.ts'
import { toRecord } from '../global-state.ts'
import { applyStep, reaches } from '../semantics.ts'
import { component, iotSnap, Volume } from '../testing/iot-snap.ts'
import { randomState } from '../testing/random-topology.ts'
import { thinking } from '../testing/thinking.ts'
import { defineTopology, type NodeEntry, type Topology } from '../topology.ts'
import { createTopology } from '../topology-instance.ts'
import { findPlan } from './find-plan.ts'
import { goalTest } from './goal-test.ts'
import { lifecycleFamily } from './lifecycle-family.ts'
import { linearPlan } from './linear-plan.ts'
import { search } from './search.ts'

/** Nodes that depend on up to three of the nodes before them. */
function family(count: number, seed: number, operationCost = 1): Topology {
  const random = seededRandom(seed)
  const nodes: [string, NodeEntry][] = []
  const bindings: [string, string][] = []
  for (let index = 0; index < count; index++) {
    const needs = [...new Set([1, 2, 3].map(() => randomInt(random, count * 2)).filter((other) => other < index))]
    const requirements = needs.map((other) => `r${other}`)
    nodes.push([`n${index}`, component(`T${index}`, requirements, operationCost)])
    for (const other of needs) bindings.push([`n${index}.r${other}`, `n${other}.Endpoint`])
  }
  return createTopology({ nodes: toRecord(nodes), bindings: toRecord(bindings), containers: {}, hardRecovery: false })
}

function wish(topology: Topology, seed: number): Goal {
  const random = seededRandom(seed)
  const wishes = ['Running', 'Running', 'Unavailable', undefined]
  return toRecord([...topology.nodes.keys()].map((name) => [name, wishes[randomInt(random, 4)]])) as Goal
}

describe('linearPlan', { timeout: 120_000 }, () => {
  it('costs no more than the plan of a full search', () => {
    let found = 0
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.constantFrom(1, 1, 3), (seed, cost) => {
        const topology = family(2 + (seed % 5), seed, cost)
        const compiled = compile(topology)
        const state = randomState(topology, seed)
        const goal = wish(topology, seed)
        const linear = linearPlan(compiled, toLocals(compiled, state), goal)
        const scratch = { locals: toLocals(compiled, state), next: toLocals(compiled, state) }
        const searched = search(compiled, goalTest(compiled, goal, true), 100_000, scratch)
        if (linear === undefined) return cost !== 1
        expect(linear.status).toBe(searched.status)
        if (linear.status !== 'found' || searched.status !== 'found') return true
        found++
        expect(linear.cost).toBe(searched.cost)
        const plan = findPlan(topology, { from: state, to: goal })
        const end = plan.steps!.reduce((at, step) => applyStep(topology, at, step), state)
        return reaches(topology, end, goal)
      }),
      { numRuns: 1_500 },
    )
    expect(found).toBeGreaterThan(300)
  })

  it('applies to IotSnap Root, and not to richer protocols', () => {
    expect(lifecycleFamily(compile(iotSnap as unknown as Topology))).toBeDefined()
    expect(lifecycleFamily(compile(thinking('full', true) as unknown as Topology))).toBeUndefined()
    const replicated = defineTopology({
      nodes: { disk: Volume, web: { type: component('Web', ['PVC']), replicas: 2 } },
      bindings: { 'web.PVC': 'disk.Storage' },
    })
    expect(lifecycleFamily(compile(replicated as unknown as Topology))).toBeUndefined()
  })

  it('leaves cyclic dependencies to the search, which proves that they never start', () => {
    const One = component('One', ['other'])
    const circle = defineTopology({
      nodes: { a: One, b: One },
      bindings: { 'a.other': 'b.Endpoint', 'b.other': 'a.Endpoint' },
    })
    expect(findPlan(circle, { to: { a: 'Running' } })).toMatchObject({ status: 'unreachable' })
  })

  it('deploys and recovers ten thousand nodes', () => {
    const topology = family(10_000, 7)
    const up = topology.state(toRecord([...topology.nodes.keys()].map((name) => [name, 'Running'])))
    const deployment = findPlan(topology, { to: up })
    expect(deployment.steps?.length).toBe(10_000)
    const recovery = findPlan(topology, { from: { ...up, n0: 'Crashed' }, to: up })
    expect(recovery.status === 'found' && recovery.to).toEqual(up)
  })
})
