import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StateSpace } from '../analysis/state-space.ts'
import { toLocals } from '../compiled/codec.ts'
import { protocolOf } from '../dependencies.ts'
import { type GlobalState, toRecord } from '../global-state.ts'
import { defineNodeType } from '../node-type.ts'
import { applyStep, compileAny, enabledSteps, reaches, settle } from '../semantics.ts'
import { allUp, iotSnap } from '../testing/iot-snap.ts'
import { randomGoal, randomState, randomTopology } from '../testing/random-topology.ts'
import { enumerate, keyOf, strongStates, toState, toWorld, type World, worstCosts } from '../testing/reference.ts'
import { defineTopology, type Topology } from '../topology.ts'
import { boundedCosts } from './bounded-game.ts'
import { goalTest } from './goal-test.ts'
import { findStrongPlan } from './strong-plan.ts'

const Lamp = defineNodeType({
  name: 'Lamp',
  initial: 'off',
  states: { off: {}, on: {}, hot: {}, broken: {} },
  operations: {
    press: { from: 'off', to: 'hot' },
    wait: { from: 'hot', to: 'on' },
    turn: { from: 'off', to: 'on', cost: 5 },
    burst: { from: 'hot', to: 'broken', controllable: false },
  },
})
const room = defineTopology({ nodes: { lamp: Lamp } })

describe('findStrongPlan', { timeout: 120_000 }, () => {
  it('avoids a cheap path on which an unrecoverable fault may occur', () => {
    const plan = findStrongPlan(room, { to: { lamp: 'on' } })
    expect(plan.status === 'strong' && plan.next({ lamp: 'off' })).toMatchObject({ operation: 'turn' })
    expect(findStrongPlan(room, { to: { lamp: 'on' }, faults: 1 })).toMatchObject({ status: 'strong', worst: 5 })
    expect(findStrongPlan(room, { to: { lamp: 'on' }, faults: 0 })).toMatchObject({ status: 'strong', worst: 2 })
  })

  it.each([undefined, 1])('returns the fault that breaks the only plan, with %s faults', (faults) => {
    const plan = findStrongPlan(room, {
      from: { lamp: 'hot' },
      to: { lamp: 'on' },
      ...(faults === undefined ? {} : { faults }),
    })
    expect(plan).toMatchObject({
      status: 'weak',
      witness: ['lamp.burst'],
      reason: expect.stringContaining('lamp=broken'),
    })
  })

  it('distinguishes an unreachable goal from one that is only weakly reachable', () => {
    expect(findStrongPlan(room, { from: { lamp: 'broken' }, to: { lamp: 'on' } })).toMatchObject({
      status: 'unreachable',
    })
  })

  it('refuses a state that its policy does not cover', () => {
    const plan = findStrongPlan(room, { from: { lamp: 'off' }, to: { lamp: 'on' } })
    expect(() => plan.status === 'strong' && plan.next({ lamp: 'broken' })).toThrow(
      'does not cover the state lamp=broken',
    )
  })

  it('brings IotSnap Root up despite any crashes, and bounds the cost for three crashes', () => {
    expect(findStrongPlan(iotSnap, { to: allUp })).toMatchObject({ status: 'strong' })
    const bounded = findStrongPlan(iotSnap, { to: allUp, faults: 3 })
    expect(bounded.status === 'strong' && bounded.worst).toBeGreaterThan(8)
  })

  it('reports when its limit is reached', () => {
    expect(findStrongPlan(iotSnap, { to: allUp, limit: 50 })).toMatchObject({ status: 'truncated' })
  })

  it.each([20, 200, 2_000])('is truncated for a star of %i nodes, with and without faults', (leaves) => {
    const names = Array.from({ length: leaves }, (_, index) => `n${index}`)
    const star = protocolOf(
      toRecord<readonly string[]>([['hub', []], ...names.map((name) => [name, ['hub']] as const)]),
    )
    const to = toRecord([...star.nodes.keys()].map((name) => [name, 'running'] as const))
    for (const faults of [{}, { faults: 2 }, { faults: 1_000 }])
      expect(findStrongPlan(star, { to, limit: 100, ...faults })).toEqual({
        status: 'truncated',
        reason: expect.stringContaining('raise `limit`'),
      })
  })

  it('follows a chain of 500 faults to its end', () => {
    const states = Array.from({ length: 500 }, (_, index) => `s${index}`)
    const Slope = defineNodeType({
      name: 'Slope',
      initial: 's0',
      states: toRecord([...states, 'safe'].map((state) => [state, {}] as const)),
      operations: {
        leave: { from: states.slice(0, -1), to: 'safe' },
        slip: states.slice(1).map((to, index) => ({ from: states[index]!, to, controllable: false })),
      },
    })
    const plan = findStrongPlan(defineTopology({ nodes: { one: Slope } }), { to: { one: 'safe' } })
    expect(plan.status === 'weak' && plan.witness).toEqual(Array.from({ length: 499 }, () => 'one.slip'))
  })

  it('claims no plan if the costs exceed the memory limit', () => {
    const shop = protocolOf({ db: [], api: ['db'] })
    const compiled = compileAny(shop)
    const space = new StateSpace(compiled, toLocals(compiled, shop.initial), 100)
    const test = goalTest(compiled, { api: 'running' }, true)
    const goals = Uint8Array.from({ length: space.size }, (_, state) => Number(test.isReached(space.read(state))))
    expect(boundedCosts({ space, goals }, 1_000, 10 * space.size)).toMatchObject({ isWon: false, mostFaults: 9 })
    const fitting = boundedCosts({ space, goals }, 9, 10 * space.size)
    expect(fitting).toMatchObject({ isWon: true })
    expect(fitting.mostFaults).toBeUndefined()
  })

  it('reports how many faults can be analysed within the limit', () => {
    const parts = Array.from({ length: 10 }, (_, index) => `n${index}`)
    const app = protocolOf(toRecord<readonly string[]>(parts.map((name) => [name, []] as const)))
    const to = toRecord(parts.map((name) => [name, 'running'] as const))
    expect(findStrongPlan(app, { to, faults: 1_000 })).toEqual({
      status: 'truncated',
      reason: expect.stringContaining('59049 global states takes too much memory; lower `faults` to 540'),
    })
  })

  it('agrees with explicit enumeration, and its policy succeeds under any faults', () => {
    const seen = { strong: 0, weak: 0 }
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 31 - 1 }),
        fc.boolean(),
        fc.integer({ min: 0, max: 3 }),
        (seed, replicas, faults) => {
          const topology = randomTopology(seed, { replicas, nodes: 3, costs: seed % 2 === 0, uncontrollable: 45 })
          const state = seed % 3 === 0 ? topology.initial : randomState(topology, seed)
          const world = toWorld(topology, state)
          const graph = enumerate(topology, world, 400)
          if (graph === undefined) return
          const goal = seed % 4 === 0 ? randomGoal(topology, seed) : walk(topology, state, seed)
          const isGoal = (one: World) => reaches(topology, toState(topology, one), goal)
          const fair = findStrongPlan(topology, { from: state, to: goal })
          expect(fair.status === 'strong').toBe(strongStates(graph, isGoal).has(keyOf(world)))
          const worst = worstCosts(graph, isGoal, faults).get(keyOf(world))!
          const bounded = findStrongPlan(topology, { from: state, to: goal, faults })
          expect(bounded.status === 'strong' ? bounded.worst : Infinity).toBe(worst)
          if (fair.status === 'strong') seen.strong++
          if (fair.status === 'weak') seen.weak++
          if (bounded.status !== 'strong') return
          const cost = play(seed, faults, state, (at, left) => {
            const step = bounded.next(at, left)
            const events = enabledSteps(topology, at).filter((one) => one.kind === 'operation' && !one.controllable)
            return {
              step,
              events,
              apply: (one) => applyStep(topology, at, one),
              costOf: (one) => costOfStep(topology, one),
            }
          })
          expect(cost).toBeLessThanOrEqual(worst)
        },
      ),
      { numRuns: 600 },
    )
    expect(Math.min(seen.strong, seen.weak)).toBeGreaterThan(20)
  })
})

