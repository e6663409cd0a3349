import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { protocolOf } from '../dependencies.ts'
import { findPlan } from '../plan/find-plan.ts'
import { applyStep, enabledSteps } from '../semantics.ts'
import { defineNodeType } from '../node-type.ts'
import { formatStep } from '../step.ts'
import { defineTopology } from '../topology.ts'
import { allUp, iotSnap } from '../testing/iot-snap.ts'
import { followProtocol, ProtocolMonitor } from './protocol-monitor.ts'

const shop = protocolOf({ db: [], api: ['db'], gui: ['api'] })
const none = shop.initial
const up = shop.state({ db: 'running', api: 'running', gui: 'running' })

describe('a write of the operator, checked against the protocol', () => {
  const problemsOf = (
    from: typeof none,
    to: Partial<typeof none>,
    begins: Parameters<ProtocolMonitor['observe']>[0]['begins'] = [],
  ) =>
    new ProtocolMonitor(shop, { from })
      .observe({ by: 'operator', state: { ...from, ...to }, begins: begins as never, what: 'a write' })
      .map(({ message }) => message)

  it('may change nothing', () => {
    expect(problemsOf(none, {})).toEqual([])
  })

  it('may be an operation whose requirements are satisfied', () => {
    expect(problemsOf(none, { db: 'running' })).toEqual([])
  })

  it('may not be an operation with an unsatisfied requirement', () => {
    expect(problemsOf(none, { api: 'running' })).toEqual(['api.run cannot be performed: nothing satisfies "api.db"'])
  })

  it('may begin a long-running operation if its requirements are satisfied now', () => {
    expect(problemsOf(none, {}, ['db.run'])).toEqual([])
    expect(problemsOf(none, {}, ['api.run'])).toEqual(['api.run cannot be performed: nothing satisfies "api.db"'])
  })

  it('may not crash anything', () => {
    expect(problemsOf(up, { db: 'crashed' })).toEqual([
      'only db.crash leads db from running to crashed, which the operator may not perform',
    ])
    expect(problemsOf(up, {}, ['db.crash'])).toEqual([
      'db.crash is not controllable, so the operator may not perform it',
    ])
  })

  it('may repair a component while its dependants have not noticed the fault yet', () => {
    expect(problemsOf({ ...up, db: 'crashed' }, { db: 'unavailable' })).toEqual([])
    expect(problemsOf({ ...up, db: 'crashed' }, { api: 'unavailable' })).toEqual([])
  })

  it('may not be a transition that the protocol does not have', () => {
    expect(problemsOf({ ...up, gui: 'crashed' }, { gui: 'running' })).toEqual([
      'no operation leads gui from crashed to running',
    ])
  })

  it('is refused while a fault without a handler is pending', () => {
    const Fragile = defineNodeType({
      name: 'Fragile',
      requirements: ['base'],
      initial: 'off',
      states: { off: {}, on: { needs: ['base'] } },
      operations: { start: { from: 'off', to: 'on', needs: ['base'] } },
    })
    const Base = defineNodeType({
      name: 'Base',
      capabilities: ['base'],
      initial: 'off',
      states: { off: {}, on: { offers: ['base'] } },
      operations: { start: { from: 'off', to: 'on' } },
    })
    const pair = defineTopology({ nodes: { base: Base, top: Fragile }, bindings: { 'top.base': 'base.base' } })
    const monitor = new ProtocolMonitor(pair, { from: pair.state({ base: 'off', top: 'on' }) })
    expect(monitor.observe({ by: 'operator', state: { base: 'on', top: 'on' } })).toEqual([
      {
        kind: 'operation',
        message:
          'base.start cannot be performed: operations wait while faults are pending (top.base), and nothing handles them',
        what: undefined,
        state: { base: 'off', top: 'on' },
      },
    ])
  })
})

describe('an operator with a stale view', () => {
  const crash = { by: 'environment' as const, state: { ...up, db: 'crashed' as const, gui: 'unavailable' as const } }
  const late = { by: 'operator' as const, state: crash.state, begins: ['gui.run' as const] }
  const from = { ...up, gui: 'unavailable' as const }

  it('is checked against the current state, unless staleness is allowed', () => {
    expect(followProtocol(shop, [crash, late], { from })).toMatchObject([{ kind: 'operation' }])
    expect(followProtocol(shop, [crash, late], { from, allowsStale: true })).toEqual([])
  })

  it('counts as up to date after a quiet moment', () => {
    expect(followProtocol(shop, [crash, 'rest', late], { from, allowsStale: true })).toMatchObject([
      { kind: 'operation' },
    ])
  })
})

describe('a quiet moment (no events, no operation in progress)', () => {
  it('is accepted at the goal', () => {
    expect(new ProtocolMonitor(shop, { from: up, goal: up }).rest()).toEqual([])
  })

  it('before the goal is reported with the remaining operations', () => {
    expect(new ProtocolMonitor(shop, { from: { ...up, gui: 'crashed' }, goal: up }).rest()).toMatchObject([
      {
        kind: 'goal',
        message:
          'the cluster is idle at db=running api=running gui=crashed, and the goal is not reached: still to do: gui.delete, gui.run',
      },
    ])
  })

  it('counts the operations since the last disturbance', () => {
    const crash = { by: 'environment' as const, state: { ...up, gui: 'crashed' as const } }
    const gone = { by: 'operator' as const, state: { ...up, gui: 'unavailable' as const } }
    const back = { by: 'operator' as const, state: up }
    const options = { from: up, goal: up, steps: 'planned' as const }
    expect(followProtocol(shop, [crash, gone, back], options)).toEqual([])
    expect(followProtocol(shop, [crash, gone, back, gone, back], options)).toMatchObject([
      {
        kind: 'steps',
        message: 'the operator took 4 operations where 2 are enough: gui.delete, gui.run, gui.delete, gui.run',
      },
    ])
  })

  it('counts an operation once if it is started again before it ends', () => {
    const crash = { by: 'environment' as const, state: { ...up, gui: 'crashed' as const } }
    const gone = { by: 'operator' as const, state: { ...up, gui: 'unavailable' as const } }
    const begin = { ...gone, begins: ['gui.run'] as const }
    const ready = { by: 'environment' as const, state: up }
    expect(followProtocol(shop, [crash, gone, begin, begin, ready], { from: up, goal: up, steps: 2 })).toEqual([])
  })
})

it('the protocol monitor accepts every plan from every state reached by random crashes and deletions', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 12 }), (choices) => {
      let state = allUp
      for (const choice of choices) {
        const enabled = enabledSteps(iotSnap, state)
        if (enabled.length > 0) state = applyStep(iotSnap, state, enabled[choice % enabled.length]!)
      }
      const plan = findPlan(iotSnap, { from: state, to: allUp })
      const monitor = new ProtocolMonitor(iotSnap, { from: state, goal: allUp, steps: 'planned' })
      for (const step of plan.steps ?? []) {
        const by = step.kind === 'operation' ? 'operator' : 'environment'
        state = applyStep(iotSnap, state, step)
        expect(monitor.observe({ by, state, what: formatStep(step) })).toEqual([])
      }
      expect(monitor.rest()).toEqual([])
    }),
  )
})
