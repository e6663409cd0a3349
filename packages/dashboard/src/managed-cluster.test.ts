import { expect, it } from 'vitest'
import { managedClusterEntry } from './operator-entries.ts'

const state = { name: 'berlin', labels: { zone: 'eu' }, identity: undefined, latencyMs: undefined, controllers: [] }

it('an unreachable cluster entry shows the failure', () => {
  const failure = new Error('the server did not answer')
  expect(managedClusterEntry({ ...state, phase: 'away', failure, latencyMs: 12.345 })).toEqual({
    name: 'berlin',
    phase: 'away',
    failure: 'the server did not answer',
    latencyMs: 12.3,
    labels: [['zone', 'eu']],
    controllers: [],
  })
})

it('a connected cluster entry has an identity and no failure', () => {
  const entry = managedClusterEntry({ ...state, phase: 'connected', failure: undefined, identity: 'id-1' })
  expect(entry).toMatchObject({ phase: 'connected', identity: 'id-1' })
  expect(entry).not.toHaveProperty('failure')
})
