import { findPlan, recoveries } from '@kubewright/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextActions } from './next-actions.ts'
import type { Phase } from './phase.ts'
import { derivedMapping, goalOf, protocolFromNeeds, toState } from './stack-protocol.ts'

const needs = { db: [], store: [], api: ['db', 'store'], gui: ['api'], docs: [] }
const shop = protocolFromNeeds(needs)
const up = { db: 'running', store: 'running', api: 'running', gui: 'running', docs: 'running' } as const
const operations = (phases: Record<string, Phase>) =>
  nextActions(shop, phases).actions.map(({ operation }) => operation)

describe('the next actions for a stack', () => {
  it.each([
    { name: 'are none if everything runs', phases: up, expected: [] },
    {
      name: 'start every component without dependencies at once',
      phases: { db: 'absent', store: 'absent', api: 'absent', gui: 'absent', docs: 'absent' },
      expected: ['db.run', 'store.run', 'docs.run'],
    },
    {
      name: 'leave a starting component alone, and start the others',
      phases: { db: 'starting', store: 'crashed', api: 'absent', gui: 'absent', docs: 'absent' },
      expected: ['store.delete', 'docs.run'],
    },
    {
      name: 'leave a running component alone though a dependency is missing',
      phases: { ...up, db: 'crashed' },
      expected: ['db.delete'],
    },
    {
      name: 'replace all crashed components at once if they are independent',
      phases: { ...up, db: 'crashed', api: 'crashed', gui: 'crashed' },
      expected: ['db.delete', 'api.delete', 'gui.delete'],
    },
  ] as { name: string; phases: Record<string, Phase>; expected: string[] }[])('$name', ({ phases, expected }) => {
    expect(operations(phases).toSorted()).toEqual(expected.toSorted())
  })

  it('tell what each component waits for', () => {
    const { waits, underway } = nextActions(shop, { ...up, db: 'starting', api: 'absent', gui: 'absent' })
    expect(underway).toEqual(['db.run'])
    expect(waits.map(({ component, why }) => `${component} ${why}`)).toEqual([
      'db is starting',
      'api waits for db',
      'gui waits for api',
    ])
  })

  it('reach the goal from any state, with as many operations as the cheapest plan', () => {
    const phase = fc.constantFrom<Phase>('absent', 'running', 'crashed')
    fc.assert(
      fc.property(fc.record({ db: phase, store: phase, api: phase, gui: phase, docs: phase }), (start) => {
        let phases: Record<string, Phase> = { ...start }
        let count = 0
        const most = findPlan(shop.topology, { from: toState(shop, phases), to: goalOf(shop) }).lines!.length
        for (let round = 0; round < 20; round++) {
          const { actions } = nextActions(shop, phases)
          if (actions.length === 0) break
          for (const { component, effect } of actions)
            phases = { ...phases, [component]: effect === 'start' ? 'running' : 'absent' }
          count += actions.length
        }
        expect(phases).toEqual(up)
        expect(count).toBeLessThanOrEqual(most)
      }),
    )
  })

  it('are always operations that the protocol allows', () => {
    for (const { plan, faults } of recoveries(shop.topology, toState(shop, up), { faults: 2 })) {
      expect([faults.length > 0, plan.status]).toEqual([true, 'found'])
    }
  })
})

describe('protocolFromNeeds', () => {
  it('refuses a dependency that is no component', () => {
    expect(() => protocolFromNeeds({ api: ['db'] })).toThrow('"api" needs "db", which is not a component of the stack')
  })

  it('refuses a dependency cycle and names it', () => {
    expect(() => protocolFromNeeds({ a: ['b'], b: ['c'], c: ['a'] })).toThrow('a needs b needs c needs a')
  })

  it('refuses phases of unknown components', () => {
    expect(() => nextActions({ ...shop, mapping: derivedMapping }, { db: 'running' })).toThrow('are no components')
  })
})
