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

describe('what to do next', () => {
  it.each([
    { name: 'nothing where everything runs', phases: up, expected: [] },
    {
      name: 'everything that needs nothing, at once',
      phases: { db: 'absent', store: 'absent', api: 'absent', gui: 'absent', docs: 'absent' },
      expected: ['db.run', 'store.run', 'docs.run'],
    },
    {
      name: 'nothing for what is starting, and the rest all the same',
      phases: { db: 'starting', store: 'crashed', api: 'absent', gui: 'absent', docs: 'absent' },
      expected: ['store.delete', 'docs.run'],
    },
    {
      name: 'leave alone what runs though it misses something',
      phases: { ...up, db: 'crashed' },
      expected: ['db.delete'],
    },
    {
      name: 'replace everything that broke at once, where nothing orders it',
      phases: { ...up, db: 'crashed', api: 'crashed', gui: 'crashed' },
      expected: ['db.delete', 'api.delete', 'gui.delete'],
    },
  ] as { name: string; phases: Record<string, Phase>; expected: string[] }[])('$name', ({ phases, expected }) => {
    expect(operations(phases).toSorted()).toEqual(expected.toSorted())
  })

  it('says what each component waits for', () => {
    const { waits, underway } = nextActions(shop, { ...up, db: 'starting', api: 'absent', gui: 'absent' })
    expect(underway).toEqual(['db.run'])
    expect(waits.map(({ component, why }) => `${component} ${why}`)).toEqual([
      'db is starting',
      'api waits for db',
      'gui waits for api',
    ])
  })

  it('reaches the goal from any state, with as many operations as the cheapest plan', () => {
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

  it('never orders an operation that the protocol does not allow', () => {
    for (const { plan, faults } of recoveries(shop.topology, toState(shop, up), { faults: 2 })) {
      expect([faults.length > 0, plan.status]).toEqual([true, 'found'])
    }
  })
})

describe('a protocol from needs', () => {
  it('refuses a need that is no component', () => {
    expect(() => protocolFromNeeds({ api: ['db'] })).toThrow('"api" needs "db", which is no component of it')
  })

  it('refuses a circle, and names it', () => {
    expect(() => protocolFromNeeds({ a: ['b'], b: ['c'], c: ['a'] })).toThrow('a needs b needs c needs a')
  })

  it('refuses phases of other components than its own', () => {
    expect(() => nextActions({ ...shop, mapping: derivedMapping }, { db: 'running' })).toThrow('are no components')
  })
})
