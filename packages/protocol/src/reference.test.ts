import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyse } from './analysis/analyse.ts'
import { recoveries } from './analysis/recoveries.ts'
import type { GlobalState, Goal } from './global-state.ts'
import { findPlan } from './plan/find-plan.ts'
import { applyStep, enabledSteps, pendingFaults, reaches, settle } from './semantics.ts'
import { formatStep } from './step.ts'
import { randomGoal, randomState, randomTopology } from './testing/random-topology.ts'
import {
  costsTo,
  enumerate,
  faultsOf,
  type Graph,
  isSettled,
  keyOf,
  successors,
  toState,
  toWorld,
  type World,
} from './testing/reference.ts'
import type { Topology } from './topology.ts'

const seeds = { seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }), replicas: fc.boolean(), costs: fc.boolean() }
const most = 600

interface Case {
  readonly topology: Topology
  readonly state: GlobalState
  readonly world: World
}

function caseOf(seed: number, replicas: boolean, costs: boolean): Case {
  const topology = randomTopology(seed, { replicas, costs, busyInitial: seed % 4 === 1 })
  const state = seed % 3 === 0 ? topology.initial : randomState(topology, seed)
  return { topology, state, world: toWorld(topology, state) }
}

const withGraph = (numRuns: number, check: (one: Case & { graph: Graph; seed: number }) => void) =>
  fc.assert(
    fc.property(fc.record(seeds), ({ seed, replicas, costs }) => {
      const one = caseOf(seed, replicas, costs)
      const graph = enumerate(one.topology, one.world, most)
      if (graph !== undefined) check({ ...one, graph, seed })
    }),
    { numRuns },
  )

