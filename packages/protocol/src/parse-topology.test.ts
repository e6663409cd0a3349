import { describe, expect, it } from 'vitest'
import { formatTopology } from './format-topology.ts'
import { checkTopology } from './soundness.ts'
import { parseTopology } from './parse-topology.ts'
import { findPlan } from './plan/find-plan.ts'
import { iotSnap } from './testing/iot-snap.ts'
import { thinking } from './testing/thinking.ts'
import type { Topology } from './topology.ts'
import { parseTopologyYaml } from './tosca/topology-yaml.ts'

const lamp = { initial: 'off', states: { off: {}, on: null }, operations: { press: { from: 'off', to: 'on' } } }

describe('parseTopology', () => {
  it.each([
    { name: 'IotSnap Root', topology: iotSnap as unknown as Topology },
    { name: 'Thinking', topology: thinking('full', true) as unknown as Topology },
  ])('parses the output of formatTopology for $name', ({ topology }) => {
    const data = formatTopology(topology)
    const again = parseTopology(JSON.parse(JSON.stringify(data)))
    expect(formatTopology(again)).toEqual(data)
    expect([...again.nodes.values()]).toEqual([...topology.nodes.values()])
    expect(again.bindings).toEqual(topology.bindings)
  })

  it.each([
    { data: 5, message: 'Cannot read topology: it is 5. It must be an object.' },
    { data: {}, message: 'Cannot read nodes: it is missing. It must be an object.' },
    { data: { nodes: { a: 'Lmp' }, types: { Lamp: lamp } }, message: 'there is no node type "Lmp". Known: "Lamp".' },
    { data: { nodes: {}, node: {} }, message: 'there is no key "node". Known: "types", "nodes"' },
    {
      data: { nodes: {}, types: { Lamp: { ...lamp, initial: 'of' } } },
      message: 'there is no state "of". Known: "off", "on".',
    },
    {
      data: { nodes: {}, types: { Lamp: { ...lamp, initial: 5 } } },
      message: 'Cannot read types.Lamp.initial: it is 5. It must be a string.',
    },
    { data: { nodes: {}, types: { Lamp: { ...lamp, faults: { on: 'up' } } } }, message: 'there is no state "up"' },
    { data: { nodes: { a: { type: 'Lamp', replicas: 0 } }, types: { Lamp: lamp } }, message: 'its replicas is 0' },
    {
      data: { nodes: { a: { type: 'Lamp', replicas: 2, quorum: 3 } }, types: { Lamp: lamp } },
      message: 'its quorum is 3',
    },
    {
      data: { nodes: { a: 'Lamp' }, types: { Lamp: lamp }, bindings: { 'a.x': 'a.y' } },
      message: '"a.x" names no requirement',
    },
    { data: { nodes: { a: 'Lamp' }, types: { Lamp: lamp }, containers: { a: 'a' } }, message: '"a" contains itself' },
    {
      data: { nodes: {}, types: { Lamp: { ...lamp, operations: { press: { from: 'off', to: 'on', cost: -1 } } } } },
      message: 'its cost is -1',
    },
  ])('refuses $data', ({ data, message }) => {
    expect(() => parseTopology(data)).toThrow(message)
    expect(() => parseTopology(data)).toThrow(expect.objectContaining({ code: 'KW_PROTOCOL_DEFINITION' }))
  })

  it.each(['__proto__', 'constructor', 'a=b|c', 'a.b', '📀', 'toString'])('accepts %j for every name', (name) => {
    const text = JSON.stringify({
      types: {
        Provider: {
          capabilities: ['NAME'],
          initial: 'NAME',
          states: { NAME: {}, on: { offers: ['NAME'] } },
          operations: { NAME: { from: 'NAME', to: 'on' } },
        },
        NAME: {
          requirements: ['NAME'],
          initial: 'off',
          states: { off: {}, NAME: { needs: ['NAME'] } },
          operations: { NAME: { from: 'off', to: 'NAME', needs: ['NAME'] } },
          faults: { NAME: 'off' },
        },
      },
      nodes: { provider: 'Provider', NAME: 'NAME' },
      bindings: { 'NAME.NAME': 'provider.NAME' },
    }).replaceAll('NAME', JSON.stringify(name).slice(1, -1))
    const app = parseTopology(JSON.parse(text))
    const goal = JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(name)}}`)
    const plan = findPlan(app, { to: goal })
    expect(plan.lines).toEqual([`provider.${name}`, `${name}.${name}`])
    expect(Object.keys(app.initial)).toEqual(['provider', name])
    expect(parseTopology(JSON.parse(JSON.stringify(formatTopology(app)))).initial).toEqual(app.initial)
    expect(({} as Record<string, unknown>)['NAME']).toBeUndefined()
  })

  it.each(['a\nb', '', '\u0000', 'x'.repeat(254), '\ud800', 'a\u202eb', 'a\u001b[31m'])(
    'refuses %j as a name',
    (name) => {
      const data = JSON.parse(JSON.stringify({ types: { Lamp: lamp }, nodes: {} }))
      data.nodes[name] = 'Lamp'
      expect(() => parseTopology(data)).toThrow(expect.objectContaining({ code: 'KW_PROTOCOL_DEFINITION' }))
    },
  )

  it('parses twenty thousand fault handlers of one state in linear time', () => {
    const targets = Array.from({ length: 20_000 }, (_, index) => `s${index}`)
    const data = {
      types: {
        Lamp: {
          initial: 'on',
          states: Object.fromEntries(['on', ...targets].map((state) => [state, {}])),
          faults: { on: targets },
        },
      },
      nodes: { lamp: 'Lamp' },
    }
    expect(checkTopology(parseTopology(data)).length).toBe(200)
  })

  it('parses YAML with twenty thousand nodes in linear time', () => {
    const nodes = Array.from({ length: 20_000 }, (_, index) => `  n${index}: Lamp\n`).join('')
    const text = `types: { Lamp: { initial: off, states: { off: {} } } }\nnodes:\n${nodes}`
    expect(parseTopologyYaml(text).nodes.size).toBe(20_000)
  })

  it('escapes bidirectional control characters in error messages', () => {
    const data = { types: { Lamp: lamp }, nodes: { 'a\u202eb': 'Lamp' } }
    expect(() => parseTopology(data)).toThrow('Cannot use "a\\u202eb" as the name of a node')
  })

  it('refuses a containment cycle of any length', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `n${index}`)
    const data = {
      types: { Lamp: lamp },
      nodes: Object.fromEntries(names.map((name) => [name, 'Lamp'])),
      containers: Object.fromEntries(names.map((name, index) => [name, names[(index + 1) % names.length]!])),
    }
    expect(() => parseTopology(data)).toThrow('contains itself')
  })
})
