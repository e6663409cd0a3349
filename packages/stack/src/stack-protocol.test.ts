import { defineNodeType, defineTopology, parseTopology, type Topology } from '@kubewright/protocol'
import { expect, test } from 'vitest'
import { derivedMapping, formatProtocol, protocolFromNeeds } from './stack-protocol.ts'

test('a protocol as text contains topology, states and goal', () => {
  const text = formatProtocol(protocolFromNeeds({ db: [], api: ['db'] }))
  const { topology, states, goal } = JSON.parse(text!) as { topology: unknown; states: unknown; goal: unknown }
  expect(parseTopology(topology).initial).toEqual({ db: 'unavailable', api: 'unavailable' })
  expect(states).toEqual({ db: derivedMapping.states, api: derivedMapping.states })
  expect(goal).toEqual({ db: 'running', api: 'running' })
})

test('a protocol that has no text form, or a too long one, is omitted', () => {
  const twin = (states: readonly string[]) =>
    defineNodeType({
      name: 'Same',
      initial: 'off',
      states: Object.fromEntries(states.map((one) => [one, {}])) as never,
    })
  const twins = defineTopology({ nodes: { one: twin(['off']), two: twin(['off', 'on']) } } as never) as Topology
  expect(formatProtocol({ topology: twins, mapping: derivedMapping })).toBeUndefined()
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`component-${at}`, []]))
  expect(formatProtocol(protocolFromNeeds(many))).toBeUndefined()
})
