import { describe, expect, it } from 'vitest'
import { defineNodeType } from '../node-type.ts'
import { findPlan } from '../plan/find-plan.ts'
import { simulate } from '../simulation.ts'
import { allUp, component, iotSnap, Volume } from '../testing/iot-snap.ts'
import { thinking } from '../testing/thinking.ts'
import type { NodeEntry } from '../topology.ts'
import { createTopology } from '../topology-instance.ts'
import { analyse } from './analyse.ts'
import { recoveries } from './recoveries.ts'

describe('analyse', () => {
  it.each([
    { variant: 'bare', hard: false, states: 1, faulty: 0, deadlocks: 1 },
    { variant: 'bare', hard: true, states: 1, faulty: 0, deadlocks: 1 },
    { variant: 'plain', hard: false, states: 228, faulty: 70, deadlocks: 70 },
    { variant: 'plain', hard: true, states: 206, faulty: 52, deadlocks: 52 },
    { variant: 'handlers', hard: false, states: 416, faulty: 102, deadlocks: 0 },
    { variant: 'handlers', hard: true, states: 372, faulty: 72, deadlocks: 0 },
    { variant: 'full', hard: false, states: 1008, faulty: 314, deadlocks: 1 },
    { variant: 'full', hard: true, states: 916, faulty: 240, deadlocks: 1 },
  ] as const)(
    'counts the states of Thinking, $variant, hard recovery $hard',
    ({ variant, hard, states, faulty, deadlocks }) => {
      expect(analyse(thinking(variant, hard))).toMatchObject({
        states,
        faulty,
        deadlocks: { count: deadlocks },
        isTruncated: false,
      })
    },
  )

  /** IotSnap Root as far as its first `count` nodes, or with more services that need the object store. */
  function grown(count: number) {
    const nodes: [string, NodeEntry][] = [...iotSnap.nodes].slice(0, count).map(([name, { type }]) => [name, type])
    const bindings = iotSnap.bindings.map(({ node, requirement, to: [target] }): [string, string] => [
      `${node}.${requirement}`,
      `${target!.node}.${target!.capability}`,
    ])
    for (let extra = 8; extra < count; extra++) {
      nodes.push([`Extra${extra}`, component('Extra', ['Store'])])
      bindings.push([`Extra${extra}.Store`, 'MinIO.Endpoint'])
    }
    const names = new Set(nodes.map(([name]) => name))
    const known = bindings.filter(([path]) => names.has(path.split('.')[0]!))
    return createTopology({
      nodes: Object.fromEntries(nodes),
      bindings: Object.fromEntries(known),
      containers: {},
      hardRecovery: false,
    })
  }

  it.each([
    { nodes: 5, states: 153, consistent: 79, steps: 525 },
    { nodes: 6, states: 351, consistent: 161, steps: 1229 },
    { nodes: 7, states: 741, consistent: 323, steps: 2725 },
    { nodes: 8, states: 1553, consistent: 647, steps: 5977 },
  ])('counts the states of IotSnap Root with $nodes nodes', ({ nodes, states, consistent, steps }) => {
    const { faulty, ...rest } = analyse(grown(nodes))
    expect({ ...rest, consistent: rest.states - faulty }).toMatchObject({ states, consistent, steps })
  })

  it.each([
    { nodes: 9, states: 4515 },
    { nodes: 10, states: 13_257 },
    { nodes: 11, states: 39_195 },
  ])('counts the states of IotSnap Root grown to $nodes nodes', ({ nodes, states }) => {
    expect(analyse(grown(nodes)).states).toBe(states)
  })

  it.each([
    { shape: 'star', length: 10, states: 118_098 },
    { shape: 'chain', length: 10, states: 9069 },
    { shape: 'chain', length: 8, states: 2201 },
  ])('counts the states of a $shape of $length', ({ shape, length, states }) => {
    const nodes = Array.from({ length }, (_, index) => [`n${index}`, component('Part', ['on'])] as const)
    const bindings = nodes.map(([name], index) => [
      `${name}.on`,
      shape === 'star' || index === 0 ? 'pvc.Storage' : `n${index - 1}.Endpoint`,
    ])
    const app = createTopology({
      nodes: { pvc: Volume, ...Object.fromEntries(nodes) },
      bindings: Object.fromEntries(bindings),
      containers: {},
      hardRecovery: false,
    })
    expect(analyse(app).states).toBe(states)
  })

  it('proves that IotSnap Root can be brought up from every reachable state, within 22 steps', () => {
    expect(analyse(iotSnap, { goal: allUp }).goal).toEqual({
      answer: 'from everywhere',
      stuck: { count: 0, witnesses: [] },
    })
    const deleted = simulate(iotSnap, allUp, { settles: false }).take('PVC.Delete').state
    expect(findPlan(iotSnap, { from: deleted, to: allUp })).toMatchObject({ cost: 22 })
  })

  it('returns the shortest path to a state from which the goal is unreachable', () => {
    const app = thinking('full', false)
    const { goal } = analyse(app, { goal: { gui: 'Working' }, witnesses: 1 })
    expect(goal).toMatchObject({
      answer: 'not from everywhere',
      stuck: { witnesses: [{ lines: [expect.stringContaining('Crash')] }] },
    })
  })

  it('reports truncation at its limit, and answers unknown then', () => {
    const cut = analyse(iotSnap, { goal: allUp, limit: 100 })
    expect(cut).toMatchObject({ isTruncated: true, goal: { answer: 'unknown' } })
    expect(cut.states).toBeLessThan(150)
  })

  it('refuses a limit of zero', () => {
    expect(() => analyse(iotSnap, { limit: 0 })).toThrow(expect.objectContaining({ code: 'KW_PROTOCOL_OPTION' }))
  })
})

