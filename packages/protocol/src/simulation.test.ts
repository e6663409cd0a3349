import { describe, expect, it } from 'vitest'
import { applyStep, enabledSteps, pendingFaults, reaches, refusal, settle } from './semantics.ts'
import { simulate } from './simulation.ts'
import { formatStep } from './step.ts'
import { allUp, component, iotSnap, Volume } from './testing/iot-snap.ts'
import { thinking } from './testing/thinking.ts'
import { defineTopology } from './topology.ts'

const lines = (steps: readonly Parameters<typeof formatStep>[0][]) => steps.map(formatStep)

describe('simulate', () => {
  it('handles the whole cascade of a crash', () => {
    const after = simulate(iotSnap, allUp).crash('CloudAdmin')
    expect(lines(after.history)).toEqual([
      'CloudAdmin.Crash',
      'handle AgentKeeper.Connection3',
      'handle Gui.Connection1',
    ])
    expect(after.state).toEqual({ ...allUp, CloudAdmin: 'Crashed', AgentKeeper: 'Crashed', Gui: 'Crashed' })
  })

  it('leaves faults pending with `settles: false`, and refuses operations meanwhile', () => {
    const after = simulate(iotSnap, allUp, { settles: false }).crash('AgentKeeper')
    expect(after.isSettled).toBe(false)
    expect(after.faults).toMatchObject([{ node: 'Gui', requirement: 'Connection2', states: ['Running'] }])
    expect(lines(after.enabled)).toEqual(['handle Gui.Connection2'])
    expect(() => after.take('AgentKeeper.Delete')).toThrow('faults are pending: Gui.Connection2')
    expect(after.take('handle Gui.Connection2').isSettled).toBe(true)
  })

  it('undoes an operation together with the fault handling after it', () => {
    const start = simulate(iotSnap, allUp)
    const crashed = start.crash('MinIO')
    const further = crashed.take('MinIO.Delete')
    expect(further.undo().state).toEqual(crashed.state)
    expect(further.undo().undo().state).toEqual(allUp)
    expect(() => start.undo()).toThrow('start of the simulation')
  })

  it('undoes one step at a time with `settles: false`', () => {
    const after = simulate(iotSnap, allUp, { settles: false }).crash('AgentKeeper').take('handle Gui.Connection2')
    expect(after.undo().history.length).toBe(1)
  })

  it('runs a script with comments, crashes and undo', () => {
    const script = `
      PVC.Create     # the volume first
      MinIO.Run
      crash MinIO
      undo
      settle
    `
    expect(simulate(iotSnap).run(script).state).toMatchObject({ PVC: 'Available', MinIO: 'Running' })
  })

  it('lists the enabled steps in the error for an unknown step', () => {
    expect(() => simulate(iotSnap).take('PVC.Crate')).toThrow(
      'Cannot take the step "PVC.Crate": it does not exist, or does not start in the current state. Enabled are: "PVC.Create".',
    )
  })

  it('selects instances of a replicated node by their state', () => {
    const app = defineTopology({
      nodes: { disk: Volume, web: { type: component('Web', ['PVC']), replicas: 3 } },
      bindings: { 'web.PVC': 'disk.Storage' },
    })
    const mixed = simulate(app).run(['disk.Create', 'web.Run', 'web.Run', 'crash web'])
    expect(mixed.state.web).toEqual({ Unavailable: 1, Running: 1, Crashed: 1 })
    expect(() => mixed.take('web.Delete')).toThrow('it can start in "Running" and in "Crashed"; add "from Running"')
    expect(mixed.take('web.Delete from Crashed').state.web).toEqual({ Unavailable: 2, Running: 1 })
  })
})

describe('steps of a simulation', () => {
  it('lead from one global state to the next', () => {
    const [create] = enabledSteps(iotSnap, iotSnap.initial)
    const next = applyStep(iotSnap, iotSnap.initial, create!)
    expect(next).toEqual({ ...iotSnap.initial, PVC: 'Available' })
    expect(refusal(iotSnap, next, create!)).toBe('"PVC" is not in the state "Unavailable"')
    expect(() => applyStep(iotSnap, next, create!)).toThrow('"PVC" is not in the state "Unavailable"')
  })

  it('are refused with the requirement that is missing', () => {
    const run = {
      kind: 'operation',
      node: 'Gui',
      operation: 'Run',
      from: 'Unavailable',
      to: 'Running',
      controllable: true,
    } as const
    expect(refusal(iotSnap, iotSnap.initial, run)).toBe('nothing satisfies "Gui.Connection1", "Gui.Connection2"')
  })

  it('include a hard recovery only if the container is down', () => {
    const app = thinking('full', true)
    const dead = { node: 'Unavailable', maven: 'Running', mongo: 'Running', api: 'Crashed', gui: 'Crashed' }
    expect(lines(enabledSteps(app, dead))).toEqual(['recover gui'])
    expect(settle(app, dead)).toMatchObject({ state: { gui: 'Uninstalled', api: 'Crashed' }, isSettled: true })
    const recover = { kind: 'recovery', node: 'api', from: 'Crashed', to: 'Uninstalled' } as const
    expect(refusal(app, dead, recover)).toBe('the container "maven" is alive')
    expect(refusal(thinking('full', false), dead, recover)).toBe('hard recovery is off in this topology')
  })

  it('do not settle a fault without a handler', () => {
    const app = thinking('plain', false)
    const faulty = { node: 'Stopped', maven: 'Running', mongo: 'Running', api: 'Working', gui: 'Working' }
    expect(settle(app, faulty)).toMatchObject({ state: faulty, steps: [], isSettled: false })
    expect(pendingFaults(app, faulty)).toMatchObject([{ node: 'gui', handlers: new Map() }])
    expect(reaches(app, faulty, { gui: 'Working' })).toBe(false)
  })
})
