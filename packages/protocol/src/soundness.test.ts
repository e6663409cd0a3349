import { describe, expect, it } from 'vitest'
import { handlerProblems } from './handler-problems.ts'
import { defineNodeType, type NodeTypeDefinition } from './node-type.ts'
import { findPlan } from './plan/find-plan.ts'
import { checkTopology } from './soundness.ts'
import { defineTopology } from './topology.ts'

type Definition = Omit<NodeTypeDefinition<string, string, string, string>, 'name' | 'initial' | 'requirements'>

const r1 = ['r1']
const r2 = ['r2']
const both: readonly string[] = ['r1', 'r2']

/** A node of a type with these states, whose requirements a second node satisfies. */
function application(definition: Definition) {
  const Provider = defineNodeType({
    name: 'Provider',
    capabilities: ['c'],
    initial: 'on',
    states: { on: { offers: ['c'] } },
  })
  const Node = defineNodeType({ name: 'Node', initial: 'off', requirements: both, ...definition })
  return defineTopology({
    nodes: { provider: Provider, node: Node },
    bindings: { 'node.r1': 'provider.c', 'node.r2': 'provider.c' },
  })
}

const errors = [
  {
    name: 'a handler that gains capabilities',
    definition: { capabilities: ['c'], states: { off: { offers: ['c'] }, on: { needs: r1 } }, faults: { on: 'off' } },
    condition: 'well-formedness',
    states: ['on', 'off'],
  },
  {
    name: 'a handler that gains requirements',
    definition: { states: { off: {}, low: { needs: both }, on: { needs: r1 } }, faults: { on: 'low' } },
    condition: 'well-formedness',
    states: ['on', 'low'],
  },
  {
    name: 'a handler that keeps all requirements',
    definition: { states: { off: {}, low: { needs: r1 }, on: { needs: r1 } }, faults: { on: 'low' } },
    condition: 'well-formedness',
    states: ['on', 'low'],
  },
  {
    name: 'a cycle of handlers',
    definition: { states: { off: {}, low: { needs: r1 }, on: { needs: both } }, faults: { on: 'low', low: 'on' } },
    condition: 'well-formedness',
    states: ['on', 'low', 'on'],
  },
  {
    name: 'an operation with two targets',
    definition: {
      states: { off: {}, on: {}, other: {} },
      operations: {
        go: [
          { from: 'off', to: 'on' },
          { from: 'off', to: 'other' },
        ],
      },
    },
    condition: 'determinism',
    states: ['off', 'on', 'other'],
  },
  {
    name: 'two handlers that keep the same requirements',
    definition: { states: { off: {}, other: {}, on: { needs: r1 } }, faults: { on: ['off', 'other'] } },
    condition: 'determinism',
    states: ['on', 'off', 'other'],
  },
  {
    name: 'two handlers neither of which leads to the other',
    definition: {
      states: { off: {}, low: { needs: r1 }, on: { needs: both }, other: { needs: both } },
      faults: { on: ['off', 'low'], other: 'low' },
    },
    condition: 'race freedom',
    states: ['on', 'low', 'off'],
  },
  {
    name: 'two handlers without a common larger target',
    definition: {
      states: { off: {}, a: { needs: r1 }, b: { needs: r2 }, on: { needs: ['r1', 'r2'] } },
      faults: { on: ['a', 'b', 'off'], a: 'off', b: 'off' },
    },
    condition: 'race freedom',
    states: ['on', 'a', 'b'],
  },
  {
    name: 'two handlers without a common smaller target',
    definition: {
      states: { off: {}, a: { needs: r1 }, b: { needs: r2 }, on: { needs: both } },
      faults: { on: ['a', 'b'] },
    },
    condition: 'race freedom',
    states: ['on', 'a', 'b'],
  },
] as const

describe('checkTopology', () => {
  it.each(errors)('reports $name, and refuses to plan', ({ definition, condition, states }) => {
    const app = application(definition as unknown as Definition)
    expect(checkTopology(app)).toContainEqual(
      expect.objectContaining({
        condition,
        severity: 'error',
        type: 'Node',
        nodes: ['node'],
        states,
        remedy: expect.any(String),
      }),
    )
    expect(() => findPlan(app, { to: { node: 'on' } })).toThrow(
      expect.objectContaining({ code: 'KW_PROTOCOL_UNSOUND' }),
    )
  })

  it('names the remedy of a problem', () => {
    const app = application({
      states: { off: {}, low: { needs: r1 }, on: { needs: both }, other: { needs: both } },
      faults: { on: ['off', 'low'], other: 'low' },
    })
    expect(checkTopology(app).find(({ severity }) => severity === 'error')).toMatchObject({
      message: expect.stringContaining('"on" → "low" and "on" → "off"'),
      remedy: 'Add the fault handler "low" → "off".',
    })
  })

  it.each([
    {
      name: 'a fault without a handler',
      definition: {
        states: { off: {}, on: { needs: r1 } },
        operations: { go: { from: 'off', to: 'on', needs: r1 }, stop: { from: 'on', to: 'off' } },
      },
      condition: 'unhandled fault',
      states: ['on'],
    },
    {
      name: 'an operation that may end in a fault',
      definition: {
        states: { off: {}, on: { needs: r1 } },
        operations: { go: { from: 'off', to: 'on' }, stop: { from: 'on', to: 'off' } },
        faults: { on: 'off' },
      },
      condition: 'uncovered needs',
      states: ['off', 'on'],
    },
    {
      name: 'a state without outgoing transition',
      definition: { states: { off: {}, on: {} }, operations: { go: { from: 'off', to: 'on' } } },
      condition: 'dead end',
      states: ['on'],
    },
    {
      name: 'an unreachable state',
      definition: {
        states: { off: {}, on: {} },
        operations: { stop: { from: 'on', to: 'off' }, stay: { from: 'off', to: 'off' } },
      },
      condition: 'unreachable state',
      states: ['on'],
    },
  ])('warns about $name', ({ definition, condition, states }) => {
    expect(checkTopology(application(definition as unknown as Definition))).toMatchObject([
      { condition, severity: 'warning', states },
    ])
  })

  it('refuses a node type with too many fault handlers to compare', () => {
    const count = 12
    const requirements = Array.from({ length: count }, (_, index) => `r${index}`)
    const without = (state: number) =>
      requirements.flatMap((_, bit) => (((state >> bit) & 1) === 1 ? [`s${state & ~(1 << bit)}`] : []))
    const all = Array.from({ length: 2 ** count }, (_, state) => state)
    const type = defineNodeType({
      name: 'Lattice',
      requirements,
      initial: 's0',
      states: Object.fromEntries(
        all.map((state) => [`s${state}`, { needs: requirements.filter((_, bit) => ((state >> bit) & 1) === 1) }]),
      ),
      faults: Object.fromEntries(all.map((state) => [`s${state}`, without(state)])),
    })
    expect(handlerProblems(type)).toMatchObject([{ severity: 'error', message: expect.stringContaining('too many') }])
  })
})
