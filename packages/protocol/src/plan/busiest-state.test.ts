import { expect, test } from 'vitest'
import { protocolOf } from '../dependencies.ts'
import { defineNodeType } from '../node-type.ts'
import { defineTopology } from '../topology.ts'
import { busiestState } from './busiest-state.ts'

const Worker = defineNodeType({
  name: 'Worker',
  capabilities: ['work'],
  initial: 'off',
  states: { off: {}, on: { offers: ['work'] } },
  operations: { start: { from: 'off', to: 'on' } },
})

test('the busiest state has every component running, and every replica where it offers the most', () => {
  expect(busiestState(protocolOf({ db: [], api: ['db'] }))).toEqual({ db: 'running', api: 'running' })
  const crew = defineTopology({ nodes: { crew: { type: Worker, replicas: 3 } } })
  expect(busiestState(crew)).toEqual({ crew: { on: 3 } })
})

test('the busiest state is undefined if a node cannot reach it', () => {
  const Stuck = defineNodeType({
    name: 'Stuck',
    capabilities: ['work'],
    initial: 'off',
    states: { off: {}, on: { offers: ['work'] } },
  })
  expect(busiestState(defineTopology({ nodes: { stuck: Stuck } }))).toBeUndefined()
})
