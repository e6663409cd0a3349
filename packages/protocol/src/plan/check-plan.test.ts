import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GlobalState } from '../global-state.ts'
import { enabledSteps, settle } from '../semantics.ts'
import { simulate } from '../simulation.ts'
import { formatStep } from '../step.ts'
import { allUp, iotSnap } from '../testing/iot-snap.ts'
import { randomTopology } from '../testing/random-topology.ts'
import { thinking } from '../testing/thinking.ts'
import type { Topology } from '../topology.ts'
import { checkPlan } from './check-plan.ts'
import { findPlan } from './find-plan.ts'

describe('checkPlan', { timeout: 120_000 }, () => {
  it('accepts plans of findPlan with their order, for a deployment and a recovery', () => {
    const crashed = simulate(iotSnap, allUp, { settles: false }).crash('MinIO').state
    for (const from of [iotSnap.initial, crashed]) {
      const plan = findPlan(iotSnap, { from, to: allUp })
      if (plan.status !== 'found') throw new Error(plan.reason)
      expect(checkPlan(iotSnap, { from, steps: plan.steps, order: plan.order, to: allUp })).toMatchObject({
        verdict: 'valid',
        isDeterministic: true,
        ends: [allUp],
      })
    }
  })

  it('returns a sequence in which a partial order fails', () => {
    const steps = ['PVC.Create', 'Postgres.Run', 'Mongo.Run']
    expect(checkPlan(iotSnap, { steps, order: [[], [0], []] })).toMatchObject({
      verdict: 'weakly valid',
      isDeterministic: false,
      failure: { refused: 'Mongo.Run', done: [], why: 'the operation is not applicable' },
    })
    expect(checkPlan(iotSnap, { steps: ['Mongo.Run', 'PVC.Create'] })).toMatchObject({ verdict: 'invalid', ends: [] })
  })

  it('handles the faults that an operation causes before the next operation', () => {
    const up = { node: 'Running', maven: 'Running', mongo: 'Running', api: 'Working', gui: 'Working' }
    const steps = ['node.Stop', 'node.Delete', 'maven.Stop', 'maven.Delete']
    expect(checkPlan(thinking('handlers', true), { from: up, steps, order: [[], [0], [], [2]] })).toMatchObject({
      verdict: 'valid',
      isDeterministic: true,
      ends: [{ api: 'Uninstalled', gui: 'Uninstalled', mongo: 'Running' }],
    })
  })

  it('rejects a plan that does not reach its goal', () => {
    expect(checkPlan(iotSnap, { steps: ['PVC.Create'], to: allUp })).toMatchObject({
      verdict: 'invalid',
      failure: { why: expect.stringContaining('goal') },
    })
  })

  it('reports when its limit is reached', () => {
    const plan = findPlan(iotSnap, { to: allUp })
    expect(checkPlan(iotSnap, { steps: plan.steps!, limit: 2 })).toMatchObject({ verdict: 'unknown' })
  })

  it.each([
    { steps: ['PVC.Crate'], message: 'there is no such operation' },
    { steps: ['PVC.Create'], order: [[0], []], message: 'one list of step numbers' },
    { steps: ['PVC.Create', 'PVC.Delete'], order: [[1], [0]], message: 'its entries form a cycle' },
  ])('refuses $steps with the order $order', ({ message, ...check }) => {
    expect(() => checkPlan(iotSnap, check)).toThrow(message)
  })

  it('agrees with enumerating every sequence', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
        const topology = randomTopology(seed, { nodes: 4 })
        const { steps, order } = randomOrder(topology, seed)
        const ends = sequencesOf(order).map((sequence) =>
          play(
            topology,
            sequence.map((step) => steps[step]!),
          ),
        )
        const good = ends.filter((end) => end !== undefined)
        const expected = good.length === ends.length ? 'valid' : good.length > 0 ? 'weakly valid' : 'invalid'
        const { verdict, isDeterministic } = checkPlan(topology, { steps, order })
        seen.add(verdict)
        expect({ verdict, isDeterministic }).toEqual({
          verdict: expected,
          isDeterministic: expected === 'valid' && new Set(good).size === 1,
        })
      }),
      { numRuns: 400 },
    )
    expect([...seen].toSorted()).toEqual(['invalid', 'valid', 'weakly valid'])
  })
})

/** Four operations that can be run in sequence, with an order that leaves some dependencies out. */
function randomOrder(topology: Topology, seed: number): { readonly steps: string[]; readonly order: number[][] } {
  const steps: string[] = []
  let state: GlobalState = settle(topology, topology.initial).state
  for (let at = 0; at < 4; at++) {
    const enabled = enabledSteps(topology, state).filter(({ kind }) => kind === 'operation')
    const step = enabled[Math.abs(Math.imul(seed + at, 48_271)) % Math.max(1, enabled.length)]
    if (step === undefined) break
    steps.push(formatStep(step))
    state = simulate(topology, state).take(step).state
  }
  if (seed % 5 === 0) steps.reverse()
  return { steps, order: steps.map((_, index) => (index > 0 && (seed >> index) % 2 === 0 ? [index - 1] : [])) }
}

function sequencesOf(order: readonly (readonly number[])[], done: readonly number[] = []): number[][] {
  if (done.length === order.length) return [[...done]]
  return order.flatMap((before, step) =>
    done.includes(step) || !before.every((one) => done.includes(one)) ? [] : sequencesOf(order, [...done, step]),
  )
}

/** The final state of a sequence, or `undefined` if an operation is refused. */
function play(topology: Topology, steps: readonly string[]): string | undefined {
  try {
    return JSON.stringify(simulate(topology).settle().run(steps).state)
  } catch {
    return undefined
  }
}