describe('recoveries', () => {
  it('finds the cascade and the plan of every single fault of IotSnap Root', () => {
    const found = recoveries(iotSnap, allUp)
    expect(
      found.map(({ faults, cascade, plan }) => [faults[0]!.node, cascade.length, plan.status === 'found' && plan.cost]),
    ).toEqual([
      ['Postgres', 3, 11],
      ['Mongo', 2, 8],
      ['MinIO', 4, 14],
      ['CloudStorage', 3, 11],
      ['CloudAdmin', 2, 8],
      ['AgentKeeper', 1, 5],
      ['Gui', 0, 2],
    ])
  })

  it('counts other operations as faults if asked to', () => {
    const [lost] = recoveries(iotSnap, allUp, {
      isFault: ({ node, operation }) => node === 'PVC' && operation === 'Delete',
    })
    expect(lost).toMatchObject({ plan: { cost: 22 } })
    expect(new Set(lost!.cascade.map(({ node }) => node)).size).toBe(7)
  })

  it('continues with a second fault after the cascade of the first', () => {
    const doubles = recoveries(iotSnap, allUp, { faults: 2 }).filter(({ faults }) => faults.length === 2)
    expect(doubles.length).toBe(3 + 4 + 2 + 3 + 4 + 5 + 6)
    expect(doubles.every(({ plan }) => plan.status === 'found')).toBe(true)
  })

  it('refuses to start where a fault is pending already', () => {
    expect(() => recoveries(iotSnap, { ...allUp, MinIO: 'Crashed' })).toThrow('faults are pending already')
  })

  it('reports a fault without recovery', () => {
    const Lamp = defineNodeType({
      name: 'Lamp',
      initial: 'off',
      states: { off: {}, on: {}, broken: {} },
      operations: { press: { from: 'off', to: 'on' }, break: { from: 'on', to: 'broken', controllable: false } },
    })
    const room = createTopology({ nodes: { lamp: Lamp }, bindings: {}, containers: {}, hardRecovery: false })
    expect(recoveries(room, { lamp: 'on' })).toMatchObject([
      { state: { lamp: 'broken' }, plan: { status: 'unreachable' } },
    ])
  })
})
