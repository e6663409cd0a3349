import { describe, expect, it } from 'vitest'
import { findPlan } from './plan/find-plan.ts'
import { simulate } from './simulation.ts'
import { allUp, iotSnap } from './testing/iot-snap.ts'
import { thinking } from './testing/thinking.ts'

/** Translates `Run Mongo, Setup GUI` into operations of the nodes. */
const line = (text: string) => {
  const [operation, node] = text.split(' ')
  return `${node!.toLowerCase()}.${operation === 'Config' ? 'Configure' : operation}`
}
const lines = (text: string) => text.split(', ').map(line)

const up = { node: 'Running', maven: 'Running', mongo: 'Running', api: 'Working', gui: 'Working' }
const down = { node: 'Unavailable', maven: 'Unavailable', mongo: 'Unavailable', api: 'Uninstalled', gui: 'Uninstalled' }
const deploy = 'Setup GUI, Run GUI, Setup API, Config API, Run API, Config GUI'

describe('the case study Thinking, with fault handlers and hard recovery', () => {
  const app = thinking('handlers', true)

  it.each([
    { id: '1.1', from: down, plan: `Run Mongo, Run Maven, Run Node, ${deploy}`, to: up },
    {
      id: '1.4',
      from: down,
      plan: 'Run Maven, Run Node, Setup API, Setup GUI, Run GUI, Run Mongo, Config API, Run API, Config GUI',
      to: up,
    },
    {
      id: '2.1',
      from: up,
      plan: 'Stop GUI, Uninstall GUI, Stop API, Uninstall API, Stop Maven, Delete Maven, Stop Node, Delete Node, Stop Mongo, Delete Mongo',
      to: down,
    },
    {
      id: '2.3',
      from: up,
      plan: 'Stop Node, Delete Node, Stop Maven, Delete Maven',
      to: { ...down, mongo: 'Running' },
    },
    { id: '3.1', from: up, plan: 'Stop Mongo', to: { ...up, mongo: 'Stopped', api: 'Crashed', gui: 'Running' } },
    {
      id: '3.2',
      from: up,
      plan: 'Stop Mongo, Stop Maven, Delete Maven, Start Mongo, Run Maven, Setup API, Config API, Run API, Config GUI',
      to: up,
    },
  ])('plays case $id to its end', ({ from, plan, to }) => {
    expect(simulate(app, from).run(lines(plan)).state).toEqual(to)
  })

  it.each([
    {
      id: '1.2',
      from: down,
      plan: 'Run Node, Setup GUI, Run GUI, Run Maven, Setup API',
      refused: 'Run API',
      why: 'does not start in the current state',
    },
    {
      id: '1.3',
      from: down,
      plan: 'Run Node, Run Maven, Setup GUI, Setup API',
      refused: 'Config API',
      why: 'a requirement of the operation is not satisfied',
    },
    {
      id: '2.2',
      from: up,
      plan: 'Stop API, Uninstall API, Setup API, Config API',
      refused: 'Config GUI',
      why: 'a requirement of the operation is not satisfied',
    },
  ])('refuses case $id at $refused', ({ from, plan, refused, why }) => {
    const before = simulate(app, from).run(lines(plan))
    expect(() => before.take(line(refused))).toThrow(why)
  })

  it('handles the faults of case 3.1 from the database up to the GUI', () => {
    expect(
      simulate(app, up)
        .take('mongo.Stop')
        .history.map(({ node, from, to }) => `${node} ${from} → ${to}`),
    ).toEqual(['mongo Running → Stopped', 'api Working → Crashed', 'gui Working → Running'])
  })

  it('needs hard recovery to bring a crashed API back, as case 4 asks', () => {
    const from = { ...up, api: 'Crashed', gui: 'Uninstalled' }
    expect(findPlan(thinking('full', true), { from, to: up })).toMatchObject({ status: 'found', cost: 10 })
    expect(findPlan(thinking('full', false), { from, to: up })).toMatchObject({ status: 'unreachable' })
  })
})

describe('the case study IotSnap Root', () => {
  it.each([
    { fault: 'PVC.Delete', steps: 22 },
    { fault: 'MinIO.Crash', steps: 14 },
    { fault: 'Postgres.Crash', steps: 11 },
    { fault: 'CloudStorage.Crash', steps: 11 },
    { fault: 'Mongo.Crash', steps: 8 },
    { fault: 'CloudAdmin.Crash', steps: 8 },
    { fault: 'AgentKeeper.Crash', steps: 5 },
    { fault: 'Gui.Crash', steps: 2 },
  ])('recovers from $fault in $steps steps', ({ fault, steps }) => {
    const after = simulate(iotSnap, allUp, { settles: false }).take(fault)
    expect(findPlan(iotSnap, { from: after.state, to: allUp })).toMatchObject({ cost: steps })
  })

  it('deploys in one step for each node, as much in parallel as the dependencies allow', () => {
    const plan = findPlan(iotSnap, { to: allUp })
    expect(plan.status === 'found' && plan.waves.map((wave) => new Set(wave.map((step) => plan.lines[step])))).toEqual([
      new Set(['PVC.Create']),
      new Set(['MinIO.Run', 'Mongo.Run', 'Postgres.Run']),
      new Set(['CloudStorage.Run']),
      new Set(['CloudAdmin.Run']),
      new Set(['AgentKeeper.Run']),
      new Set(['Gui.Run']),
    ])
  })
})
