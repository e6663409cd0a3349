import { describe, expect, it } from 'vitest'
import { analyse } from './analysis/analyse.ts'
import { toRecord } from './global-state.ts'
import { defineNodeType } from './node-type.ts'
import { findPlan } from './plan/find-plan.ts'
import { component, Volume } from './testing/iot-snap.ts'
import { defineTopology } from './topology.ts'
import { createTopology } from './topology-instance.ts'

const Switch = defineNodeType({
  name: 'Switch',
  initial: 'a',
  states: { a: {}, b: {}, c: {}, d: {} },
  operations: {
    up: [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
      { from: 'c', to: 'd' },
    ],
  },
})

const switches = (count: number) =>
  createTopology({
    nodes: toRecord(Array.from({ length: count }, (_, index) => [`n${index}`, Switch] as const)),
    bindings: {},
    containers: {},
    hardRecovery: false,
  })

describe('limits of planning and analysis', () => {
  it('states of any number of nodes can be encoded', () => {
    const many = switches(40)
    const goal = toRecord([...many.nodes.keys()].map((name) => [name, 'd'] as const))
    expect(findPlan(many, { to: goal }).steps?.length).toBe(120)
    expect(analyse(switches(6)).states).toBe(4 ** 6)
  })

  it('independent parts are planned one by one, for thousands of nodes', () => {
    const many = switches(5_000)
    expect(findPlan(many, { to: { n7: 'c' } })).toMatchObject({ lines: ['n7.up', 'n7.up'], explored: 3 })
    const goal = toRecord([...many.nodes.keys()].map((name) => [name, 'b'] as const))
    expect(findPlan(many, { to: goal })).toMatchObject({ cost: 5_000, explored: 10_000 })
  })

  it('pending faults of every part are handled before the first operation of any', () => {
    const app = defineTopology({
      nodes: { disk: Volume, web: component('Web', ['PVC']), lamp: Switch },
      bindings: { 'web.PVC': 'disk.Storage' },
    })
    const from = app.state({ disk: 'Unavailable', web: 'Running', lamp: 'a' })
    expect(findPlan(app, { from, to: { lamp: 'b' } }).lines).toEqual(['handle web.PVC', 'lamp.up'])
  })

  it('an analysis never visits more states than its limit', () => {
    expect(analyse(switches(10_000), { limit: 50, witnesses: 0 })).toMatchObject({ states: 50, isTruncated: true })
    expect(findPlan(switches(10), { to: { n1: 'd' }, settled: false, limit: 5 })).toMatchObject({ explored: 5 })
  })

  it('a search is truncated at its limit, and says so', () => {
    const goal = toRecord(Array.from({ length: 30 }, (_, index) => [`n${index}`, 'd'] as const))
    expect(findPlan(switches(30), { to: goal, limit: 10 })).toMatchObject({
      status: 'truncated',
      reason: expect.stringContaining('limit'),
    })
  })

  it('instances of a replicated node are not enumerated', () => {
    const app = defineTopology({
      nodes: { disk: Volume, web: { type: component('Web', ['PVC']), replicas: 60, quorum: 30 } },
      bindings: { 'web.PVC': 'disk.Storage' },
    })
    expect(findPlan(app, { to: { web: { Running: 60 } } }).steps?.length).toBe(61)
    // Three states of sixty instances, with the volume there or not, as far as they can be reached.
    expect(analyse(app).states).toBeLessThan(4_000)
  })

  it('too many configurations of one node are refused', () => {
    const app = defineTopology({ nodes: { many: { type: Switch, replicas: 100_000 } } })
    expect(() => findPlan(app, { to: { many: { d: 1 } } })).toThrow(
      expect.objectContaining({ code: 'KW_PROTOCOL_TOO_LARGE' }),
    )
  })

  it('an analysis of ten thousand nodes is truncated', () => {
    expect(analyse(switches(10_000), { limit: 5_000, witnesses: 0 })).toMatchObject({ isTruncated: true })
  })

  it('operations of cost zero are planned', () => {
    const Free = defineNodeType({
      name: 'Free',
      initial: 'a',
      states: { a: {}, b: {}, c: {} },
      operations: {
        long: [
          { from: 'a', to: 'b', cost: 0 },
          { from: 'b', to: 'c', cost: 0 },
        ],
        short: { from: 'a', to: 'c', cost: 1 },
      },
    })
    expect(findPlan(defineTopology({ nodes: { n: Free } }), { to: { n: 'c' } })).toMatchObject({
      cost: 0,
      lines: ['n.long', 'n.long'],
    })
  })
})
