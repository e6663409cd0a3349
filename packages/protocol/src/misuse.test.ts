/** Calls that the compiler refuses, as untyped JavaScript can make them. */
import { KubewrightError } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import * as conformance from './conformance.ts'
import * as protocol from './index.ts'
import * as semantics from './step-semantics.ts'

const entries = { ...protocol, ...conformance, ...semantics }
type Loose = { [Name in keyof typeof entries]: (...given: unknown[]) => unknown }
const loose = entries as unknown as Loose

const lamp = (transition: object = {}, definition: object = {}) =>
  loose.defineNodeType({
    name: 'Lamp',
    initial: 'off',
    states: { off: {}, on: {} },
    operations: { press: { from: 'off', to: 'on', ...transition } },
    ...definition,
  })
const room = loose.defineTopology({ nodes: { left: lamp(), row: { type: lamp(), replicas: 3 } } }) as protocol.Topology
const hostile = { toString: () => expect.fail('an error message ran code of its argument') }
const proto: unknown = JSON.parse('{"__proto__":"on"}')

function refused(code: string, call: () => unknown): string {
  let thrown: unknown = 'nothing'
  try {
    call()
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(KubewrightError)
  expect(thrown).toMatchObject({ code })
  return (thrown as Error).message
}

describe('definitions from untyped JavaScript', () => {
  it.each([-1, Number.NaN, Infinity, 1e308, 1.5, '1', '', null, [1], 1n, Symbol('one'), Object.create(null), hostile])(
    'refuse the cost of case %#',
    (cost) => {
      expect(refused('KW_PROTOCOL_DEFINITION', () => lamp({ cost }))).toMatch(
        /operation "press": its cost is .+\. A cost is an integer from 0 to 1000000/u,
      )
    },
  )

  it.each([0, -1, 1e9, 2 ** 53, Number.NaN, Infinity, 2.5, '3', null, [3], 3n, Object.create(null), hostile])(
    'refuse the replicas of case %#',
    (replicas) => {
      const message = refused('KW_PROTOCOL_DEFINITION', () =>
        loose.defineTopology({ nodes: { row: { type: lamp(), replicas } } }),
      )
      expect(message).toMatch(/node "row": its replicas is .+\. It must be an integer from 1 to 1000000/u)
    },
  )

  it.each([
    [{ from: undefined }, '`from` is undefined'],
    [{ from: {} }, '`from` is an object'],
    [{ to: undefined }, 'there is no state undefined'],
    [{ to: ['on'] }, 'there is no state a list'],
    [{ to: '__proto__' }, 'there is no state "__proto__"'],
    [{ needs: 'power' }, '`needs` is "power"'],
    [{ controllable: 'false' }, '`controllable` is "false"'],
  ])('refuse the transition %j', (transition, why) => {
    expect(refused('KW_PROTOCOL_DEFINITION', () => lamp(transition))).toContain(why)
  })

  it.each([
    [{ states: null }, '`states` is null'],
    [{ states: new Map([['off', {}]]) }, '`states` is an object'],
    [{ states: { off: null } }, 'state "off": the definition is null'],
    [{ states: { off: { needs: 'x' } } }, 'the list of requirement names is "x"'],
    [{ requirements: 'abc' }, 'the list of requirement names is "abc"'],
    [{ initial: undefined }, 'there is no state undefined'],
    [{ operations: [] }, '`operations` is a list'],
    [{ operations: { press: null } }, 'a transition of it is null'],
    [{ faults: 'on' }, '`faults` is "on"'],
    [{ faults: { on: 5 } }, 'the handler of "on" is 5'],
    [{ name: hostile }, 'use an object as the name'],
  ])('refuse the node type of case %#', (definition, why) => {
    expect(refused('KW_PROTOCOL_DEFINITION', () => lamp({}, definition))).toContain(why)
  })

  it.each([
    [undefined, 'the definition is undefined'],
    [{}, '`nodes` is undefined'],
    [{ nodes: [lamp()] }, '`nodes` is a list'],
    [{ nodes: { left: null } }, 'its type is null'],
    [{ nodes: { left: 'Lamp' } }, 'its type is "Lamp"'],
    [{ nodes: { left: { name: 'Lamp', initial: 'off', states: { off: {} } } } }, '`defineNodeType` did not return'],
    [{ nodes: { left: lamp() }, bindings: null }, '`bindings` is null'],
    [{ nodes: { left: lamp() }, containers: 5 }, '`containers` is 5'],
    [{ nodes: { left: lamp() }, hardRecovery: 'no' }, '`hardRecovery` is "no"'],
  ])('refuse the topology of case %#', (definition, why) => {
    expect(refused('KW_PROTOCOL_DEFINITION', () => loose.defineTopology(definition))).toContain(why)
  })

  it.each([undefined, [], { db: 'disk' }, { db: 5 }])('refuse the dependencies %j', (dependencies) => {
    expect(refused('KW_PROTOCOL_DEFINITION', () => loose.protocolOf(dependencies))).toMatch(
      /It must be an? (object|list)/u,
    )
  })
})

describe('goals from untyped JavaScript', () => {
  it.each([
    [undefined, 'it is undefined'],
    ['left=on', 'it is "left=on"'],
    [new Map([['left', 'on']]), 'it is an object'],
    [proto, 'there is no node "__proto__"'],
    [{ right: 'on' }, 'there is no node "right"'],
    [{ left: '__proto__' }, 'has no state "__proto__"'],
    [{ left: hostile }, 'has no state an object'],
    [{ left: [] }, 'the list of states is empty'],
    [{ row: 'on' }, 'has 3 replicas'],
    [{ row: { on: 4 } }, 'it wants 4 instances of "row", but there are 3'],
    [{ row: { on: 2, off: 2 } }, 'it wants 4 instances of "row", but there are 3'],
    [{ row: { on: '1' } }, 'the count of "on" in "row" is "1"'],
    [{ row: { on: Object.create(null) as unknown } }, 'the count of "on" in "row" is an object'],
  ])('refuse case %# in every function that takes a goal', (to, why) => {
    const calls = [
      () => loose.findPlan(room, { to }),
      () => loose.findStrongPlan(room, { to }),
      () => loose.reaches(room, room.initial, to),
    ]
    for (const call of calls) expect(refused('KW_PROTOCOL_STATE', call)).toMatch(`Cannot read a goal: `)
    expect(refused('KW_PROTOCOL_STATE', calls[0]!)).toContain(why)
  })

  it('are reached at once if they are empty', () => {
    for (const to of [{}, { left: undefined }, { row: {} }, { left: ['on', 'off'] }])
      expect(loose.findPlan(room, { to })).toMatchObject({ status: 'found', steps: [] })
  })
})

describe('calls from untyped JavaScript', () => {
  const taking = ['findPlan', 'findStrongPlan', 'checkPlan', 'analyse', 'simulate', 'settle', 'enabledSteps'] as const
  const reading = ['pendingFaults', 'checkTopology', 'formatTopology', 'dependenciesOf', 'followProtocol'] as const

  it.each([...taking, ...reading])('%s refuses a value that is no topology', (name) => {
    for (const given of [undefined, null, 5, 'room', [], {}, { nodes: {} }])
      expect(refused('KW_PROTOCOL_OPTION', () => loose[name](given, []))).toContain('Cannot read a topology')
  })

  it.each(['findPlan', 'findStrongPlan', 'checkPlan', 'analyse'] as const)('%s refuses invalid options', (name) => {
    for (const given of [null, 5, 'on', []])
      expect(refused('KW_PROTOCOL_OPTION', () => loose[name](room, given))).toContain(`the options of ${name}`)
    for (const limit of [0, -1, 1.5, Number.NaN, Infinity, '10', null, hostile])
      expect(refused('KW_PROTOCOL_OPTION', () => loose[name](room, { to: {}, steps: [], limit }))).toContain('as limit')
  })

  it.each([null, 5, {}, { kind: 'operation' }, hostile])('steps refuse case %#', (step) => {
    const simulation = protocol.simulate(room)
    const calls = [
      () => loose.applyStep(room, room.initial, step),
      () => simulation.take(step as never),
      () => simulation.run([step] as never),
      () => loose.checkPlan(room, { steps: [step] }),
    ]
    for (const call of calls) expect(refused('KW_PROTOCOL_STEP', call)).toMatch(/^Cannot read a (step|script): it is /u)
  })

  it('refuse steps and an order that are not lists, and an `isFault` that is not a function', () => {
    const messages = [
      () => loose.checkPlan(room, { steps: 'left.press' }),
      () => loose.checkPlan(room, { steps: ['left.press'], order: [0] }),
      () => loose.recoveries(room, room.initial, { isFault: 'press' }),
    ].map((call) => refused('KW_PROTOCOL_OPTION', call))
    expect(messages).toEqual([
      expect.stringContaining('they must be a list'),
      expect.stringContaining('one list of step numbers'),
      expect.stringContaining('it must be a function'),
    ])
  })
})