// Thousands of topologies take a while on a busy machine.
describe('planning, compared with explicit enumeration', { timeout: 120_000 }, () => {
  it('enables the same steps with the same results, and sees the same faults', () => {
    fc.assert(
      fc.property(fc.record(seeds), ({ seed, replicas, costs }) => {
        const { topology, state, world } = caseOf(seed, replicas, costs)
        const expected = successors(topology, world).map(({ line, next }) => `${line} → ${keyOf(next)}`)
        const steps = enabledSteps(topology, state)
        const got = steps.map(
          (step) =>
            `${formatStep(step)} from ${step.from} → ${keyOf(toWorld(topology, applyStep(topology, state, step)))}`,
        )
        expect(got.toSorted()).toEqual(expected.toSorted())
        expect(
          pendingFaults(topology, state)
            .map(({ node, requirement }) => `${node}.${requirement}`)
            .toSorted(),
        ).toEqual(faultsOf(topology, world).toSorted())
      }),
      { numRuns: 1_000 },
    )
  })

  it('settles in the state in which every order of fault handling ends', () => {
    fc.assert(
      fc.property(fc.record(seeds), ({ seed, replicas, costs }) => {
        const { topology, state, world } = caseOf(seed, replicas, costs)
        const ends = endsOfSettling(topology, world)
        // A hard recovery to a state that offers something may end a fault before it is handled.
        if (ends === undefined || (topology.hardRecovery && seed % 4 === 1)) return
        expect([...ends]).toEqual([keyOf(toWorld(topology, settle(topology, state).state))])
      }),
      { numRuns: 600 },
    )
  })

  it('finds plans of minimal cost, and proves unreachability', () => {
    const seen = { long: 0, unreachable: 0 }
    withGraph(1_000, ({ topology, state, graph, world, seed }) => {
      const goal = goalOf(topology, graph, seed)
      const isGoal = (one: World) => reaches(topology, toState(topology, one), goal)
      const best = costsTo(graph, isGoal).get(keyOf(world))!
      const plan = findPlan(topology, { from: state, to: goal })
      expect(plan.status).toBe(best === Infinity ? 'unreachable' : 'found')
      if (plan.status === 'unreachable') seen.unreachable++
      if (plan.status !== 'found') return
      if (plan.steps.length > 2) seen.long++
      expect(plan.cost).toBe(best)
      let at = state
      for (const step of plan.steps) at = applyStep(topology, at, step)
      expect(at).toEqual(plan.to)
      expect(reaches(topology, at, goal)).toBe(true)
    })
    expect(Math.min(seen.long, seen.unreachable)).toBeGreaterThan(100)
  })

  it('counts the same states, steps and deadlocks, and finds the same states without a path to the goal', () => {
    const seen = { stuck: 0, deadlocked: 0 }
    withGraph(1_000, ({ topology, state, graph, seed }) => {
      const goal = goalOf(topology, graph, seed)
      const costs = costsTo(graph, (one) => reaches(topology, toState(topology, one), goal))
      const worlds = [...graph.worlds.values()]
      const stuck = worlds.filter((world) => costs.get(keyOf(world)) === Infinity)
      const deadlocked = worlds.filter((world) => successors(topology, world).length === 0)
      const found = analyse(topology, { from: state, goal, witnesses: most })
      expect(found).toMatchObject({
        states: worlds.length,
        faulty: worlds.filter((world) => faultsOf(topology, world).length > 0).length,
        deadlocks: { count: deadlocked.length },
        goal: {
          answer: stuck.length === 0 ? 'from everywhere' : 'not from everywhere',
          stuck: { count: stuck.length },
        },
        isTruncated: false,
      })
      const keys = found.goal!.stuck.witnesses.map((witness) => keyOf(toWorld(topology, witness.state)))
      expect(keys.toSorted()).toEqual(stuck.map(keyOf).toSorted())
      if (stuck.length > 0) seen.stuck++
      if (deadlocked.length > 0) seen.deadlocked++
    })
    expect(Math.min(seen.stuck, seen.deadlocked)).toBeGreaterThan(100)
  })

  it('finds the cheapest recovery from every fault', () => {
    let recovered = 0
    withGraph(600, ({ topology, state, graph, world, seed }) => {
      if (!isSettled(topology, world)) return
      const goal = goalOf(topology, graph, seed)
      const costs = costsTo(graph, (one) => reaches(topology, toState(topology, one), goal))
      for (const { faults, plan } of recoveries(topology, state, { to: goal })) {
        const struck = toWorld(topology, applyStep(topology, state, faults[0]!))
        const best = costs.get(keyOf(struck))!
        expect(plan.status === 'found' ? plan.cost : Infinity).toBe(best)
        if (plan.status === 'found') recovered++
      }
    })
    expect(recovered).toBeGreaterThan(100)
  })

  it('orders steps so that every allowed sequence is valid and ends in the same state', () => {
    withGraph(800, ({ topology, state, graph, seed }) => {
      const plan = findPlan(topology, { from: state, to: goalOf(topology, graph, seed) })
      if (plan.status !== 'found') return
      for (let round = 0; round < 6; round++) {
        let at = state
        for (const step of linearisation(plan.order, seed + round)) at = applyStep(topology, at, plan.steps[step]!)
        expect(at).toEqual(plan.to)
      }
    })
  })
})

/** A state reached by steps of every kind, with some nodes left out; sometimes an arbitrary goal. */
function goalOf(topology: Topology, graph: Graph, seed: number): Goal {
  const worlds = [...graph.worlds.values()].filter((world) => isSettled(topology, world))
  const world = worlds[Math.abs(Math.imul(seed, 48_271)) % Math.max(1, worlds.length)]
  if (seed % 4 === 0 || world === undefined) return randomGoal(topology, seed)
  return Object.fromEntries(Object.entries(toState(topology, world)).filter((_, index) => (seed >> index) % 4 !== 0))
}

/** The states in which fault handling ends, over every order. */
function endsOfSettling(topology: Topology, start: World): Set<string> | undefined {
  const met = new Map([[keyOf(start), start]])
  const ends = new Set<string>()
  for (const [key, world] of met) {
    const next = isSettled(topology, world) ? [] : successors(topology, world)
    if (next.length === 0) ends.add(key)
    for (const step of next) met.set(keyOf(step.next), step.next)
    if (met.size > most) return undefined
  }
  return ends
}

/** A random sequence that respects `order`. */
function linearisation(order: readonly (readonly number[])[], seed: number): number[] {
  const done = new Set<number>()
  const sequence: number[] = []
  for (let at = 0; sequence.length < order.length; at++) {
    const ready = order.flatMap((before, step) =>
      !done.has(step) && before.every((one) => done.has(one)) ? [step] : [],
    )
    const chosen = ready[Math.imul(seed + at, 2_654_435_761) % ready.length] ?? ready.at(-1)!
    done.add(chosen)
    sequence.push(chosen)
  }
  return sequence
}