/** A state reached by controllable steps, so that a plan exists. */
function walk(topology: Topology, start: GlobalState, seed: number): GlobalState {
  let state = settle(topology, start).state
  for (let round = 0; round < 5; round++) {
    const steps = enabledSteps(topology, state).filter((step) => step.kind !== 'operation' || step.controllable)
    const step = steps[Math.abs(Math.imul(seed + round, 48_271)) % Math.max(1, steps.length)]
    if (step !== undefined) state = settle(topology, applyStep(topology, state, step)).state
  }
  return state
}

type AnyStep = ReturnType<typeof enabledSteps>[number]

function costOfStep(topology: Topology, step: AnyStep): number {
  if (step.kind !== 'operation') return 1
  const transitions = topology.nodes.get(step.node)!.type.operations.get(step.operation)!
  return transitions.find(({ from, to }) => from === step.from && to === step.to)!.cost
}

interface Turn {
  readonly step: AnyStep | undefined
  readonly events: readonly AnyStep[]
  readonly apply: (step: AnyStep) => GlobalState
  readonly costOf: (step: AnyStep) => number
}

/** Follows a policy while faults occur at random moments. Returns the total cost. */
function play(
  seed: number,
  faults: number,
  start: GlobalState,
  turn: (state: GlobalState, left: number) => Turn,
): number {
  let state = start
  let left = faults
  let cost = 0
  for (let round = 0; round < 1_000; round++) {
    const { step, events, apply, costOf } = turn(state, left)
    if (step === undefined) return cost
    const strikes = left > 0 && events.length > 0 && Math.abs(Math.imul(seed + round, 48_271)) % 3 === 0
    if (strikes) left--
    else cost += costOf(step)
    state = apply(strikes ? events[round % events.length]! : step)
  }
  return Infinity
}
